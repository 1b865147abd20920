import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Frontier, type JobFrontier } from "../../../../src/crawling/crawl/frontier/Frontier.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { testOf } from "./clock.ts"
import { ledgerOf, options, read, settleAll, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const seed = "https://example.com/"
const near = (identity: string, bits: number) => identity.repeat(16) + bits.toString(16).padStart(16, "0")
/** The keys of the articles of the pages, after the seed. */
const keys = [near("a", 0), near("a", 7), near("b", 0), near("a", 0xF0), near("a", 1), near("a", 0xF1), near("b", 15)]
const outcomes: ReadonlyArray<ReadonlyArray<unknown>> = [
  ["stored", undefined],
  ["stored", undefined],
  ["duplicate", { url: `${seed}1`, distance: 3 }],
  ["stored", undefined],
  ["stored", undefined],
  ["duplicate", { url: `${seed}1`, distance: 1 }],
  ["duplicate", { url: `${seed}4`, distance: 1 }],
  ["stored", undefined]
]

/** Pages with the article of another one. */
export const nearDuplicatesContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`near duplicates (${engine.name})`, () => {
    test("are found among the pages of their batch, of earlier ones, and after the frontier was opened again", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const frontiers = yield* Frontier
        const own = { ...options, dedup: "near" } as const
        const { id } = yield* store.create("a", seed, own)
        yield* store.promote(1000)
        const open = frontiers.open({ id, seed: new URL(seed), options: own })
        const links = keys.map((_, at) => `${seed}${at + 1}`)
        yield* Effect.scoped(Effect.gen(function*() {
          const frontier = yield* open
          yield* endPages(frontier, 1, links)
          yield* endPages(frontier, 3, [])
        }))
        yield* store.promote(1000)
        yield* Effect.scoped(Effect.flatMap(open, (frontier) => endPages(frontier, 4, [])))
        const rows = yield* ledgerOf({ id, store })
        assert.deepStrictEqual(rows.map(({ outcome, similar_to }) => [outcome, similar_to]), outcomes)
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
      const seen = { text: lease.url, ...(key === undefined ? {} : { likeness: { near: key, fields: "" } }) }
      yield* frontier.end(lease, visitOf(lease, read(lease.url, links, { textHash: lease.url, seen })))
      left--
    }
  }
  yield* settleAll(frontier)
})
