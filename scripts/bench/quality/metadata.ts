import { Effect, Layer } from "effect"
import { Content } from "../../../src/extract/stages/Content.ts"
import { Metadata } from "../../../src/extract/stages/Metadata.ts"
import { Parse } from "../../../src/extract/stages/Parse.ts"
import { inputOf, type RealPage, realPages } from "../../support/real-pages.ts"

/**
 * Title, author and date over the shared set of real pages against its truth: exact where the truth has one, and how
 * often one is given where it has none. `npm run bench -- metadata --misses author` lists what differs, one page a line.
 */
const rows = realPages()

const factsOf = Effect.fnUntraced(function*(row: RealPage) {
  const page = yield* (yield* Parse).parse(inputOf(row))
  const content = yield* (yield* Content).content(page)
  const started = performance.now()
  const facts = yield* (yield* Metadata).metadata(page, content)
  return { facts, cost: performance.now() - started }
})

const stages = Layer.mergeAll(Parse.layer, Content.layer, Metadata.layer)
const found = await Effect.runPromise(Effect.forEach(rows, factsOf).pipe(Effect.provide(stages)))

const fold = (text: string | null): string => (text ?? "").toLowerCase().replace(/\s+/g, " ").trim()

const fields = [
  { name: "title", truth: (row: RealPage) => fold(row.title), given: "title" },
  { name: "author", truth: (row: RealPage) => fold(row.author), given: "author" },
  { name: "date", truth: (row: RealPage) => fold(row.publish_date).slice(0, 10), given: "published_date" }
] as const

const pages = rows.map((row, index) => ({ row, ...found[index]! }))

const tally = (list: typeof pages) =>
  Object.fromEntries(fields.flatMap(({ given, name, truth }) => {
    const known = list.filter(({ row }) => truth(row) !== "")
    const unknown = list.filter(({ row }) => truth(row) === "")
    const exact = known.filter(({ facts, row }) => fold(facts[given]) === truth(row))
    const wrong = known.filter(({ facts, row }) => facts[given] !== "" && fold(facts[given]) !== truth(row))
    const extra = unknown.filter(({ facts }) => facts[given] !== "")
    const share = (part: number, whole: number): string =>
      whole === 0 ? "" : `${(100 * part / whole).toFixed(1)}% of ${whole}`
    return [
      [name, share(exact.length, known.length)],
      [`${name} wrong`, share(wrong.length, known.length)],
      [`${name} extra`, share(extra.length, unknown.length)]
    ]
  }))

const types = [...new Set(rows.map(({ page_type }) => page_type))].sort()
console.table({
  all: tally(pages),
  ...Object.fromEntries(types.map((type) => [type, tally(pages.filter(({ row }) => row.page_type === type))]))
})

const costs = pages.map(({ cost }) => cost).sort((a, b) => a - b)
console.log(
  `metadata ms a page: median ${costs[costs.length >> 1]?.toFixed(2)}, p99 ${
    costs[Math.floor(costs.length * 0.99)]?.toFixed(1)
  }`
)

const asked = process.argv.includes("--misses") ? process.argv[process.argv.indexOf("--misses") + 1] : undefined
for (const { given, name, truth } of fields.filter((field) => field.name === asked)) {
  for (const { facts, row } of pages) {
    if (fold(facts[given]) === truth(row)) continue
    console.log(
      JSON.stringify({ id: row.id, type: row.page_type, truth: truth(row), [name]: facts[given], url: row.url })
    )
  }
}
