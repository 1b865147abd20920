import { assert, it } from "@effect/vitest"
import { explainPage } from "../../scripts/explain/explain-page.ts"
import { pageOf } from "../extract/markdown/page-of.ts"

it("the explanation of a page says of each block whether it was kept and why, and holds no markup of the page", () => {
  const prose =
    "The harbour has been dredged every spring since the great storm of that year, and boats come & go <i>freely</i>."
  const report = explainPage(pageOf(
    `<title>Harbour</title><nav><a href="/a">Home</a></nav><article><h1>Harbour</h1>${
      `<p>${prose}</p>`.repeat(5)
    }</article>` +
      "<footer>&lt;script&gt;alert(1)&lt;/script&gt; © 2026</footer>"
  ))
  assert.notInclude(report, "<script>")
  assert.include(report, "&lt;script>alert(1)")
  const items = [
    ...report.matchAll(
      /<div class="(kept|dropped)"[^>]*><p>([^<]*)<\/p><small>(?:kept|dropped) at ([\d.]+), (\d+) words/g
    )
  ]
  assert.strictEqual(items.length, 8)
  assert.deepStrictEqual(items.filter(([, verdict]) => verdict === "kept").length >= 5, true)
  assert.strictEqual(items.find(([, , text]) => text === "Home")?.[1], "dropped")
  assert.match(report, /[+-]\d+\.\d\d \w+=-?[\d.]+/)
})
