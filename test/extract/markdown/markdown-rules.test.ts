import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type MarkdownRule, MarkdownRules } from "../../../src/extract/markdown/MarkdownRules.ts"
import { ContentNode } from "../../../src/extract/markdown/tree/ContentNode.ts"
import { Content } from "../../../src/extract/stages/Content.ts"
import { pageOf } from "./page-of.ts"

const source = `<main><h1>Harbour</h1><p>Tides_of the <a href="/sea">sea*s</a> <b>rise</b> and <i>fall</i>.</p>
  <pre>a_b = *c</pre><ul><li>low_ <code>a_b</code></li><li>high <img src="/a.png" alt="A pier"></li></ul></main>`

const markdownWith = (...rules: ReadonlyArray<MarkdownRule>) =>
  Effect.gen(function*() {
    return (yield* (yield* Content).content(pageOf(source))).markdown
  }).pipe(Effect.provide(Content.layer.pipe(Layer.provide(Layer.succeed(MarkdownRules, rules)))))

describe("markdown rules of an application", () => {
  it.effect("come before ours, by a node's name", () =>
    Effect.gen(function*() {
      const markdown = yield* markdownWith({ filter: "A", replacement: (content) => content })
      assert.include(markdown, "the sea\\*s **rise** and *fall*.")
      assert.include(markdown, "- high ![A pier](https://site.test/a.png)")
    }))

  it.effect("come before ours, by a test that sees what is around and in a node", () =>
    Effect.gen(function*() {
      const markdown = yield* markdownWith({
        filter: ({ nodeName, parentNode }) => nodeName === "IMG" && parentNode?.parentNode?.nodeName === "LI",
        replacement: (_, image) => `(picture: ${image.getAttribute("alt")})`
      }, {
        filter: "H1",
        replacement: (content, { firstChild, textContent }) =>
          `\n\n${content}\n${"=".repeat(textContent.length)}${firstChild?.nodeValue === content ? "" : "?"}\n\n`
      })
      assert.include(markdown, "- high (picture: A pier)")
      assert.isTrue(markdown.startsWith("Harbour\n=======\n\n"))
    }))

  it.effect("leave the escapes as they are: each text node is escaped for where it stands", () =>
    Effect.gen(function*() {
      const plain = yield* markdownWith()
      const marked = yield* markdownWith({ filter: "CODE", replacement: (_, { textContent }) => `<${textContent}>` })
      assert.include(plain, "- low\\_ `a_b`")
      assert.strictEqual(marked, plain.replace("`a_b`", "<a_b>"))
    }))
})

describe("a content node", () => {
  const tree = (): ContentNode => {
    const root = new ContentNode("DIV")
    const paragraph = new ContentNode("P")
    paragraph.append(new ContentNode("#text", {}, "Made of "))
    const link = new ContentNode("A", { href: "/oak" }, "oak")
    paragraph.append(link)
    paragraph.append(new ContentNode("IMG", { src: "/a.png" }))
    root.append(paragraph)
    return root
  }

  it("answers as the DOM does", () => {
    const root = tree()
    const paragraph = root.firstChild
    assert.strictEqual(root.textContent, "Made of oak")
    assert.strictEqual(paragraph?.firstChild?.nextSibling?.nodeName, "A")
    assert.isNull(paragraph?.nodeValue)
    assert.deepStrictEqual(root.getElementsByTagName("IMG").map((image) => image.parentNode), [paragraph])
  })

  it("copies all that is below, and no more is shared", () => {
    const root = tree()
    const copy = root.cloneNode(true)
    const [paragraph] = copy.childNodes
    const [text] = paragraph?.childNodes ?? []
    if (paragraph === undefined || text === undefined) return assert.fail("nothing was copied")
    paragraph.removeChild(text)
    assert.strictEqual(copy.textContent, "oak")
    assert.isNull(paragraph.firstChild?.previousSibling)
    assert.strictEqual(root.textContent, "Made of oak")
    assert.lengthOf(root.cloneNode().childNodes, 0)
  })
})
