import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { documentOf, jsonOf } from "../document-of.ts"
import { inputOf } from "../markdown/page-of.ts"
import { iso, type Newspaper, shapes } from "./newspaper-shapes.ts"

/** The content of a heading, and its headline. */
const headings: ReadonlyArray<readonly [heading: string, title: string]> = [
  [
    "<span class='label label--green'>News</span><span class=label-append>&nbsp;</span>The ferry is back",
    "The ferry is back"
  ],
  [
    "<div class=topic-badge>Sold</div> <span class=prefix>Used</span> <span>The ferry is back</span>",
    "The ferry is back"
  ],
  ["<span>News</span> The ferry is back", "News The ferry is back"],
  ["<span class=label>The ferry is back</span>", "The ferry is back"]
]

describe("a headline without the labels before it", () => {
  for (const [heading, title] of headings) {
    it.effect(heading, () =>
      Effect.gen(function*() {
        const page = `<title>News - The ferry is back | Harbour Post</title><h1>${heading}</h1><p>Text.</p>`
        assert.strictEqual((yield* documentOf(page)).title, title)
      }))
  }
})

const pageWith = (lines: number, title: string) =>
  `<html><head><title>${title}</title></head><body>
<h1>The Harbour Post</h1>
${"<div>one of many lines of a menu</div><div> </div>".repeat(lines)}
<div>By Anna Berg</div><h1>The ferry to the islands was late again</h1>
<p>${"The ferry to the islands was late again, and the weather is not to blame. ".repeat(20)}</p>
</body></html>`

describe("the byline of a headline far below the start of a page", () => {
  for (const lines of [10, 100, 600, 5000]) {
    it.effect(`is found below ${lines} lines`, () =>
      Effect.gen(function*() {
        const { author } = yield* documentOf(pageWith(lines, "The ferry to the islands was late again"))
        assert.strictEqual(author, "Anna Berg")
      }))
  }

  it.effect("is not taken from a line above a heading that the title does not have", () =>
    Effect.gen(function*() {
      const { author } = yield* documentOf(pageWith(600, "Timetables"))
      assert.strictEqual(author, "")
    }))

  it.effect("is found in a box whose name says comments, below many such boxes without it", () =>
    Effect.gen(function*() {
      const title = "The ferry to the islands was late again"
      const { author } = yield* documentOf(
        `<title>${title}</title><body>${"<div class=comments>a menu</div>".repeat(150)}
<div class="comments"><div class="byline">By Anna Berg</div><h1>${title}</h1>
<p>${`${title}, and the weather is not to blame. `.repeat(20)}</p></div></body>`
      )
      assert.strictEqual(author, "Anna Berg")
    }))
})

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
