import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { testOf } from "./clock.ts"
import { keyed, options, seed } from "./crawling.ts"
import type { Engine } from "./engine.ts"

/** Limits and slots of jobs in every job store. */
export const limitsContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`limits (${engine.name})`, () => {
    test("twenty equal requests at once make one job; a refusal for want of places is not remembered", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const twins = yield* Effect.replicateEffect(store.create("a", seed, options, keyed("key")), 20, {
          concurrency: "unbounded"
        })
        assert.strictEqual(new Set(twins.map(({ id }) => id)).size, 1)
        assert.strictEqual((yield* Effect.flip(store.create("a", seed, options, keyed("late"))))._tag, "TooManyCrawls")
        yield* Effect.forEach(twins.slice(0, 1), (job) => store.cancel("a", job.id))
        assert.notStrictEqual((yield* store.create("a", seed, options, keyed("late"))).id, twins[0]?.id)
      }).pipe(Effect.provide(engine.layer({ maxCrawls: 1 }))))

    test("crawls over all keys and of one key are limited, however many ask at once", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const asked = (owner: string) =>
          Effect.all(
            Array.from({ length: 10 }, () => Effect.result(store.create(owner, seed, options))),
            { concurrency: "unbounded" }
          )
        const made = yield* Effect.all([asked("greedy"), asked("modest")], { concurrency: "unbounded" })
        assert.deepStrictEqual(made.map((some) => some.filter(({ _tag }) => _tag === "Success").length), [3, 3])
        const own = yield* Effect.flip(store.create("modest", seed, options))
        assert.deepInclude(own, { _tag: "TooManyCrawls", of: "one key", limit: 3, retryAfter: 10 })
        assert.strictEqual(yield* store.activeOf("modest"), 3)
        assert.strictEqual(yield* store.activeOf("nobody"), 0)
      }).pipe(Effect.provide(engine.layer({ maxCrawls: 8, maxCrawlsPerKey: 3 }))))

    test("one key may have all places, and another finds its share all the same", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const fill = (owner: string) =>
          Effect.map(
            Effect.replicateEffect(Effect.result(store.create(owner, seed, options)), 10),
            (made) => made.filter(({ _tag }) => _tag === "Success").length
          )
        const filled = yield* Effect.forEach(["hog", "b", "c", "d", "e"], fill)
        assert.deepStrictEqual(filled, [8, 4, 2, 1, 1])
        const refused = yield* Effect.flip(store.create("f", seed, options))
        assert.deepInclude(refused, { _tag: "TooManyCrawls", of: "the service", limit: 8, retryAfter: 10 })
        const [last] = (yield* store.list("hog", { limit: 1 })).items
        if (last !== undefined) yield* store.cancel("hog", last.id)
        assert.strictEqual(yield* fill("hog"), 0)
        assert.strictEqual(yield* fill("f"), 1)
      }).pipe(Effect.provide(engine.layer({ maxCrawls: 8 }))))

    test("queued jobs get the free slots, and owners take turns", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const names = new Map<string, string>()
        for (const name of ["greedy 1", "greedy 2", "greedy 3", "modest 1", "modest 2"]) {
          names.set((yield* store.create(name.split(" ")[0] ?? "", seed, options)).id, name)
        }
        const running = Effect.map(store.promote(2), (jobs) => jobs.map(({ id }) => names.get(id)).toSorted())
        assert.deepStrictEqual(yield* running, ["greedy 1", "modest 1"])
        assert.deepStrictEqual(yield* running, ["greedy 1", "modest 1"])
        const order = []
        for (let left = 5; left > 0; left--) {
          const [first] = (yield* store.promote(2)).toSorted((a, b) =>
            (names.get(a.id) ?? "") < (names.get(b.id) ?? "") ? -1 : 1
          )
          if (first === undefined) break
          order.push(names.get(first.id))
          assert.deepStrictEqual([first.url, first.options], [seed, options])
          yield* store.finish(first.id, "done")
        }
        assert.deepStrictEqual(order, ["greedy 1", "greedy 2", "greedy 3", "modest 1", "modest 2"])
        assert.deepInclude(yield* store.counts, { queued: 0, running: 0 })
      }).pipe(Effect.provide(engine.layer())))

    test("a slot that is free goes to the owner whose last start is longest ago", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const owners = ["greedy", "greedy", "greedy", "modest"]
        for (const owner of owners) yield* store.create(owner, seed, options)
        const order = []
        for (const _ of owners) {
          const [job] = yield* store.promote(1)
          if (job === undefined) break
          order.push(job.owner)
          yield* store.finish(job.id, "done")
        }
        assert.deepStrictEqual(order, ["greedy", "modest", "greedy", "greedy"])
      }).pipe(Effect.provide(engine.layer())))

    test("an owner who has all slots gives one up for another owner, and gets it back", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const create = (owner: string) => Effect.map(store.create(owner, seed, options), ({ id }) => id)
        const greedy = [yield* create("greedy"), yield* create("greedy"), yield* create("greedy")]
        assert.deepStrictEqual(yield* holders(store, 2), greedy.slice(0, 2))
        assert.deepStrictEqual(yield* holders(store, 2), greedy.slice(0, 2), "nobody else waits")
        const modest = yield* create("modest")
        const [stays] = yield* holders(store, 2)
        assert.deepStrictEqual(yield* holders(store, 2), [stays, modest], "each has its share")
        const parked = greedy.slice(0, 2).find((id) => id !== stays) ?? assert.fail()
        assert.deepInclude(yield* store.counts, { queued: 1, running: 3 })
        yield* store.finish(modest, "done")
        assert.sameMembers([...(yield* holders(store, 2))], greedy.slice(0, 2), "the parked job comes first")
        yield* create("modest")
        yield* holders(store, 2)
        const cancelled = Option.getOrThrow(yield* store.cancel("greedy", parked))
        assert.deepInclude(cancelled, { status: "cancelled" })
        assert.notInclude(yield* holders(store, 2), parked)
      }).pipe(Effect.provide(engine.layer({ crawlSlice: Duration.zero }))))

    test("with more owners than slots, the slots go round", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const ids = yield* Effect.forEach(["a", "b", "c"], (owner) =>
          Effect.map(store.create(owner, seed, options), ({ id }) => id))
        const order = yield* Effect.replicateEffect(holders(store, 1), 6)
        assert.deepStrictEqual(order.flat(), [...ids, ...ids])
      }).pipe(Effect.provide(engine.layer({ crawlSlice: Duration.zero }))))

    test("a job keeps its slot for a slice", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const { id: first } = yield* store.create("a", seed, options)
        assert.deepStrictEqual(yield* holders(store, 1), [first])
        yield* store.create("b", seed, options)
        assert.deepStrictEqual(yield* holders(store, 1), [first])
      }).pipe(Effect.provide(engine.layer())))
  })
}

/** The jobs that have one of this many slots. */
const holders = (store: JobStore["Service"], limit: number) =>
  Effect.map(store.promote(limit), (jobs) => jobs.flatMap(({ hasSlot, id }) => hasSlot ? [id] : []))
