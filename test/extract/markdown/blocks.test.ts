import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import { parseSelector } from "../../../src/core/domain/document/parse-selector.ts"
import type { PageOptions } from "../../../src/core/domain/options/PageOptions.ts"
import type { PageElement } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { directive, quoteOf } from "../../../src/extract/dom/text-fragment.ts"
import { byTag, foldedText } from "../../../src/extract/dom/walk.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { quoteWriter } from "../../../src/extract/markdown/page-quotes.ts"
import { Budget } from "../../../src/extract/select/Budget.ts"
import { findElements } from "../../../src/extract/select/find-elements.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"
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

const textFragment = (text: string) => directive(quoteOf(text) ?? {})

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
        const [, words = ""] = /^(?:[^,]*-,)?(.*)$/.exec(block.url.split("#:~:text=")[1] ?? "") ?? []
        assert.match(block.url, /^https:\/\/site\.test\/dir\/page\.html#:~:text=/)
        for (const part of words.split(",")) assert.include(text, decodeURIComponent(part))
      }
      assert.strictEqual(markdown.slice(at).trim(), "")
    }))

  it.effect("are told apart by the words beside them where their own words stand in the page before", () =>
    Effect.gen(function*() {
      const filler = "Some words that nobody reads twice, however long the evening by the sea may be."
      const { blocks } = yield* blocksOf(
        `<title>t</title><body><nav><a href=/>Spring tides</a></nav><main><h1>Tides of the cape</h1>
        <h2>Spring <b>tides</b></h2><p>${filler} The first of them.</p><h2>Costs</h2><p>${filler} The second.</p>
        <p>Two to three days</p><p>${filler} The third.</p><h2>Costs</h2><p>One more sentence, which is short.</p>
        <p>Two to three days</p><p>${filler} The end.</p><p>Springs</p></main>`
      )
      const told = blocks.map(({ url }) => decodeURIComponent(url.split("text=")[1] ?? ""))
      assert.deepStrictEqual(told, [
        "Tides of the cape",
        "Tides of the cape-,Spring tides",
        "Some words that nobody reads twice,,may be. The first of them.",
        "Costs",
        "Costs-,Some words that nobody reads twice,,the sea may be. The second.",
        "Two to three days",
        "Two to three days-,Some words that nobody reads twice,,the sea may be. The third.",
        "may be. The third.-,Costs",
        "One more sentence, which is short.",
        "sentence, which is short.-,Two to three days",
        "Two to three days-,Some words that nobody reads twice,,the sea may be. The end.",
        "Springs"
      ])
    }))

  it.effect("are found whole in Turkish and Greek, where a letter changes its number or form with its case", () =>
    Effect.gen(function*() {
      const texts = ["Bir iki üç dört Ankara.", "Bir iki üç dört İstanbul.", "Ένα δύο τρία τέσσερα ΟΔΟΣ."]
      const { blocks } = yield* blocksOf(`<main><p>${texts.join("<p>").replace("ΟΣ", "Ο<b>Σ</b>")}</main>`)
      assert.deepStrictEqual(blocks.map(({ url }) => decodeURIComponent(url.split("text=")[1] ?? "")), texts)
    }))

  it.effect("are told apart within a bound, however often a page says the same", () =>
    growsInProportion(8_000, (times) =>
      Effect.sync(() => {
        const { document } = parseHtml("<p>The same words, again and again.</p>".repeat(times))
        const all = byTag(document, "p")
        const quote = quoteWriter(document, new Set(all))
        for (const element of all) assert.match(quote(foldedText(element), element), /^#:~:text=/)
      })))

  it.effect("are quoted as far as a browser finds them: spaces that do not break are not folded", () =>
    Effect.gen(function*() {
      const { blocks } = yield* blocksOf(
        "<main><p>Two&nbsp;words and some more of them&nbsp; |&nbsp; at the end</p></main>"
      )
      assert.match(blocks[0]?.url ?? "", /#:~:text=Two%20words%20and%20some$/)
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
