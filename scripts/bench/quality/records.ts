import { Effect, Layer } from "effect"
import { parseArgs } from "node:util"
import type { PageRecord } from "../../../src/core/domain/document/Document.ts"
import { Content } from "../../../src/extract/stages/Content.ts"
import { Metadata } from "../../../src/extract/stages/Metadata.ts"
import { Parse } from "../../../src/extract/stages/Parse.ts"
import { Records } from "../../../src/extract/stages/Records.ts"
import { addressOf, inputOf, type RealPage, realPages } from "../../support/real-pages.ts"
import {
  type PageLabels,
  type RecordScore,
  scoreRecords,
  sumScores,
  tableOf
} from "../support/extraction/record-score.ts"
import labels from "./records-labels.json" with { type: "json" }

/**
 * Records of 60 labelled pages of the general set: 30 listings and collections, 20 products, 6 articles and 4 others,
 * the first of their types by SHA-256 of the id. `npm run bench -- records [--misses ID]`. Odd pages in that order are
 * held out of tuning. The labels were read by eye from the pages of WCXB (Murrough Foley, CC-BY-4.0); the pages are not
 * part of this repository.
 */
const { values: options } = parseArgs({ strict: false, options: { misses: { type: "string" } } })
const pages = new Map(realPages().map((page) => [page.id, page]))

const recordsOf = Effect.fnUntraced(function*(row: RealPage) {
  const page = yield* (yield* Parse).parse(inputOf(row))
  const content = yield* (yield* Content).content(page)
  const facts = yield* (yield* Metadata).metadata(page, content)
  return yield* (yield* Records).records(page, content, facts)
})

const stages = Layer.mergeAll(Parse.layer, Content.layer, Metadata.layer, Records.layer)

const scored = await Effect.runPromise(
  Effect.forEach(labels as ReadonlyArray<PageLabels>, (label) =>
    Effect.gen(function*() {
      const row = pages.get(label.id)
      if (row === undefined) return yield* Effect.die(`page ${label.id} is not in the set`)
      const records = yield* recordsOf(row)
      return { label, records, score: scoreRecords(label, records, addressOf(row)) }
    })).pipe(Effect.provide(stages))
)

const sumOf = (test: (label: PageLabels) => boolean): RecordScore =>
  sumScores(scored.filter(({ label }) => test(label)).map(({ score }) => score))

console.table({
  all: tableOf(sumOf(() => true)),
  tuned: tableOf(sumOf(({ held }) => !held)),
  "held out": tableOf(sumOf(({ held }) => held)),
  ...Object.fromEntries(
    ["list", "product", "article", "other"].map((kind) => [kind, tableOf(sumOf((label) => label.kind === kind))])
  )
})

const brief = ({ image, name, price, source, type, url }: PageRecord): string =>
  JSON.stringify({ source, type, name: name.slice(0, 80), price, image: image.slice(-50), url: url.slice(0, 90) })

for (const { label, records, score } of scored) {
  if (options.misses !== "all" && options.misses !== label.id) continue
  console.log(label.id, label.kind, label.held ? "held out" : "", JSON.stringify(tableOf(score)))
  for (const miss of score.misses) console.log(`  ${miss}`)
  if (options.misses === label.id) { for (const record of records) console.log(`  ${brief(record)}`) }
}
