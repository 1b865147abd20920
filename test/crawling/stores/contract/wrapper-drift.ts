import { assert, describe } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { CrawlOptions } from "../../../../src/core/domain/job/Job.ts"
import { driftsOf } from "../../../../src/core/domain/job/JobDrift.ts"
import { Nodes } from "../../../../src/crawling/jobs/Nodes.ts"
import { findDrift } from "../../../../src/crawling/wrappers/find-drift.ts"
import { type StoredWrapper, WrapperStore } from "../../../../src/crawling/wrappers/WrapperStore.ts"
import { testOf } from "./clock.ts"
import { crawling, read, seed } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const schema: CrawlOptions["schema"] = { type: "object", properties: { price: { type: "number" } } }
const webhook = { url: "https://receiver.example/", events: ["wrapper.drifted" as const] }

/** Runs a job whose pages have the value or not, and finds its drift as many times as nodes end it. */
const ran = Effect.fnUntraced(function*(
  { id }: StoredWrapper,
  pages: { readonly filled: number; readonly empty: number },
  changes: Partial<CrawlOptions> = {},
  nodes = 1
) {
  const crawl = yield* crawling({ changes: { ...changes, ...(schema === undefined ? {} : { schema }) } })
  const missing = Array.from({ length: pages.filled + pages.empty }, (_, n) => n < pages.filled ? [] : ["/price"])
  for (const [n, one] of missing.entries()) {
    yield* crawl.page(read(`page ${n} of ${crawl.id}`, [], { seen: { text: "", data: { wrapper: id, missing: one } } }))
  }
  const finding = { jobs: crawl.store, nodes: yield* Nodes, wrappers: yield* WrapperStore }
  const job = { id: crawl.id, owner: "a", url: seed, options: (yield* crawl.job).options }
  const found = yield* Effect.all(Array.from({ length: nodes }, () => findDrift(finding, job)), {
    concurrency: "unbounded"
  })
  yield* Effect.forEach(found, (errors) => crawl.store.finish(crawl.id, "done", ...errors))
  return { drifts: driftsOf(yield* crawl.job), id: crawl.id }
})

const driftOf = ({ id }: StoredWrapper) =>
  Effect.flatMap(
    WrapperStore,
    (store) => Effect.map(store.get("a", id), (found) => Option.getOrThrow(found).state.drift?.job_id)
  )

/** The drift of a wrapper, as jobs find it over every store. */
export const wrapperDriftContract = (engine: Engine, wrapper: StoredWrapper): void => {
  const test = testOf(engine)
  const learnt: StoredWrapper = {
    ...wrapper,
    state: {
      ...wrapper.state,
      fields: [{ pointer: "/price", selector: ".price", attribute: null, agreement: 1, fill: 1 }],
      coverage: { pages: 33, filled: { "/price": 33 } }
    }
  }
  const stored = Effect.gen(function*() {
    const store = yield* WrapperStore
    yield* store.create(learnt, 9)
    return learnt
  })

  describe(`the drift of wrappers in ${engine.name}`, () => {
    test("is an error of the job that finds it, with its numbers, and is shown by the wrapper", () =>
      Effect.gen(function*() {
        const wrapper = yield* stored
        const fine = yield* ran(wrapper, { filled: 4, empty: 4 })
        assert.deepStrictEqual([fine.drifts, yield* driftOf(wrapper)], [[], undefined])
        const few = yield* ran(wrapper, { filled: 0, empty: 4 })
        assert.deepStrictEqual([few.drifts, yield* driftOf(wrapper)], [[], undefined])
        const { drifts, id } = yield* ran(wrapper, { filled: 1, empty: 9 })
        assert.deepStrictEqual(drifts, [{
          wrapper: wrapper.id,
          name: "a shop",
          host: "shop.test",
          fields: [{ pointer: "/price", filled: 1, pages: 10, learnt: 1 }],
          isEvent: false,
          layout: ["https://shop.test/1"]
        }])
        assert.strictEqual(yield* driftOf(wrapper), id)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("is an event once, of the first job that wants it, on however many nodes, until the rules fit again", () =>
      Effect.gen(function*() {
        const wrapper = yield* stored
        const events = Effect.fnUntraced(function*(filled: number, changes: Partial<CrawlOptions> = {}, nodes = 1) {
          const { drifts } = yield* ran(wrapper, { filled, empty: 10 - filled }, changes, nodes)
          return drifts.map(({ isEvent }) => isEvent)
        })
        assert.deepStrictEqual(yield* events(0), [false])
        assert.deepStrictEqual(yield* events(0, { webhook }, 3), [true])
        assert.deepStrictEqual(yield* events(0, { webhook }), [false])
        assert.deepStrictEqual(yield* events(10, { webhook }), [])
        assert.isUndefined(yield* driftOf(wrapper))
        assert.deepStrictEqual(yield* events(0, { webhook }), [true])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("does not count pages that were read before the rules were learnt anew", () =>
      Effect.gen(function*() {
        const wrapper = yield* stored
        const store = yield* WrapperStore
        const later = (yield* (yield* Nodes).now) + 60_000
        assert.isTrue(yield* store.save({ ...wrapper, state: { ...wrapper.state, rulesAt: later } }))
        assert.deepStrictEqual((yield* ran(wrapper, { filled: 0, empty: 10 })).drifts, [])
        assert.isUndefined(yield* driftOf(wrapper))
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))
  })
}
