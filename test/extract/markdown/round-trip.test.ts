import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import fc from "fast-check"
import * as fs from "node:fs"
import * as path from "node:path"
import { gunzipSync } from "node:zlib"
import { Document } from "../../../src/core/domain/document/Document.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { buildContent } from "../../../src/extract/markdown/tree/build-content.ts"
import { jsonOf } from "../document-of.ts"
import { anyHtml, anyTagSoup } from "./any-html.ts"
import { parseMarkdown, renderedWords, spokenMarkdown, words } from "./markdown-text.ts"
import { inputOf, pageOf, selectionOf, wholeOf } from "./page-of.ts"

const runs = { numRuns: 200 }

/** Rare ones, which many more runs had found. */
const examples: ReadonlyArray<[string]> = [
  ["<ul>a <ul><ol start=\"9\">!</ol></ul> z</ul>"],
  ["<sup><tr><caption><math>\u0007</math></caption></tr><font>!</font></sup>"],
  ["<tr><li><input type=\"checkbox\"><blockquote><p>!</p></blockquote></li></tr>"]
]

describe("markdown of any HTML", () => {
  for (const [name, arbitrary] of [["elements", anyHtml], ["tag soup", anyTagSoup]] as const) {
    it(`reads back to the text of the content: ${name}`, () => {
      fc.assert(
        fc.property(arbitrary, (html) => {
          const page = pageOf(html)
          const { text } = renderContent(page, wholeOf(page))
          const tree = buildContent(page, wholeOf(page))
          assert.deepStrictEqual(renderedWords(spokenMarkdown(tree), tree.hasMath), words(text))
        }),
        { ...runs, examples: [...examples] }
      )
    })
  }

  it("holds no raw HTML and no link but http, mailto and tel", () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const page = pageOf(html)
        const { hasMath } = buildContent(page, wholeOf(page))
        const tree = JSON.stringify(parseMarkdown(renderContent(page, wholeOf(page)).markdown, hasMath))
        assert.notInclude(tree, "\"type\":\"html\"")
        for (const [, url] of tree.matchAll(/"url":"([^"]*)"/g)) assert.match(url ?? "", /^(?:https?|mailto|tel):/)
      }),
      runs
    )
  })
})

layer(Extractor.layerInline)("the pipeline", (it) => {
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Document))
  it.effect("makes a Document of any HTML", () =>
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const pages = [
        ...fc.sample(anyHtml, 100),
        ...fc.sample(anyTagSoup, 100),
        ...fc.sample(fc.string({ unit: "binary" }), 50)
      ]
      for (const html of pages) {
        const extraction = yield* extractor.extract(inputOf(html))
        const document = decode(jsonOf(extraction))
        assert.strictEqual(document.status, 200)
      }
    }), { tags: "long" })
})

const folder = path.join(import.meta.dirname, "../../../../shared/extraction/html")
const files = fs.existsSync(folder) ? fs.readdirSync(folder).sort().filter((_, index) => index % 150 === 7) : []

describe("whole real pages", () => {
  it.skipIf(files.length === 0)("read back to their text (skipped where ../shared/extraction is absent)", () => {
    for (const file of files) {
      const page = pageOf(gunzipSync(fs.readFileSync(path.join(folder, file))).toString("utf8"))
      const selection = selectionOf(page.html.body)
      const { text } = renderContent(page, selection)
      const tree = buildContent(page, selection)
      assert.deepStrictEqual(renderedWords(spokenMarkdown(tree), tree.hasMath), words(text), file)
    }
  })
})
