import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { ContentNode, ContentRoot } from "../../../src/extract/markdown/ContentNode.ts"
import { isCollapsed } from "../../../src/extract/markdown/is-collapsed.ts"
import { toMarkdown } from "../../../src/extract/markdown/to-markdown.ts"

const element = (name: string, children: ReadonlyArray<ContentNode>): ContentNode => {
  const node = new ContentNode(name)
  for (const child of children) node.append(child)
  return node
}

const text = (data: string): ContentNode => new ContentNode("#text", {}, data)

const paragraph = (...children: ReadonlyArray<ContentNode>): ContentRoot => {
  const root = new ContentRoot()
  root.append(element("P", children))
  return root
}

/** The text of a paragraph without the white space that is not shown. */
const shown = (words: ReadonlyArray<string>): string =>
  words.join("").replaceAll(/[ \n\t]+/g, " ").replaceAll(/^ | $/g, "")

describe("white space before markdown is written", () => {
  it("is collapsed exactly where there is some to collapse", () => {
    const anyWords = fc.array(fc.constantFrom("one", " two", "three ", "a  b", "c\nd", "e\tf", " "), { maxLength: 5 })
    fc.assert(fc.property(anyWords, fc.array(fc.boolean()), (words, isStrong) => {
      const nodes = words.map((word, index) => isStrong[index] === true ? element("CODE", [text(word)]) : text(word))
      const root = paragraph(...nodes)
      const whole = words.join("")
      assert.strictEqual(isCollapsed(root), whole === shown(words), JSON.stringify(words))
    }))
  })

  it("is collapsed in what is written", () => {
    assert.strictEqual(toMarkdown(paragraph(text(" one  two"), text(" "), text(" three\nfour "))), "one two three four")
  })

  it("stays around a picture, and in code blocks", () => {
    const picture = new ContentNode("IMG", { src: "https://site.example/a.png", alt: "a" })
    assert.isTrue(isCollapsed(paragraph(text("one "), picture, text(" two"))))
    const root = new ContentRoot()
    root.append(element("PRE", [text("a  b\n  c")]))
    assert.isTrue(isCollapsed(root))
    assert.strictEqual(toMarkdown(root), "```\na  b\n  c\n```")
  })
})
