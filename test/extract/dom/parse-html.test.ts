import { assert, describe, it } from "@effect/vitest"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { textContent } from "../../../src/extract/dom/walk.ts"

const codes = (source: string): ReadonlyArray<string> => parseHtml(source).warnings.map(({ code }) => code)

describe("parsing within bounds", () => {
  it("an ordinary page has no warning", () => {
    assert.deepStrictEqual(codes("<p>One<p>Two"), [])
  })

  it("a page of absurd depth is flattened, with a warning, and keeps its text", () => {
    const { body, warnings } = parseHtml(`${"<div>".repeat(2000)}deep${"</div>".repeat(2000)}<p>after</p>`)
    assert.deepStrictEqual(warnings.map(({ code }) => code), ["page_flattened"])
    assert.strictEqual(textContent(body), "deepafter")
  })

  it("a page of absurd length is cut, with a warning, and keeps its beginning", () => {
    const { body, warnings } = parseHtml(`<p>first</p>${"<br>".repeat(400_001)}<p>last</p>`)
    assert.deepStrictEqual(warnings.map(({ code }) => code), ["page_truncated"])
    assert.strictEqual(textContent(body), "first")
  })
})
