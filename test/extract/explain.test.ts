import { assert, it } from "@effect/vitest"
import { explainBlocks } from "../../src/extract/explain/explain-blocks.ts"
import { explainHtml } from "../../src/extract/explain/explain-html.ts"
import { explainText } from "../../src/extract/explain/explain-text.ts"
import { pageOf } from "./markdown/page-of.ts"

const explained = (html: string) => ({ final_url: "https://site.test/", ...explainBlocks(pageOf(html)) })

it("the explanation of a page says of each block whether it was kept and why, and holds no markup of the page", () => {
  const prose =
    "The harbour has been dredged every spring since the great storm of that year, and boats come & go <i>freely</i>."
  const report = explainHtml(explained(
    `<title>Harbour</title><nav><a href="/a">Home</a></nav><article><h1>Harbour</h1>${
      `<p>${prose}</p>`.repeat(5)
    }</article>` +
      "<footer>&lt;script&gt;alert(1)&lt;/script&gt; © 2026</footer>"
  ))
  assert.notInclude(report, "<script>")
  assert.include(report, "&lt;script>alert(1)")
  const items = [
    ...report.matchAll(
      /<div class="(kept|dropped)"[^>]*><p>([^<]*)<\/p><small>(?:kept|dropped) [a-z ,]+, ([\d.]+), (\d+) words/g
    )
  ]
  assert.strictEqual(items.length, 8)
  assert.deepStrictEqual(items.filter(([, verdict]) => verdict === "kept").length >= 5, true)
  assert.strictEqual(items.find(([, , text]) => text === "Home")?.[1], "dropped")
  assert.match(report, /[+-]\d+\.\d\d \w+=-?[\d.]+/)
})

it("the explanation as lines names the step that decided", () => {
  const prose = "<p>The light was lit each evening at dusk, and the keeper climbed the stairs to wind its clock.</p>"
  const report = explainText(explained(
    `<title>App</title><main><h1>The last keeper</h1>${prose.repeat(8)}<div class="comments"><p>${
      "I knew him well, and his dog too. ".repeat(4)
    }</p></div></main>`
  ))
  assert.match(report, /^[+] The last keeper\n {4}kept (?:as the title|by its score|as a part)/m)
  assert.match(report, /^- I knew him well.*\n {4}dropped (?:as a leftover by its name|by its score)/m)
  assert.isAbove(Number(/highest expected F1 ([.\d]+)\. /.exec(report)?.[1]), 0.7)
})

it("the explanation of a page without content names the message in its place and the menu", () => {
  const links = Array.from({ length: 60 }, (_, index) => `<li><a href=/${index}>Part ${index}</a></li>`).join("")
  const report = explainText(
    explained(`<title>Example</title><nav class=menu><ul>${links}</ul></nav><p>Page not found</p>`)
  )
  assert.match(report, /^[+] Page not found\n {4}kept as a message in place of the page/m)
  assert.match(report, /^- Part \d+\n {4}dropped with the whole choice, which is most likely a menu/m)
})

it("the explanation tells copies from what scores too low and from leftovers", () => {
  const tale = (at: number) =>
    `The light was lit on evening ${at}, and the keeper climbed the stairs to wind its clock, as his father had done ` +
    "before him in all the years since the tower was built."
  const part = "<section><h2>How it burns</h2><p>A can of oil lasts the keeper for nine long nights.</p>" +
    "<p>A spare wick lies in the box beside the lamp.</p></section>"
  const report = explainText(explained(
    `<title>The last keeper</title><article><h1>The last keeper</h1>${
      [1, 1, 2, 3, 4].map((at) => `<p>${tale(at)}</p>`).join("")
    }${part}${part}</article>`
  ))
  assert.lengthOf(
    report.match(/^- The light was lit on evening 1.*\n {4}dropped as a copy of what stands before/gm) ?? [],
    1
  )
  assert.lengthOf(report.match(/^- How it burns\n {4}dropped as a copy of what stands before/gm) ?? [], 1)
})

it("the explanation repeats no long name of an element for each block", () => {
  const { blocks } = explained(
    `<main id="${"a".repeat(10_000)}" class="${"b".repeat(10_000)}"><p>One.</p><p>Two.</p></main>`
  )
  assert.lengthOf(blocks, 2)
  for (const { path } of blocks) assert.match(path, /main#a{60}…\.b{60}… > p$/)
})
