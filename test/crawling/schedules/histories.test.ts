import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as path from "node:path"
import { crawlDefaults, type JobId } from "../../../src/core/domain/job/Job.ts"
import { ScheduleId } from "../../../src/core/domain/schedule/Schedule.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { newSchedule } from "../../../src/crawling/schedules/advance.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { ScheduleStore } from "../../../src/crawling/schedules/ScheduleStore.ts"
import type { Stores } from "../../../src/crawling/stores/configured-stores.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { sqliteStores } from "../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../support/stores/postgres.ts"
import { folder } from "../stores/sqlite/folder.ts"
import { runnerOver } from "./runner-over.ts"

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ pass: fc.constantFrom(1, 7, 13, 31, 61) as fc.Arbitrary<number> }) },
  {
    weight: 3,
    arbitrary: fc.record({
      end: fc.constantFrom("done" as const, "done" as const, "failed" as const, "cancelled" as const)
    })
  },
  fc.record({ run: fc.constant(true) }),
  fc.record({ drop: fc.constant(true) }),
  fc.record({ remove: fc.constantFrom("job" as const, "schedule" as const) }),
  fc.record({ paused: fc.boolean() }),
  fc.record({ every: fc.constantFrom(600, 3600) }),
  fc.record({ keep: fc.constantFrom(1, 2) })
)
type ArbitraryOf<A> = A extends fc.Arbitrary<infer B> ? B : never
type Step = ArbitraryOf<typeof step>

const life = fc.record({
  every_seconds: fc.constantFrom(600, 1800),
  keep: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { minLength: 10, maxLength: 25 })
})
type Life = ArbitraryOf<typeof life>

/** A run whose job is deleted while it runs, a day without any node, and a schedule that is deleted during its run. */
const mishaps: Life = {
  every_seconds: 600,
  keep: 2,
  steps: [
    { pass: 13 },
    { end: "done" },
    { pass: 13 },
    { remove: "job" },
    { pass: 1440 },
    { every: 3600 },
    { end: "done" },
    { paused: true },
    { pass: 61 },
    { paused: false },
    { pass: 61 },
    { pass: 61 },
    { end: "cancelled" },
    { run: true },
    { remove: "schedule" },
    { pass: 13 },
    { run: true }
  ]
}

/** The history after each step, without times of the database and ids of jobs. */
const lived = Effect.fnUntraced(function*({ every_seconds, keep, steps }: Life, n: number) {
  const schedules = yield* Schedules
  const jobs = yield* JobStore
  const { runDue } = yield* ScheduleRunner
  let id = ScheduleId.make(String(n).padStart(32, "0"))
  const job = { url: "https://example.com/", options: crawlDefaults }
  const plan = { name: "x", every_seconds, keep, timezone: "UTC", paused: false, job }
  const began = yield* Clock.currentTimeMillis
  const store = yield* ScheduleStore
  yield* store.create(newSchedule(id, "a", plan, began), 1000)
  const newest = Effect.suspend(() => Effect.map(schedules.runs("a", id), (runs) => Option.getOrThrow(runs)[0]))

  /** A running job is cancelled and deleted, or its schedule is deleted with it, and another one follows. */
  const removed = Effect.fnUntraced(function*(job: JobId, what: "job" | "schedule") {
    if (what === "job") {
      yield* jobs.cancel("a", job)
      yield* jobs.drop("a", job)
      return
    }
    yield* schedules.delete("a", id, true)
    yield* jobs.drop("a", job)
    id = ScheduleId.make(String(Number(id) + 1000).padStart(32, "0"))
    yield* store.create(newSchedule(id, "a", plan, yield* Clock.currentTimeMillis), 1000)
  })

  const change = (fields: object) => schedules.change("a", id, (before) => Effect.succeed({ ...before, ...fields }))
  const takeStep = (next: Step) =>
    Effect.gen(function*() {
      if ("pass" in next) yield* TestClock.adjust(Duration.minutes(next.pass))
      else if ("paused" in next) yield* change({ paused: next.paused })
      else if ("every" in next) yield* change({ every_seconds: next.every })
      else if ("keep" in next) yield* change({ keep: next.keep })
      else if ("run" in next) yield* Effect.ignore(schedules.run("a", id))
      else {
        const run = yield* newest
        if (run === undefined) return
        if ("remove" in next) yield* removed(run.job_id, next.remove)
        else if ("drop" in next) yield* jobs.drop("a", run.job_id)
        else if (next.end === "cancelled") yield* jobs.cancel("a", run.job_id)
        else yield* jobs.finish(run.job_id, next.end)
      }
    })
  const histories: Array<unknown> = []
  for (const next of steps) {
    yield* takeStep(next)
    yield* TestClock.adjust("31 seconds")
    yield* runDue
    const { dueAt, state: { next_at, runs } } = Option.getOrThrow(yield* store.get("a", id))
    const numbers = new Map(runs.map((run) => [run.job_id, run.n]))
    const kept = yield* Effect.forEach(runs, (run) => Effect.map(jobs.get("a", run.job_id), Option.isSome))
    histories.push([
      next_at === null ? null : next_at - began,
      dueAt !== null,
      ...runs.map(({ changes, n, scheduled_at, since, skipped, status }, at) => ({
        changes,
        n,
        skipped,
        status,
        scheduled_at: Math.round(scheduled_at * 1000 - began),
        isStored: kept[at],
        since: since === undefined ? undefined : numbers.get(since) ?? "gone"
      }))
    ])
  }
  yield* schedules.delete("a", id, true)
  yield* runDue
  return histories
})

type Lived = Effect.Success<ReturnType<typeof lived>>

/** Heartbeats in virtual time would be most of the test, and a timeout would cancel each statement under way. */
const rarely = Duration.days(24)

const over = (stores: Layer.Layer<Stores, unknown, Settings>) =>
  runnerOver.pipe(
    Layer.provideMerge(stores),
    Layer.provideMerge(
      Settings.layerWith({
        maxCrawls: 1000,
        nodeBeat: rarely,
        nodeSilence: rarely,
        jobPoll: rarely,
        storeTimeout: rarely
      })
    ),
    Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(Date.parse("2026-01-01T00:00Z"))))
  )

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "histories of schedules", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  it.effect("are the same in memory, SQLite and Postgres, whatever happens", () =>
    Effect.gen(function*() {
      const lives = [mishaps, ...fc.sample(life, { numRuns: 7, seed: 29 })]
      const all = Effect.forEach(lives, lived)
      const inEngine = (stores: Layer.Layer<Stores, unknown, Settings>): Effect.Effect<ReadonlyArray<Lived>, unknown> =>
        Effect.provide(all, Layer.fresh(over(stores))).pipe(Effect.provide(TestClock.layer()))
      const made = yield* folder
      const memory = yield* inEngine(memoryStore)
      assert.deepStrictEqual(yield* inEngine(sqliteStores(path.join(made, "gleaner.db"))), memory)
      assert.deepStrictEqual(yield* inEngine(postgresStores(Redacted.make(yield* server.lent))), memory)
      const text = JSON.stringify(memory)
      for (const status of ["running", "done", "failed", "cancelled", "deleted"]) assert.include(text, `"${status}"`)
      assert.match(text, /"skipped":[1-9]/)
      assert.match(text, /"since":[1-9]/)
    }).pipe(Effect.scoped))
})
