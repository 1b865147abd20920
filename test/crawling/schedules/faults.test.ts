import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as path from "node:path"
import { crawlDefaults, JobId } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import type { SchedulePlan } from "../../../src/crawling/schedules/ScheduleStore.ts"
import type { Stores } from "../../../src/crawling/stores/configured-stores.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { sqliteStores } from "../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../support/stores/postgres.ts"
import { folder } from "../stores/sqlite/folder.ts"
import { runnerWithKeys } from "./runner-over.ts"

const start = Date.parse("2026-01-01T00:00Z")
const hourly: SchedulePlan = {
  name: "hourly",
  cron: "0 * * * *",
  timezone: "UTC",
  keep: 9,
  paused: false,
  job: { url: "https://example.com/", options: crawlDefaults }
}

const { cron: _, ...often } = hourly

/** A timeout would cancel statements that are under way when the clock moves on. */
const rarely = Duration.days(24)
const settings = { nodeBeat: rarely, nodeSilence: rarely, jobPoll: rarely, storeTimeout: rarely }

const over = (stores: Layer.Layer<Stores, unknown, Settings>, overrides: object = {}, hasKey = () => true) =>
  Layer.fresh(
    runnerWithKeys(hasKey).pipe(
      Layer.provideMerge(stores),
      Layer.provideMerge(Settings.layerWith({ ...settings, ...overrides }))
    )
  )

const inMemory = (overrides: object = {}, hasKey = () => true) =>
  over(memoryStore, overrides, hasKey).pipe(Layer.provide(Layer.effectDiscard(TestClock.setTime(start))))

const runDue = Effect.flatMap(ScheduleRunner, (runner) => runner.runDue)

/** Times of all runs in hours since the start, oldest first, with their numbers of skipped times. */
const history = Effect.gen(function*() {
  const schedules = yield* Schedules
  const { items: [schedule] } = yield* schedules.list("a", { limit: 1 })
  const runs = schedule === undefined ? [] : Option.getOrThrow(yield* schedules.runs("a", schedule.id))
  return runs.toReversed().map(({ scheduled_at, skipped }) => [(scheduled_at * 1000 - start) / 3_600_000, skipped])
})

/** Ends the running job, and starts what is due. */
const endAndRun = Effect.gen(function*() {
  const jobs = yield* JobStore
  for (const { id } of (yield* jobs.list("a", { limit: 99 })).items) yield* jobs.finish(id, "done")
  yield* TestClock.adjust("31 seconds")
  yield* runDue
})

describe("a schedule and its faults", () => {
  let server: PostgresServer | undefined
  beforeAll(async () => {
    server = noPostgres === undefined ? await sharedPostgres() : undefined
  })

  it.effect("makes up once for a day without any node, also after a restart", () =>
    Effect.gen(function*() {
      const made = yield* folder
      const url = server?.database()
      const places: ReadonlyArray<Layer.Layer<Stores, unknown, Settings>> = [
        sqliteStores(path.join(made, "gleaner.db")),
        ...(url === undefined ? [] : [postgresStores(Redacted.make(url))])
      ]
      for (const [index, stores] of places.entries()) {
        // Before the store starts to sweep.
        yield* TestClock.setTime(start)
        yield* Effect.gen(function*() {
          yield* (yield* Schedules).create("a", hourly)
          yield* TestClock.adjust("61 minutes")
          yield* runDue
          yield* endAndRun
          assert.deepStrictEqual(yield* history, [[1, 0]], String(index))
        }).pipe(Effect.provide(over(stores)))
        yield* TestClock.adjust("1 day")
        yield* Effect.gen(function*() {
          yield* runDue
          yield* endAndRun
          yield* endAndRun
          assert.deepStrictEqual(yield* history, [[1, 0], [2, 0]], String(index))
          yield* TestClock.adjust("1 hour")
          yield* runDue
          assert.deepStrictEqual(yield* history, [[1, 0], [2, 0], [26, 0]], String(index))
        }).pipe(Effect.provide(over(stores)))
      }
    }).pipe(Effect.scoped))

  it.effect("fires no time twice when the clock is corrected by minutes, and is not silent when it steps back", () =>
    Effect.gen(function*() {
      yield* (yield* Schedules).create("a", hourly)
      yield* TestClock.setTime(start + 120 * 60_000)
      yield* runDue
      // Made up for the missed time, and for the one that is now.
      const made = [[1, 0]]
      yield* TestClock.setTime(start + 120 * 60_000 - 20_000)
      yield* endAndRun
      assert.deepStrictEqual(yield* history, made)
      yield* TestClock.setTime(start + 181 * 60_000)
      yield* endAndRun
      assert.deepStrictEqual(yield* history, [...made, [3, 0]])
      yield* endAndRun
      yield* TestClock.setTime(start + 121 * 60_000)
      yield* runDue
      yield* TestClock.setTime(start + 181 * 60_000)
      yield* endAndRun
      assert.deepStrictEqual(yield* history, [...made, [3, 0], [3, 0]])
    }).pipe(Effect.provide(inMemory())))

  it.effect("that was decided by a clock far ahead runs at its times after a restart", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "gleaner.db")
      yield* TestClock.setTime(start + 10 * 24 * 3_600_000)
      yield* Effect.flatMap(Schedules, (schedules) => schedules.create("a", hourly)).pipe(
        Effect.andThen(
          Effect.flatMap(Schedules, (schedules) => schedules.create("a", { ...often, every_seconds: 3600 }))
        ),
        Effect.provide(over(sqliteStores(file)))
      )
      yield* TestClock.setTime(start + 30 * 60_000)
      yield* Effect.gen(function*() {
        yield* runDue
        const { items } = yield* (yield* Schedules).list("a", { limit: 9 })
        const [byCron, byInterval] = items.map(({ next_run_at }) => ((next_run_at ?? 0) * 1000 - start) / 60_000)
        assert.strictEqual(byCron, 60)
        assert.isTrue((byInterval ?? 0) >= 90 && (byInterval ?? 0) <= 96)
        yield* TestClock.setTime(start + 61 * 60_000)
        yield* runDue
        assert.deepStrictEqual(yield* history, [[1, 0]])
      }).pipe(Effect.provide(over(sqliteStores(file))))
    }).pipe(Effect.scoped))

  it.effect("has its new times at once when they are changed during a run, whose end is recorded all the same", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const { id } = yield* schedules.create("a", hourly)
      yield* TestClock.adjust("61 minutes")
      yield* runDue
      yield* schedules.change("a", id, (plan) => Effect.succeed({ ...plan, cron: "*/10 * * * *" }))
      yield* TestClock.adjust("25 minutes")
      yield* runDue
      assert.deepStrictEqual(yield* history, [[1, 2]])
      yield* endAndRun
      const [run] = Option.getOrThrow(yield* schedules.runs("a", id))
      assert.deepInclude(run, { status: "done", skipped: 2 })
      yield* TestClock.adjust("5 minutes")
      yield* runDue
      assert.deepStrictEqual(yield* history, [[1, 2], [1.5, 0]])
    }).pipe(Effect.provide(inMemory())))

  it.effect("waits for as long as no crawl may start, and is not lost", () =>
    Effect.gen(function*() {
      const schedules = yield* Schedules
      const jobs = yield* JobStore
      for (let n = 0; n < 3; n++) yield* schedules.create("a", hourly)
      const other = yield* jobs.create("a", "https://other.test/", crawlDefaults)
      yield* TestClock.adjust("61 minutes")
      yield* runDue
      // The rests between two tries grow up to 30 seconds.
      yield* TestClock.adjust("1 day")
      yield* runDue
      const timesOf = Effect.map(
        schedules.list("a", { limit: 9 }),
        ({ items }) => items.map(({ last_run }) => last_run && (last_run.scheduled_at * 1000 - start) / 3_600_000)
      )
      assert.deepStrictEqual(yield* timesOf, [null, null, null])
      yield* jobs.finish(other.id, "done")
      for (let n = 1; n <= 3; n++) {
        yield* TestClock.adjust("31 seconds")
        yield* runDue
        assert.lengthOf((yield* timesOf).filter((time) => time === 1), n)
        yield* endAndRun
      }
    }).pipe(Effect.provide(inMemory({ maxCrawlsPerKey: 1 }))))

  it.effect("runs again, once, when its removed key is back in the settings", () => {
    let isRemoved = false
    return Effect.gen(function*() {
      const { id } = yield* (yield* Schedules).create("a", hourly)
      isRemoved = true
      for (let hour = 0; hour < 5; hour++) {
        yield* TestClock.adjust("61 minutes")
        yield* runDue
      }
      assert.deepStrictEqual(yield* history, [])
      isRemoved = false
      yield* TestClock.adjust("61 seconds")
      yield* runDue
      assert.deepStrictEqual(yield* history, [[1, 0]])
      yield* endAndRun
      assert.deepStrictEqual(yield* history, [[1, 0]])
      const [run] = Option.getOrThrow(yield* (yield* Schedules).runs("a", id))
      assert.isTrue(Option.isSome(yield* (yield* JobStore).get("a", run?.job_id ?? JobId.make(""))))
    }).pipe(Effect.provide(inMemory({}, () => !isRemoved)))
  })
})
