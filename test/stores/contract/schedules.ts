import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { crawlDefaults } from "../../../src/domain/job/Job.ts"
import { ScheduleId } from "../../../src/domain/schedule/Schedule.ts"
import { JobStore } from "../../../src/jobs/JobStore.ts"
import { newSchedule } from "../../../src/schedules/advance.ts"
import { type SchedulePlan, ScheduleStore, type StoredSchedule } from "../../../src/schedules/ScheduleStore.ts"
import { retentionOf, retentionPasses, testOf } from "./clock.ts"
import { crawling } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const plan: SchedulePlan = {
  name: "a shop",
  every_seconds: 60,
  timezone: "UTC",
  keep: 3,
  paused: false,
  job: { url: "https://example.com/", options: crawlDefaults }
}

/** A schedule that is due at its number. */
export const scheduleOf = (n: number, owner = "a"): StoredSchedule => ({
  ...newSchedule(ScheduleId.make(String(n).padStart(32, "0")), owner, plan, 0),
  dueAt: n
})

/** The contract of every ScheduleStore. */
export const schedulesContract = (engine: Engine): void => {
  const test = testOf(engine)
  const idsOf = (schedules: ReadonlyArray<StoredSchedule>) => schedules.map(({ id }) => Number(id)).toSorted()

  describe(`schedules in ${engine.name}`, () => {
    test("belong to one owner, in the order of creation, up to the limit", () =>
      Effect.gen(function*() {
        const store = yield* ScheduleStore
        for (const n of [3, 1, 2]) assert.isTrue(yield* store.create(scheduleOf(n), 3))
        assert.isFalse(yield* store.create(scheduleOf(4), 3))
        assert.isTrue(yield* store.create(scheduleOf(5, "b"), 3))
        assert.deepStrictEqual(yield* store.get("a", scheduleOf(1).id), Option.some(scheduleOf(1)))
        assert.deepStrictEqual(yield* store.get("b", scheduleOf(1).id), Option.none())
        const first = yield* store.list("a", { limit: 2 })
        assert.deepStrictEqual([first.items.map(({ id }) => Number(id)), first.more, first.total], [[3, 1], true, 3])
        const rest = yield* store.list("a", { limit: 2, after: first.next })
        assert.deepStrictEqual([rest.items.map(({ id }) => Number(id)), rest.more], [[2], false])
      }).pipe(Effect.provide(engine.layer())))

    test("are taken by one at a time when they are due, the earliest first", () =>
      Effect.gen(function*() {
        const store = yield* ScheduleStore
        for (const n of [1, 2, 3, 4]) yield* store.create(scheduleOf(n), 9)
        assert.deepStrictEqual(idsOf(yield* store.take(2, 3)), [1, 2])
        const both = yield* Effect.all([store.take(9, 3), store.take(9, 3)], { concurrency: "unbounded" })
        assert.deepStrictEqual(idsOf(both.flat()), [3])
        assert.isTrue(yield* store.save({ ...scheduleOf(1), dueAt: 2 }))
        assert.isTrue(yield* store.save({ ...scheduleOf(2), dueAt: null }))
        assert.deepStrictEqual(idsOf(yield* store.take(9, 3)), [1])
      }).pipe(Effect.provide(engine.layer())))

    test("are written by the first of two writers", () =>
      Effect.gen(function*() {
        const store = yield* ScheduleStore
        yield* store.create(scheduleOf(1), 9)
        const renamed = { ...scheduleOf(1), state: { ...scheduleOf(1).state, name: "renamed" } }
        assert.isTrue(yield* store.save(renamed))
        assert.isFalse(yield* store.save({ ...scheduleOf(1), dueAt: 7 }))
        const saved = Option.getOrThrow(yield* store.get("a", scheduleOf(1).id))
        assert.deepStrictEqual(saved, { ...renamed, version: 1 })
        assert.isTrue(yield* store.save(saved))
      }).pipe(Effect.provide(engine.layer())))

    test("are invisible when they are deleted, free their place, and are due until they are forgotten", () =>
      Effect.gen(function*() {
        const store = yield* ScheduleStore
        yield* store.create(scheduleOf(1), 1)
        yield* store.save({ ...scheduleOf(1), isDeleted: true })
        assert.isTrue(Option.isNone(yield* store.get("a", scheduleOf(1).id)))
        assert.strictEqual((yield* store.list("a", { limit: 9 })).total, 0)
        // As the write of a runner that has taken the schedule before.
        assert.isFalse(yield* store.save({ ...scheduleOf(1), dueAt: 7 }))
        assert.isTrue(Option.isNone(yield* store.get("a", scheduleOf(1).id)))
        assert.isTrue(yield* store.create(scheduleOf(2), 1))
        assert.deepStrictEqual(idsOf(yield* store.take(9, 1)), [1])
        yield* store.forget(scheduleOf(1).id)
        assert.deepStrictEqual(idsOf(yield* store.take(9, 2)), [2])
      }).pipe(Effect.provide(engine.layer())))

    test("pin the jobs of their runs beyond the retention, and no longer", () =>
      Effect.gen(function*() {
        const job = yield* crawling({ changes: { schedule: "0".repeat(32) } })
        yield* job.stores("page")
        yield* job.store.finish(job.id, "done")
        const { get, stored, unpin } = yield* JobStore
        yield* retentionPasses(engine)
        yield* stored
        assert.isTrue(Option.isSome(yield* get("a", job.id)))
        assert.strictEqual((yield* stored).jobs, 1)
        yield* unpin(job.id)
        assert.isTrue(Option.isNone(yield* get("a", job.id)))
        assert.strictEqual((yield* stored).jobs, 0)
      }).pipe(
        Effect.scoped,
        Effect.provide(engine.layer({ jobRetention: Duration.fromInputUnsafe(retentionOf(engine)) }))
      ))

    if (engine.isShared) {
      test("go to another node when the one that had them is silent for a lease", () =>
        Effect.gen(function*() {
          const store = yield* ScheduleStore
          yield* store.create(scheduleOf(1), 9)
          assert.lengthOf(yield* store.take(1, 1), 1)
          const [taken] = yield* Effect.repeat(store.take(1, 1), { until: (due) => due.length > 0 })
          assert.deepStrictEqual(taken, scheduleOf(1))
        }).pipe(Effect.provide(engine.layer({ scheduleLease: Duration.millis(300) }))))
    }

    const { place } = engine
    if (place !== undefined) {
      test("are there when the store is opened again, in their order", () =>
        Effect.gen(function*() {
          const opened = yield* place
          yield* Effect.gen(function*() {
            const store = yield* ScheduleStore
            for (const n of [2, 1, 3]) yield* store.create(scheduleOf(n), 9)
            yield* store.save({ ...scheduleOf(2), dueAt: 9 })
            yield* store.forget(scheduleOf(3).id)
          }).pipe(Effect.provide(opened()))
          const { items } = yield* Effect.flatMap(ScheduleStore, (store) => store.list("a", { limit: 9 })).pipe(
            Effect.provide(opened())
          )
          assert.deepStrictEqual(items, [{ ...scheduleOf(2), version: 1, dueAt: 9 }, scheduleOf(1)])
        }).pipe(Effect.scoped))
    }
  })
}
