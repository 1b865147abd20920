import { assert, describe } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Frontier, type JobFrontier, type Lease } from "../../../../src/crawling/crawl/model/Frontier.ts"
import type { VisitOutcome } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { testOf } from "./clock.ts"
import { ledgerOf, options, read, settleAll, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const seed = "https://example.com/"
const near = (identity: string, bits: number) => identity.repeat(16) + bits.toString(16).padStart(16, "0")
/** The keys of the articles of the pages, after the seed. */
const keys = [near("a", 0), near("a", 7), near("b", 0), near("a", 0xF0), near("a", 1), near("a", 0xF1), near("b", 15)]
const same = "the text of two pages"
const resembling = (
  path: string,
  distance: number
) => ["duplicate", `${seed}${path}`, { url: `${seed}${path}`, distance }]
const outcomes: ReadonlyArray<ReadonlyArray<unknown>> = [
  ["stored", undefined, undefined],
  ["stored", undefined, undefined],
  resembling("1", 3),
  ["stored", undefined, undefined],
  ["stored", undefined, undefined],
  resembling("1", 1),
  resembling("4", 1),
  ["stored", undefined, undefined],
  ["duplicate", `${seed}3`, undefined]
]

/** Pages with the article of another one, and with the same text. */
export const duplicatesContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`duplicates (${engine.name})`, () => {
    test("are found among the pages of their batch, of earlier ones, and after the frontier was opened again", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const frontiers = yield* Frontier
        const own = { ...options, dedup: "near" } as const
        const { id } = yield* store.create("a", seed, own)
        yield* store.promote(1000)
        const open = frontiers.open({ id, seed: new URL(seed), options: own })
        const links = [...keys, undefined].map((_, at) => `${seed}${at + 1}`)
        yield* Effect.scoped(Effect.gen(function*() {
          const frontier = yield* open
          yield* endPages(frontier, 1, links)
          yield* endPages(frontier, 3, [])
        }))
        yield* store.promote(1000)
        yield* Effect.scoped(Effect.flatMap(open, (frontier) => endPages(frontier, 5, [])))
        const rows = yield* ledgerOf({ id, store })
        assert.deepStrictEqual(
          rows.map(({ duplicate_of, outcome, similar_to }) => [outcome, duplicate_of, similar_to]),
          outcomes
        )
      }).pipe(Effect.provide(engine.layer())))

    test("that were not requested are free, and refused pages have their rights, also after the frontier was opened again", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const frontiers = yield* Frontier
        const own = { ...options, max_pages: 3 }
        const { id } = yield* store.create("a", seed, own)
        yield* store.promote(1000)
        const open = frontiers.open({ id, seed: new URL(seed), options: own })
        const rights = { uses: { "ai-train": "no" }, sources: [{ from: "robots.txt" }] } as const
        const outcomeOf = (lease: Lease): VisitOutcome => {
          if (lease.seq === 2) return { _tag: "Elsewhere", equivalent: `${seed}1` }
          if (lease.seq !== 3) return read(lease.url, [1, 2, 3].map((n) => `${seed}${n}`))
          return { _tag: "NoPage", code: "purpose_refused", detail: "refused", rights }
        }
        const endAll = Effect.gen(function*() {
          const frontier = yield* open
          yield* frontier.knows(seed)
          for (const lease of yield* frontier.lease(2)) yield* frontier.end(lease, visitOf(lease, outcomeOf(lease)))
          yield* settleAll(frontier)
        })
        for (let round = 0; round < 3; round++) {
          yield* store.promote(1000)
          yield* Effect.scoped(endAll)
        }
        const rows = yield* ledgerOf({ id, store })
        assert.deepStrictEqual(
          rows.map(({ code, duplicate_of, outcome, rights }) => [outcome, code, duplicate_of, rights]),
          [
            ["stored", "", undefined, undefined],
            ["stored", "", undefined, undefined],
            ["duplicate", "already_crawled", `${seed}1`, undefined],
            ["skipped", "purpose_refused", undefined, rights]
          ]
        )
        assert.deepInclude((Option.getOrThrow(yield* store.get("a", id))).job.stats, { crawled: 2, duplicates: 1 })
      }).pipe(Effect.provide(engine.layer())))
  })
}

/** Ends this number of pages, then settles them together. */
const endPages = Effect.fnUntraced(function*(frontier: JobFrontier, count: number, links: ReadonlyArray<string>) {
  // The first one waits for the replay of the journal.
  yield* frontier.knows(seed)
  let left = count
  while (left > 0) {
    for (const lease of yield* frontier.lease(left)) {
      const key = keys[lease.seq - 1]
      const text = lease.seq === 3 || lease.seq === 8 ? same : lease.url
      const seen = { text, ...(key === undefined ? {} : { likeness: { near: key, fields: "" } }) }
      yield* frontier.end(lease, visitOf(lease, read(lease.url, links, { textHash: text, seen })))
      left--
    }
  }
  yield* settleAll(frontier)
})
