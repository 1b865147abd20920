import { assert, describe, it } from "@effect/vitest"
import type { PageElement } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { byTag, elements, textContent } from "../../../src/extract/dom/walk.ts"

const codes = (source: string): ReadonlyArray<string> => parseHtml(source).warnings.map(({ code }) => code)

/** How many elements are nested in each other below the root. */
const depthOf = (root: PageElement): number => {
  let deepest = 0
  for (const element of elements(root)) {
    let depth = 0
    for (let at: PageElement | null = element; at !== root && at !== null; at = at.parentNode) depth++
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

describe("parsing within bounds", () => {
  it("an ordinary page has no warning", () => {
    assert.deepStrictEqual(codes("<p>One<p>Two"), [])
  })

  it("a page of absurd depth is flattened, with a warning, and keeps its text", () => {
    const { body, warnings } = parseHtml(`${"<div>".repeat(2000)}deep${"</div>".repeat(2000)}<p>after</p>`)
    assert.deepStrictEqual(warnings.map(({ code }) => code), ["page_flattened"])
    assert.strictEqual(textContent(body), "deepafter")
  })

  it("a slash does not close an HTML element, so it hides no depth", () => {
    const { body, warnings } = parseHtml(`${"<https://a.example/>; rel=next, ".repeat(2500)}<p/>last`)
    assert.deepStrictEqual(warnings.map(({ code }) => code), ["page_flattened"])
    assert.isTrue(textContent(body).endsWith("; rel=next, last"))
    assert.isAtMost(depthOf(body), 512)
  })

  it("a slash does close a drawing's parts, at any depth", () => {
    const { body, warnings } = parseHtml(`${"<div>".repeat(509)}<svg>${"<path/>".repeat(50)}</svg><svg/><math/>end`)
    assert.deepStrictEqual(warnings, [])
    assert.strictEqual(byTag(body, "path").length, 50)
    assert.strictEqual(byTag(body, "svg").length, 2)
  })

  it("a page of absurd length is cut, with a warning, and keeps its beginning", () => {
    const { body, warnings } = parseHtml(`<p>first</p>${"<br>".repeat(400_001)}<p>last</p>`)
    assert.deepStrictEqual(warnings.map(({ code }) => code), ["page_truncated"])
    assert.strictEqual(textContent(body), "first")
  })
})
