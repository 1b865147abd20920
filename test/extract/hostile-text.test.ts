import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../src/extract/Extractor.ts"
import { renderContent } from "../../src/extract/markdown/render-content.ts"
import { ContentNode } from "../../src/extract/markdown/tree/ContentNode.ts"
import { largest } from "../../src/extract/media/image-source.ts"
import { nameIn, nameInLine } from "../../src/extract/metadata/authors/byline.ts"
import type { ParsedPage, Selection } from "../../src/extract/Page.ts"
import { datedPaths, titledPaths } from "../../src/extract/rules/metadata.ts"
import { growsInProportion } from "../support/processes/cpu-time.ts"
import { documentOf, jsonOf } from "./document-of.ts"
import { inputOf, pageOf, wholeOf } from "./markdown/page-of.ts"

/** Each of these took from seconds to hours when the work was quadratic in the text. */
const many = 50_000

const whole = (source: string): readonly [ParsedPage, Selection] => {
  const page = pageOf(source)
  return [page, wholeOf(page)]
}

describe("a long run of one kind costs its length", () => {
  it.effect("as the name in a byline", () =>
    growsInProportion(many, (length) =>
      Effect.sync(() => {
        assert.strictEqual(nameIn(["汉".repeat(length)]), "")
        assert.strictEqual(nameIn(["a".repeat(length)]), "")
        assert.strictEqual(nameInLine(`By ${"A ".repeat(length)}`), "")
      })))

  it.effect("as a formula", () =>
    growsInProportion(many, (length) =>
      Effect.sync(() => {
        const formula = (alt: string) => renderContent(...whole(`<p>x <img class="latex" alt="${alt}"> y</p>`)).markdown
        assert.strictEqual(formula("{\\displaystyle  x^2}"), "x $x^2$ y")
        assert.strictEqual(formula("$$x^2$$"), "x $x^2$ y")
        assert.include(formula(`{\\displaystyle ${" ".repeat(length)}x`), "displaystyle")
        assert.include(formula(`a${"$".repeat(length)}x`), "a$$")
      })))

  it.effect("as the stars of code in bold", () =>
    growsInProportion(many, (length) =>
      Effect.sync(() => {
        const stars = "*".repeat(length)
        assert.strictEqual(
          renderContent(...whole(`<p><b>a<code>${stars}</code></b></p>`)).markdown,
          `**a\`${stars}\`**`
        )
      })))

  it("as a set of sources", () => {
    assert.deepStrictEqual(largest("a.png, b.png 2x, c.png 1.5x"), { url: "b.png", size: 2 })
    assert.deepStrictEqual(largest("a,b.png 640w,c.png 320w"), { url: "a,b.png", size: 640 })
    assert.deepStrictEqual(largest("a.png 1x 2h, b.png"), { url: "b.png", size: 1 })
    assert.deepStrictEqual(largest("  data:a,b 2x,, c.png"), { url: "c.png", size: 1 })
    assert.isUndefined(largest("# 2x"))
    for (let set = 0; set < 500; set++) assert.isUndefined(largest(`${"a".repeat(8000)} x`))
  })

  it.effect("as the path of an address", () =>
    growsInProportion(many, (length) =>
      Effect.sync(() => {
        for (const path of [datedPaths, titledPaths]) {
          assert.isFalse(path.test(`/${"a".repeat(length)}`))
          assert.isFalse(path.test(`/${"a-/".repeat(length)}`))
          assert.isTrue(path.test(`/${"a".repeat(length)}-b-c-d`))
        }
      })))
})

describe("text that opens again and again what it never closes costs its length", () => {
  const pageWith = (head: string, body = "<p>Some words.</p>") =>
    documentOf(`<!doctype html>${head}<main>${body}</main>`)

  it.effect("tags in a text of JSON-LD", () =>
    growsInProportion(many, (length) =>
      Effect.gen(function*() {
        const body = JSON.stringify("<a".repeat(length)).replaceAll("<", "\\u003c")
        const { metadata } = yield* pageWith(
          `<script type="application/ld+json">{"@type":"Article","articleBody":${body}}</script>`
        )
        assert.lengthOf(metadata.json_ld, 1)
      })))

  it.effect("a type of JSON-LD that never comes", () =>
    growsInProportion(many, (length) =>
      Effect.gen(function*() {
        const { text } = yield* pageWith(
          `<script type="application/ld+json">{"@type":${" ".repeat(length)}x</script>`
        )
        assert.strictEqual(text, "Some words.")
      })))

  it.effect("an assignment of data that goes on", () =>
    growsInProportion(many, (length) =>
      Effect.gen(function*() {
        const { text } = yield* pageWith(`<script>a = []${" ".repeat(length)}x</script>`, "<p>Word.</p>")
        assert.strictEqual(text, "Word.")
      })))

  it.effect("spaces in the alternative text of a linked picture", () =>
    growsInProportion(many, (length) =>
      Effect.gen(function*() {
        const { markdown } = yield* pageWith(
          "",
          `<p>See <a href="/a">x<img src="/a.png" alt="a${"\t".repeat(length)}b">x</a></p>`
        )
        assert.include(markdown, "](https://site.test/a)")
      })))

  it.effect("a title of one word's beginnings", () =>
    growsInProportion(many, (length) =>
      Effect.gen(function*() {
        const { title } = yield* pageWith(`<title>${"confirm".repeat(length / 5)}</title>`)
        assert.isAbove(title.length, length)
      })))
})

describe("bounds", () => {
  it("a text node keeps its last characters apart, however long it grows", () => {
    const node = new ContentNode("#text", {}, "begins ")
    for (let word = 0; word < 1000; word++) node.write(`word${word} `)
    assert.strictEqual(node.end, node.data.slice(-60))
    node.write("x".repeat(1000))
    assert.strictEqual(node.end, "x".repeat(60))
  })

  it("a name is read in the beginning of a byline", () => {
    assert.strictEqual(nameIn([`By Anna Berg | ${"more ".repeat(1000)}`]), "Anna Berg")
    assert.strictEqual(nameIn([`${"word ".repeat(60)} May 3, 2024`]), "")
  })
})

describe("an element of very many names", () => {
  it.effect("for places in a list", () =>
    growsInProportion(many, (length) =>
      Effect.gen(function*() {
        const entry = `<li class="${"odd ".repeat(length)}">An <a href="/x">entry</a> with text</li>`
        const { text } = yield* documentOf(`<ul>${entry.repeat(3)}</ul>`)
        assert.include(text, "with text")
      })))

  it.effect("is a value of the first of them", () =>
    Effect.gen(function*() {
      const names = Array.from({ length: 5000 }, (_, index) => `n${index}`).join(" ")
      const value = "word ".repeat(1000)
      const { metadata } = yield* documentOf(`<div itemscope><p itemprop="${names}" content="${value}">x</p></div>`)
      assert.lengthOf(Object.keys(metadata.microdata[0] ?? {}), 21)
    }))
})

describe("a page of very many small elements", () => {
  it.effect("is read", () =>
    Effect.gen(function*() {
      const { text } = yield* documentOf(`<p>${"<span>ab cd</span>".repeat(40_000)}</p>`)
      assert.lengthOf(text, 40_000 * "ab cd".length)
    }))
})

layer(Extractor.layerInline)("the Document's JSON", (it) => {
  it.effect("is one line to every reader of lines", () =>
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const source = "<title>a\u2028b</title><p>One\u2028two\u2029three\u0085four, and a word more.</p>"
      const extraction = yield* extractor.extract({ ...inputOf(source), options: { include_html: true } })
      const text = jsonOf(extraction)
      assert.notMatch(text, /[\n\r\u0085\u2028\u2029]/)
      assert.strictEqual(JSON.parse(text).html, source)
    }))
})
