import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { jsonOf } from "../document-of.ts"
import { inputOf } from "../markdown/page-of.ts"
import { iso, type Newspaper, shapes } from "./newspaper-shapes.ts"
import newspapers from "./newspapers.json" with { type: "json" }

const factsOf = (source: string) =>
  Effect.gen(function*() {
    const input = inputOf(source, "https://www.paper.example/news/2841967")
    const extraction = yield* (yield* Extractor).extract(input)
    const { author, language, published_date, title } = JSON.parse(jsonOf(extraction))
    return { title, author, published_date, language }
  })

/**
 * Croatian is not told from Serbian in Latin letters, nor the signs of Taiwan from those of China: `told` is what an
 * undeclared page gets.
 */
const languageIn = (source: string, { language, told }: Newspaper): string =>
  source.includes("lang=") ? language : told ?? language

layer(Extractor.layerInline)("a newspaper's article in 37 languages", (it) => {
  for (const [shape, page] of Object.entries(shapes)) {
    it.effect(`is read from the mark-up of ${shape}`, () =>
      Effect.forEach(newspapers, (paper: Newspaper) =>
        Effect.map(factsOf(page(paper)), (facts) => {
          const language = languageIn(page(paper), paper)
          const expected = { title: paper.title, author: paper.author, published_date: iso, language }
          assert.deepStrictEqual(facts, expected, paper.language)
        })))
  }
})
