import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { Document } from "../../src/core/domain/document/Document.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import { renderContent } from "../../src/extract/markdown/render-content.ts"
import { buildContent } from "../../src/extract/markdown/tree/build-content.ts"
import { jsonOf } from "./document-of.ts"
import { renderedWords, spokenMarkdown, words } from "./markdown/markdown-text.ts"
import { inputOf, pageOf, wholeOf } from "./markdown/page-of.ts"

/**
 * A folder is a case: `source.html` is a page at https://site.test/dir/page.html; `expected.md` is how its article (or
 * else its whole body) reads as markdown; `expected.json` is a part of the Document that the whole pipeline makes of
 * it: the keys given must be as given, in lists each element in its place.
 */
const folder = path.join(import.meta.dirname, "cases")
const names = fs.readdirSync(folder).sort()

const read = (name: string, file: string): string | undefined => {
  const found = path.join(folder, name, file)
  return fs.existsSync(found) ? fs.readFileSync(found, "utf8") : undefined
}

const sourceOf = (name: string): string => read(name, "source.html") ?? assert.fail(`${name} has no source.html`)

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Document))

it("there are at least 80 cases, each with something expected", () => {
  assert.isAtLeast(names.length, 80)
  const idle = names.filter((name) =>
    read(name, "expected.md") === undefined && read(name, "expected.json") === undefined
  )
  assert.deepStrictEqual(idle, [])
})

describe("the markdown of a page", () => {
  for (const name of names) {
    const expected = read(name, "expected.md")
    if (expected === undefined) continue
    it(name, () => {
      const page = pageOf(sourceOf(name))
      const { markdown, text } = renderContent(page, wholeOf(page))
      assert.strictEqual(`${markdown}\n`, expected)
      const tree = buildContent(page, wholeOf(page))
      assert.deepStrictEqual(renderedWords(spokenMarkdown(tree), tree.hasMath), words(text))
    })
  }
})

layer(Extractor.layerInline)("the Document of a page", (it) => {
  for (const name of names) {
    const expected = read(name, "expected.json")
    if (expected === undefined) continue
    it.effect(name, () =>
      Effect.gen(function*() {
        const extractor = yield* Extractor
        const extraction = yield* extractor.extract(inputOf(sourceOf(name)))
        const document = decode(jsonOf(extraction))
        assert.deepStrictEqual(project(document, JSON.parse(expected)), JSON.parse(expected))
      }))
  }
})

/** Part of `value` that the pattern describes. */
const project = (value: unknown, pattern: unknown): unknown => {
  if (Array.isArray(value) && Array.isArray(pattern)) return value.map((item, index) => project(item, pattern[index]))
  if (!isRecord(value) || !isRecord(pattern)) return value
  return Object.fromEntries(Object.keys(pattern).map((key) => [key, project(value[key], pattern[key])]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
