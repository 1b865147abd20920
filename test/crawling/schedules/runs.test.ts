import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Latch, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { crawlDefaults, JobId } from "../../../src/core/domain/job/Job.ts"
import type { ScheduleId } from "../../../src/core/domain/schedule/Schedule.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { record, startRun } from "../../../src/crawling/schedules/run-schedule.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { type SchedulePlan, ScheduleStore, type StoredSchedule } from "../../../src/crawling/schedules/ScheduleStore.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { withoutSleep } from "../../support/stores/without-sleep.ts"
import { runnerOver } from "./runner-over.ts"

const nightly: SchedulePlan = {
  name: "nightly",
  cron: "30 2 * * *",
  timezone: "Europe/Berlin",
  keep: 3,
  paused: false,
  job: { url: "https://example.com/", options: crawlDefaults }
}

const over = (settings: Parameters<typeof Settings.layerWith>[0] = {}) =>
  runnerOver.pipe(
    Layer.provideMerge(Layer.provide(memoryStore, withoutSleep)),
    Layer.provideMerge(Settings.layerWith({ maxCrawls: 1000, ...settings })),
    Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(Date.parse("2026-01-01T00:00Z"))))
  )

/** A node polls once a minute, and every job takes `length`. Returns the times of all runs. */
const pass = Effect.fnUntraced(function*(id: ScheduleId, minutes: number, step = 1, length = 0) {
  const { runDue } = yield* ScheduleRunner
  const schedules = yield* Schedules
  const jobs = yield* JobStore
  const times = new Set<string>()
  for (let minute = 0; minute < minutes; minute += step) {
    yield* TestClock.adjust(Duration.minutes(step))
    yield* runDue
    const runs = Option.getOrElse(yield* schedules.runs("a", id), () => [])
    for (const run of runs) {
      times.add(new Date(run.scheduled_at * 1000).toISOString().slice(0, 16))
      const age = (yield* Clock.currentTimeMillis) / 1000 - run.started_at
      if (run.status === "running" && age >= length * 60) yield* jobs.finish(run.job_id, "done")
    }
  }
  return [...times].toSorted()
})

const history = (id: ScheduleId) =>
  Effect.flatMap(Schedules, (schedules) => Effect.map(schedules.runs("a", id), Option.getOrThrow))

describe("runs of a schedule", () => {
  it.effect.each(["Europe/Berlin", "America/New_York"])(
    "happen once a night over a year with both changes of the clock in %s, each compared with the one before",
    (timezone) =>
      Effect.gen(function*() {
        const { id } = yield* (yield* Schedules).create("a", { ...nightly, timezone })
        const times = yield* pass(id, 365 * 24 * 60, 30)
        assert.lengthOf(times, 365)
        assert.strictEqual(new Set(times.map((time) => time.slice(0, 10))).size, 365)
        const runs = yield* history(id)
        assert.deepStrictEqual(runs.map(({ n }) => n), [365, 364, 363])
        assert.deepStrictEqual(runs[0]?.since, runs[1]?.job_id)
        // The jobs of the runs that are listed, and that which the oldest is compared with, outlive their retention.
        assert.strictEqual((yield* (yield* JobStore).stored).jobs, 4)
      }).pipe(Effect.provide(over()))
  )

  it.effect("that are missed are made up once, and those that overlap are skipped and counted", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const { id } = yield* schedules.create("a", { ...nightly, cron: "0 * * * *" })
      yield* TestClock.adjust("100 hours")
      const { runDue } = yield* ScheduleRunner
      yield* runDue
      yield* runDue
      const [made, ...others] = yield* history(id)
      assert.deepInclude(made, {
        n: 1,
        scheduled_at: Date.parse("2026-01-01T01:00Z") / 1000,
        status: "running",
        skipped: 0
      })
      assert.lengthOf(others, 0)
      yield* TestClock.adjust("150 minutes")
      yield* runDue
      assert.deepInclude((yield* history(id))[0], { n: 1, status: "running", skipped: 2 })
      yield* (yield* JobStore).finish(made?.job_id ?? JobId.make(""), "failed")
      yield* TestClock.adjust("1 hour")
      yield* runDue
      const runs = yield* history(id)
      assert.deepStrictEqual(runs.map(({ n, status }) => [n, status]), [[2, "running"], [1, "failed"]])
      // A run that has failed is nothing to compare with.
      assert.isUndefined(runs[0]?.since)
    }).pipe(Effect.provide(over())))

  it.effect("stop while it is paused, continue with the next time, and start by hand at any time", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const { id } = yield* schedules.create("a", { ...nightly, cron: "0 * * * *" })
      const paused = (isPaused: boolean) =>
        schedules.change("a", id, (plan) => Effect.succeed({ ...plan, paused: isPaused }))
      assert.strictEqual(Option.getOrThrow(yield* paused(true)).next_run_at, null)
      assert.deepStrictEqual(yield* pass(id, 300), [])
      const run = Option.getOrThrow(yield* schedules.run("a", id))
      assert.deepInclude(run, { n: 1, status: "running" })
      assert.strictEqual((yield* Effect.flip(schedules.run("a", id)))._tag, "ScheduleRunning")
      assert.strictEqual(Option.getOrThrow(yield* paused(false)).next_run_at, Date.parse("2026-01-01T06:00Z") / 1000)
      assert.deepStrictEqual(yield* pass(id, 61), ["2026-01-01T05:00", "2026-01-01T06:00"])
    }).pipe(Effect.provide(over())))

  it.effect("have one job if they are started at the same time", () =>
    Effect.gen(function*() {
      const { id } = yield* (yield* Schedules).create("a", nightly)
      const store = yield* ScheduleStore
      yield* TestClock.adjust("1 day")
      const both = yield* Latch.make()
      let readers = 0
      // Nobody goes on before all three have read the schedule.
      const met = Effect.suspend(() => ++readers === 3 ? both.open : both.await)
      const meeting = Layer.succeed(ScheduleStore, {
        ...store,
        get: (owner, id) => Effect.tap(store.get(owner, id), () => readers < 3 ? met : Effect.void),
        take: (limit, now) => Effect.tap(store.take(limit, now), () => readers < 3 ? met : Effect.void)
      })
      yield* Effect.gen(function*() {
        const { run } = yield* Schedules
        const { runDue } = yield* ScheduleRunner
        yield* Effect.all([run("a", id), TestClock.adjust(1).pipe(Effect.andThen(run("a", id))), runDue], {
          concurrency: "unbounded"
        })
      }).pipe(Effect.provide(Layer.fresh(runnerOver).pipe(Layer.provide(meeting))))
      assert.deepStrictEqual((yield* history(id)).map(({ n, status }) => [n, status]), [[1, "running"]])
      assert.strictEqual((yield* (yield* JobStore).list("a", { limit: 9 })).total, 1)
    }).pipe(Effect.provide(over())))

  it.effect("wait for a slot, and are not lost", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const jobs = yield* JobStore
      const { id } = yield* schedules.create("a", { ...nightly, cron: "0 * * * *" })
      const other = yield* jobs.create("a", "https://other.test/", crawlDefaults)
      yield* TestClock.adjust("61 minutes")
      const { runDue } = yield* ScheduleRunner
      yield* runDue
      assert.deepStrictEqual(yield* history(id), [])
      yield* jobs.finish(other.id, "done")
      yield* TestClock.adjust("6 seconds")
      yield* runDue
      assert.deepInclude((yield* history(id))[0], { scheduled_at: Date.parse("2026-01-01T01:00Z") / 1000 })
    }).pipe(Effect.provide(over({ maxCrawls: 1 }))))

  it.effect("of a removed key do not happen, and a deleted schedule leaves nothing", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const jobs = yield* JobStore
      yield* schedules.create("gone", nightly)
      const { id } = yield* schedules.create("a", nightly)
      yield* pass(id, 3 * 24 * 60, 30)
      assert.strictEqual((yield* jobs.stored).jobs, 3)
      assert.isTrue(Option.isSome(yield* schedules.delete("a", id, false)))
      assert.isTrue(Option.isNone(yield* schedules.get("a", id)))
      const { runDue } = yield* ScheduleRunner
      yield* runDue
      yield* TestClock.adjust("1 hour")
      yield* runDue
      const left = yield* (yield* ScheduleStore).take(9, Infinity)
      assert.deepStrictEqual(left.map(({ owner }) => owner), ["gone"])
      assert.strictEqual((yield* jobs.stored).jobs, 0)
    }).pipe(Effect.provide(over())))

  it.effect("are cancelled with the schedule, whether the deletion comes before or after the start of their job", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const store = yield* ScheduleStore
      const jobs = yield* JobStore
      const services = { jobs, store, supervisor: yield* CrawlSupervisor }
      const { runDue } = yield* ScheduleRunner
      const statusOf = (id: JobId) => Effect.map(jobs.get("a", id), (found) => Option.getOrThrow(found).job.status)
      const due = Effect.gen(function*() {
        const { id } = yield* schedules.create("a", nightly)
        yield* TestClock.adjust("1 day")
        const taken = yield* store.take(9, yield* Clock.currentTimeMillis)
        return taken.find((schedule) => schedule.id === id) ?? assert.fail("it is not due")
      })
      const start = (taken: StoredSchedule) => startRun(services, taken, 0)

      // The node records the start, and finds the schedule deleted.
      const first = yield* due
      const started = yield* start(first)
      yield* schedules.delete("a", first.id, false)
      assert.isUndefined(yield* record(services, first, [started], 0))
      assert.strictEqual(yield* statusOf(started.run.job_id), "cancelled")

      // The node dies before it records the start, once before and once after the deletion.
      const second = yield* due
      const known = yield* start(second)
      yield* schedules.delete("a", second.id, true)
      assert.strictEqual(yield* statusOf(known.run.job_id), "cancelled")
      const third = yield* due
      yield* schedules.delete("a", third.id, true)
      yield* runDue
      const late = yield* start(third)
      yield* TestClock.adjust("11 seconds")
      yield* runDue
      assert.strictEqual(yield* statusOf(late.run.job_id), "cancelled")
      yield* TestClock.adjust("2 minutes")
      yield* runDue
      assert.deepStrictEqual(yield* store.take(9, Infinity), [])
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* jobs.stored).jobs, 0)
    }).pipe(Effect.provide(over())))

  it.effect("wait while the store is full, and their schedule says so", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const jobs = yield* JobStore
      const { id } = yield* schedules.create("a", nightly)
      const large = yield* jobs.create("b", "https://b.test/", { ...crawlDefaults, urls: ["x".repeat(100_000)] })
      const shown = Effect.map(schedules.get("a", id), Option.getOrThrow)
      assert.deepStrictEqual(yield* pass(id, 24 * 60, 30), [])
      assert.match((yield* shown).waiting ?? "", /the store is full/)
      assert.isNull((yield* shown).last_run)
      yield* jobs.cancel("b", large.id)
      yield* jobs.drop("b", large.id)
      yield* pass(id, 1)
      assert.isUndefined((yield* shown).waiting)
      assert.deepInclude((yield* shown).last_run, { scheduled_at: Date.parse("2026-01-01T01:30Z") / 1000 })
    }).pipe(Effect.provide(over({ storeBytes: 50_000 }))))

  it.effect("are one for each time, also when a node dies after it has created the job", () =>
    Effect.gen(function*() {
      const { id } = yield* (yield* Schedules).create("a", nightly)
      const store = yield* ScheduleStore
      const { runDue } = yield* ScheduleRunner
      yield* TestClock.adjust("1 day")
      // This node creates the job and writes nothing more.
      const dying = Layer.succeed(ScheduleStore, { ...store, save: () => Effect.die("killed") })
      yield* Effect.flatMap(ScheduleRunner, (node) => node.runDue).pipe(
        Effect.provide(Layer.fresh(runnerOver).pipe(Layer.provide(dying)))
      )
      assert.deepStrictEqual(yield* history(id), [])
      yield* runDue
      assert.deepStrictEqual(yield* history(id), [])
      yield* TestClock.adjust("21 seconds")
      yield* runDue
      assert.lengthOf(yield* history(id), 1)
      assert.strictEqual((yield* (yield* JobStore).list("a", { limit: 9 })).total, 1)
    }).pipe(Effect.provide(over())))
})
