import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Document } from "../../../src/domain/Document.ts"
import type { PageOptions } from "../../../src/domain/PageOptions.ts"
import { parseSelector } from "../../../src/domain/Selector.ts"
import type { PageElement } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { foldedText } from "../../../src/extract/dom/walk.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { textFragment } from "../../../src/extract/markdown/text-fragment.ts"
import { Budget, findElements } from "../../../src/extract/select/find-elements.ts"
import { jsonOf } from "../document-of.ts"
import { inputOf } from "../markdown/page-of.ts"

const html = `<!doctype html><title>Tides</title><body><nav><a href=/>Home</a></nav><main id=content>
<h1>How tides are predicted</h1>
<p>A tide table is printed <b>a year ahead</b>, and nobody is surprised by it; the moon, after all, is very regular in its ways.</p>
<div><p>High water follows the moon by the same delay each day at <a href=/h>the harbour</a>[^1], give or take the weather.</p>
<ul><li>Springs are high.<li>Neaps are low.<ul><li>Very low.</ul></ul></div>
<blockquote><p>The sea waits for no one, said the harbour master, and looked at his watch.</p></blockquote>
<pre>tide(now)\n  + 1</pre><table><tr><th>Day<th>Time<tr><td>Monday<td>06:12</table>
Words of no element of their own, with <i>some in italics</i> between them, end the page.</main><footer>End</footer>`

const blocksOf = (source: string, options: PageOptions = {}) =>
  Effect.gen(function*() {
    const page = { ...inputOf(source), options: { fields: ["markdown", "blocks"] as const, ...options } }
    const document = JSON.parse(jsonOf(yield* (yield* Extractor).extract(page))) as Document // our own encoding
    return { markdown: document.markdown, blocks: document.blocks ?? [] }
  })

const elementAt = (source: string, path: string): PageElement | undefined => {
  const found = findElements(parseHtml(source), Result.getOrThrow(parseSelector(path)), new Budget(1e6))
  assert.lengthOf(found, 1, path)
  return found[0]
}

layer(Extractor.layerInline)("the blocks of a content", (it) => {
  it.effect("cover the markdown, and each names the element that it comes from", () =>
    Effect.gen(function*() {
      const { blocks, markdown } = yield* blocksOf(html)
      assert.deepStrictEqual(blocks.map(({ path }) => path), [
        "#content > h1:nth-child(1)",
        "#content > p:nth-child(2)",
        "#content > div:nth-child(3) > p:nth-child(1)",
        "#content > div:nth-child(3) > ul:nth-child(2)",
        "#content > blockquote:nth-child(4)",
        "#content > pre:nth-child(5)",
        "#content > table:nth-child(6)",
        "#content"
      ])
      let at = 0
      for (const block of blocks) {
        assert.match(markdown.slice(at, block.start), /^\n*$/)
        assert.strictEqual(markdown.slice(block.start, block.end), block.markdown)
        at = block.end
        const text = foldedText(elementAt(html, block.path) ?? assert.fail())
        const [address = "", fragment = ""] = block.url.split("#:~:text=")
        assert.strictEqual(address, "https://site.test/dir/page.html")
        for (const part of fragment.split(",")) assert.include(text, decodeURIComponent(part))
      }
      assert.strictEqual(markdown.slice(at).trim(), "")
    }))

  it.effect("keep their paths in the page when elements are excluded", () =>
    Effect.gen(function*() {
      const { blocks } = yield* blocksOf(html, { exclude_selectors: ["h1", "div > p", "pre"] })
      for (const { markdown, path } of blocks) {
        const [word = ""] = /\p{L}{4,}/u.exec(markdown) ?? []
        assert.include(foldedText(elementAt(html, path) ?? assert.fail()), word)
      }
      assert.include(blocks.map(({ path }) => path), "#content > table:nth-child(6)")
    }))

  it.effect("are not there unless somebody asks, and have no path where there is no element", () =>
    Effect.gen(function*() {
      const whole = JSON.parse(jsonOf(yield* (yield* Extractor).extract(inputOf(html)))) as Document
      assert.notProperty(whole, "blocks")
      const read = function*(body: string, mediaType: string) {
        const page = { ...inputOf(body), mediaType, options: { fields: ["blocks"] as const } }
        return JSON.parse(jsonOf(yield* (yield* Extractor).extract(page))) as Pick<Document, "blocks">
      }
      assert.deepStrictEqual((yield* read("a,b\n1,2\n", "text/csv")).blocks?.map(({ path }) => path), [""])
      assert.deepStrictEqual(yield* read("Some words.", "text/plain"), { blocks: [] })
    }))

  it.effect("take the title of the page's head for a block of its own", () =>
    Effect.gen(function*() {
      const { blocks } = yield* blocksOf(html.replaceAll("id=content", "id=content class=x").replace("#", "\\#"))
      assert.include(blocks[0]?.markdown ?? "", "How tides are predicted")
      assert.strictEqual(textFragment("one-two, three & four"), "#:~:text=one%2Dtwo%2C%20three%20%26%20four")
      assert.strictEqual(
        textFragment("a b c d e f g h i j k l m n"),
        "#:~:text=a%20b%20c%20d%20e%20f,i%20j%20k%20l%20m%20n"
      )
      assert.strictEqual(textFragment("a b\nc d"), "#:~:text=a%20b,c%20d")
      assert.strictEqual(textFragment(" \n"), "")
      assert.strictEqual(textFragment(`${"x".repeat(1000)} b`), "")
      const chinese = "市政府召开新闻发布会，介绍今年以来的经济发展情况，并回答了记者的提问。"
      const [, head = "", tail = ""] = /text=(.*),(.*)$/.exec(decodeURIComponent(textFragment(chinese.repeat(9)))) ?? []
      assert.isTrue(chinese.startsWith(head) && chinese.endsWith(tail) && head.length > 5 && tail.length < 20)
      assert.strictEqual(decodeURIComponent(textFragment("东京 Tokyo、2020 年")), "#:~:text=东京 Tokyo、2020 年")
    }))
})
