import { assert, describe, it } from "@effect/vitest"
import type { PageNode } from "../../../src/extract/dom/node.ts"
import { nextNode } from "../../../src/extract/dom/walk.ts"
import { byTag } from "../../../src/extract/dom/walk.ts"
import { renderContent, renderText } from "../../../src/extract/markdown/render-content.ts"
import type { ParsedPage, Selection } from "../../../src/extract/Page.ts"
import { pageOf, selectionOf, wholeOf } from "./page-of.ts"

/** A selection as content is chosen: texts with words, but for those that say "drop", and the elements around them. */
const byWords = (page: ParsedPage): Selection => {
  const { body } = page.html
  const keep = new Set<PageNode>([body])
  for (let node: PageNode | null = body.firstChild; node !== null; node = nextNode(node, body)) {
    if (
      node.nodeType !== 3 || !/\w/.test(node.data) || node.data.includes("drop") || node.parentNode?.tag === "script"
    ) continue
    for (let at: PageNode | null = node; at !== null && at !== body; at = at.parentNode) keep.add(at)
  }
  return {
    ...selectionOf(body),
    isDropped: (node) => (node.nodeType !== 3 || node.data.trim() !== "") && !keep.has(node)
  }
}

const rendered = (html: string) => {
  const page = pageOf(html)
  return renderContent(page, byWords(page))
}

describe("a selection made by words", () => {
  it("keeps the punctuation between what is kept, and not that between what is not", () => {
    const { markdown } = rendered(
      "<p><a href=/a>One</a>, <b>two</b><i>:</i> three — <em>four</em>.</p><p><a href=/d>drop</a> | <a href=/d>drop</a> |</p>"
    )
    assert.strictEqual(markdown, "[One](https://site.test/a), **two**: three — *four*.")
  })

  it("leaves out symbols of icon fonts", () => {
    assert.strictEqual(rendered("<p><span>\uE001</span>Word<i>\uF0C9</i></p>").text, "Word")
  })

  it("keeps formulas whose source is a script, and figures among paragraphs", () => {
    const { markdown } = rendered(
      "<p>Let <script type='math/tex'>x^2</script> be.</p><figure><a href=/f><img src=/f.png alt=F></a></figure><p>End.</p><div><img src=/ad.png></div><div>drop</div>"
    )
    assert.strictEqual(markdown, "Let $x^2$ be.\n\n[![F](https://site.test/f.png)](https://site.test/f)\n\nEnd.")
  })
})

describe("the text of the content", () => {
  const html =
    "<h1>Head</h1><p>One<br>two</p><ul><li>a<ul><li>b</li></ul></li></ul><table><tr><td>1<td>2<tr><td>3<td>4</table><pre>x\n y</pre>"

  it("has blocks apart by blank lines, items and rows on lines of their own", () => {
    const page = pageOf(html)
    const { text } = renderContent(page, wholeOf(page))
    assert.strictEqual(text, "Head\n\nOne\ntwo\n\na\nb\n\n1\t2\n3\t4\n\nx\n y")
    assert.strictEqual(renderText(page, wholeOf(page)), text)
  })

  it("has what the page declares as data after what it shows", () => {
    const page = pageOf("<p>Shown</p>")
    const content = renderContent(page, { ...wholeOf(page), declaredHtml: "<p>Declared <b>too</b></p>" })
    assert.deepStrictEqual(content, { text: "Shown\n\nDeclared too", markdown: "Shown\n\nDeclared **too**" })
  })

  it("has a heading that was added for its readers only in the markdown", () => {
    const page = pageOf("<article><h2>Tides</h2><p>They rise.</p><h2>Winds</h2><p>They blow.</p></article>")
    const addedHeadings = new Set(byTag(page.html.body, "h2").slice(0, 1))
    const { markdown, text } = renderContent(page, { ...wholeOf(page), addedHeadings })
    assert.strictEqual(markdown, "## Tides\n\nThey rise.\n\n## Winds\n\nThey blow.")
    assert.strictEqual(text, "They rise.\n\nWinds\n\nThey blow.")
  })

  it("of deeply nested formulas is read once", () => {
    const page = pageOf(`<math>${"<mrow><msup>".repeat(200)}<mi>x</mi>`)
    assert.match(renderContent(page, wholeOf(page)).text, /x/)
  })

  it("is whole however deep the page nests", () => {
    for (const tag of ["div", "ul><li", "blockquote", "b", "table><tr><td", "font", "a href=/x"]) {
      const page = pageOf(Array.from({ length: 4000 }, (_, index) => `<${tag}>w${index} `).join(""))
      assert.strictEqual(renderContent(page, wholeOf(page)).text.match(/w/g)?.length, 4000, tag)
    }
  })
})
