import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { crawlDefaults, JobId } from "../../../../src/core/domain/job/Job.ts"
import { ScheduleId } from "../../../../src/core/domain/schedule/Schedule.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { newSchedule } from "../../../../src/crawling/schedules/advance.ts"
import { ScheduleRunner } from "../../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../../src/crawling/schedules/Schedules.ts"
import {
  type SchedulePlan,
  ScheduleStore,
  type StoredSchedule
} from "../../../../src/crawling/schedules/ScheduleStore.ts"
import { runnerOver } from "../../schedules/runner-over.ts"
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
        for (const n of [3, 1, 2]) assert.strictEqual(yield* store.create(scheduleOf(n), 3), "created")
        assert.strictEqual(yield* store.create(scheduleOf(4), 3), "full")
        assert.strictEqual(yield* store.create(scheduleOf(5, "b"), 3), "created")
        assert.deepStrictEqual(yield* store.get("a", scheduleOf(1).id), Option.some(scheduleOf(1)))
        assert.deepStrictEqual(yield* store.get("b", scheduleOf(1).id), Option.none())
        const first = yield* store.list("a", { limit: 2 })
        assert.deepStrictEqual([first.items.map(({ id }) => Number(id)), first.more, first.total], [[3, 1], true, 3])
        const rest = yield* store.list("a", { limit: 2, after: first.next })
        assert.deepStrictEqual([rest.items.map(({ id }) => Number(id)), rest.more], [[2], false])
        // A deletion between two slices hides no other schedule.
        yield* store.save({ ...scheduleOf(3), isDeleted: true })
        assert.deepStrictEqual(yield* store.list("a", { limit: 2, after: first.next }), { ...rest, total: 2 })
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
        assert.strictEqual(yield* store.create(scheduleOf(2), 1), "created")
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

    test("have the jobs of their newest runs beyond the retention, and those of no earlier ones", () =>
      Effect.gen(function*() {
        const schedules = yield* Schedules
        const jobs = yield* JobStore
        const { id } = yield* schedules.create("a", { ...plan, keep: 2, paused: true })
        const ids: Array<JobId> = []
        const run = Effect.gen(function*() {
          if (engine.clock === "test") yield* TestClock.adjust("1 second")
          return Option.getOrThrow(yield* schedules.run("a", id))
        })
        for (let n = 1; n <= 4; n++) {
          const { job_id } = yield* run
          ids.push(job_id)
          yield* jobs.finish(job_id, "done")
        }
        yield* retentionPasses(engine)
        const stored = yield* Effect.filter(ids, (job) => Effect.map(jobs.get("a", job), Option.isSome))
        // The older of the two is compared with the one before it.
        assert.deepStrictEqual(stored, ids.slice(-3))
        assert.strictEqual((yield* jobs.stored).jobs, 3)

        // Runs whose jobs are deleted stay in the list, and so does the latest one to compare with.
        assert.isTrue(yield* jobs.drop("a", stored[2] ?? JobId.make("")))
        const running = yield* run
        yield* jobs.cancel("a", running.job_id)
        yield* jobs.drop("a", running.job_id)
        const last = yield* run
        assert.deepStrictEqual(
          Option.getOrThrow(yield* schedules.runs("a", id)).map(({ n, since, status }) => [n, status, since]),
          [[6, "running", ids[2]], [5, "deleted", ids[2]], [3, "done", ids[1]]]
        )
        yield* schedules.delete("a", id, true)
        yield* Effect.flatMap(ScheduleRunner, ({ runDue }) => runDue)
        assert.strictEqual(Option.getOrThrow(yield* jobs.get("a", last.job_id)).job.status, "cancelled")
        yield* retentionPasses(engine)
        assert.strictEqual((yield* jobs.stored).jobs, 0)
      }).pipe(
        Effect.provide(
          Layer.fresh(runnerOver).pipe(
            Layer.provideMerge(engine.layer({ jobRetention: Duration.fromInputUnsafe(retentionOf(engine)) })),
            Layer.provideMerge(Settings.layerWith())
          )
        )
      ))

    if (engine.isShared) {
      test("go to another node when the one that had them is silent for a lease", () =>
        Effect.gen(function*() {
          const store = yield* ScheduleStore
          yield* store.create(scheduleOf(1), 9)
          assert.lengthOf(yield* store.take(1, 1), 1)
          const [taken] = yield* Effect.repeat(store.take(1, 1), { until: (due) => due.length > 0 })
          assert.deepStrictEqual(taken, scheduleOf(1))
        }).pipe(Effect.provide(engine.layer({ rowLease: Duration.millis(300) }))))
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
