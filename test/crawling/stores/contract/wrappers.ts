import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { WrapperId } from "../../../../src/core/domain/wrapper/Wrapper.ts"
import { type StoredWrapper, WrapperStore } from "../../../../src/crawling/wrappers/WrapperStore.ts"
import { testOf } from "./clock.ts"
import type { Engine } from "./engine.ts"
import { wrapperDriftContract } from "./wrapper-drift.ts"

/** A wrapper that is being learnt, due at its number. */
export const wrapperOf = (n: number, owner = "a", digest = "of a schema"): StoredWrapper => ({
  id: WrapperId.make(String(n).padStart(32, "0")),
  owner,
  version: 0,
  isDeleted: false,
  dueAt: n,
  state: {
    name: "a shop",
    host: "shop.test",
    status: "learning",
    created_at: n,
    schema: { type: "object", properties: { price: { type: "number" } } },
    rules: null,
    fields: [],
    pages: { learnt: 0, checked: 0 },
    model: { calls: 0, tokens: 0 },
    problem: null,
    drift: null,
    digest,
    sources: { examples: [{ url: "https://shop.test/1", data: { price: 1 } }], urls: [] }
  }
})

/** The same when its rules are learnt. */
export const learntOf = (wrapper: StoredWrapper): StoredWrapper => ({
  ...wrapper,
  dueAt: null,
  state: {
    ...wrapper.state,
    status: "ready",
    rules: { rows: [], fields: [{ pointer: "/price", selector: ".price", attribute: null }] },
    pages: { learnt: 1, checked: 0 }
  }
})

/** The contract of every WrapperStore. Its rows are leased and written as those of every ScheduleStore. */
export const wrappersContract = (engine: Engine): void => {
  wrapperDriftContract(engine, learntOf(wrapperOf(1)))
  const test = testOf(engine)
  const idsOf = (wrappers: ReadonlyArray<StoredWrapper>) => wrappers.map(({ id }) => Number(id))

  describe(`wrappers in ${engine.name}`, () => {
    test("belong to one owner, in the order of creation, up to the limit", () =>
      Effect.gen(function*() {
        const store = yield* WrapperStore
        for (const n of [2, 1]) assert.strictEqual(yield* store.create(wrapperOf(n), 2), "created")
        assert.strictEqual(yield* store.create(wrapperOf(3), 2), "full")
        assert.strictEqual(yield* store.create(wrapperOf(4, "b"), 2), "created")
        assert.deepStrictEqual(yield* store.get("a", wrapperOf(1).id), Option.some(wrapperOf(1)))
        assert.isTrue(Option.isNone(yield* store.get("b", wrapperOf(1).id)))
        const { items, total } = yield* store.list("a", { limit: 9 })
        assert.deepStrictEqual([idsOf(items), total], [[2, 1], 2])
        yield* store.forget(wrapperOf(1).id)
        assert.isTrue(Option.isNone(yield* store.get("a", wrapperOf(1).id)))
        assert.strictEqual(yield* store.create(wrapperOf(3), 2), "created")
      }).pipe(Effect.provide(engine.layer())))

    test("are found by their schema when they are ready, the newest first", () =>
      Effect.gen(function*() {
        const store = yield* WrapperStore
        for (const n of [1, 2, 3]) yield* store.create(wrapperOf(n), 9)
        yield* store.create(wrapperOf(4, "a", "of another schema"), 9)
        yield* store.create(wrapperOf(5, "b"), 9)
        assert.deepStrictEqual(yield* store.ready("a", "of a schema"), [])
        for (const wrapper of [wrapperOf(3), wrapperOf(1), wrapperOf(4, "a", "of another schema"), wrapperOf(5, "b")]) {
          assert.isTrue(yield* store.save(learntOf(wrapper)))
        }
        const ready = yield* store.ready("a", "of a schema")
        assert.deepStrictEqual(idsOf(ready), [3, 1])
        assert.deepStrictEqual(ready[1], { ...learntOf(wrapperOf(1)), version: 1 })
        // Also while they are learnt anew.
        const state = { ...learntOf(wrapperOf(1)).state, status: "learning" as const, relearning: {} }
        assert.isTrue(yield* store.save({ ...wrapperOf(1), version: 1, dueAt: 0, state }))
        assert.deepStrictEqual(idsOf(yield* store.ready("a", "of a schema")), [3, 1])
        yield* store.forget(wrapperOf(3).id)
        assert.deepStrictEqual(idsOf(yield* store.ready("a", "of a schema")), [1])
      }).pipe(Effect.provide(engine.layer())))

    test("are learnt by one at a time, which renews its lease and learns of a write of others", () =>
      Effect.gen(function*() {
        const store = yield* WrapperStore
        for (const n of [1, 2, 3]) yield* store.create(wrapperOf(n), 9)
        const both = yield* Effect.all([store.take(9, 2), store.take(9, 2)], { concurrency: "unbounded" })
        assert.deepStrictEqual(idsOf(both.flat()).toSorted(), [1, 2])
        assert.isTrue(yield* store.renew(wrapperOf(1)))
        yield* store.save({ ...wrapperOf(1), dueAt: null })
        assert.isFalse(yield* store.renew(wrapperOf(1)))
        assert.isFalse(yield* store.save(learntOf(wrapperOf(1))))
        yield* store.forget(wrapperOf(2).id)
        assert.isFalse(yield* store.renew(wrapperOf(2)))
        assert.isFalse(yield* store.save(learntOf(wrapperOf(2))))
        assert.deepStrictEqual((yield* store.list("a", { limit: 9 })).items.map(({ state }) => state.status), [
          "learning",
          "learning"
        ])
      }).pipe(Effect.provide(engine.layer())))

    if (engine.isShared) {
      test("go to another node when the one that learns them is silent for a lease", () =>
        Effect.gen(function*() {
          const store = yield* WrapperStore
          yield* store.create(wrapperOf(1), 9)
          assert.lengthOf(yield* store.take(1, 1), 1)
          const [taken] = yield* Effect.repeat(store.take(1, 1), { until: (due) => due.length > 0 })
          assert.deepStrictEqual(taken, wrapperOf(1))
        }).pipe(Effect.provide(engine.layer({ rowLease: Duration.millis(300) }))))
    }

    const { place } = engine
    if (place !== undefined) {
      test("are there when the store is opened again, in their order, and those that were learnt are due", () =>
        Effect.gen(function*() {
          const opened = yield* place
          yield* Effect.gen(function*() {
            const store = yield* WrapperStore
            for (const n of [2, 1, 3]) yield* store.create(wrapperOf(n), 9)
            yield* store.save(learntOf(wrapperOf(2)))
            yield* store.forget(wrapperOf(3).id)
          }).pipe(Effect.provide(opened()))
          const [items, taken] = yield* Effect.flatMap(
            WrapperStore,
            (store) => Effect.all([store.list("a", { limit: 9 }), store.take(9, 9)])
          ).pipe(Effect.provide(opened()))
          assert.deepStrictEqual(items.items, [{ ...learntOf(wrapperOf(2)), version: 1 }, wrapperOf(1)])
          assert.deepStrictEqual(taken, [wrapperOf(1)])
        }).pipe(Effect.scoped))
    }
  })
}
