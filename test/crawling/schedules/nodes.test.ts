import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Fiber, Layer } from "effect"
import { startScheduleNodes } from "../../../scripts/bench/support/processes/due-schedules.ts"
import { crawlDefaults } from "../../../src/core/domain/job/Job.ts"
import { ScheduleId } from "../../../src/core/domain/schedule/Schedule.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { newSchedule } from "../../../src/crawling/schedules/advance.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { ScheduleStore } from "../../../src/crawling/schedules/ScheduleStore.ts"
import { builtCommand } from "../../support/processes/built-command.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../support/stores/postgres.ts"
import { nodesOver, on } from "../stores/postgres/nodes-over.ts"
import { runnerOver } from "./runner-over.ts"

/** Schedules that are due at the same time. */
const count = 300

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "schedules on several nodes", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await sharedPostgres()
  })

  it.live("run once each, although two of three nodes are killed meanwhile", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      const lease = { rowLease: Duration.seconds(2), maxCrawls: 2 * count }
      const nodes = yield* nodesOver(3, url, lease)
      const [first, ...others] = nodes
      if (first === undefined) return assert.fail("there is a node")
      const now = yield* Clock.currentTimeMillis
      const job = { url: "https://example.com/", options: crawlDefaults }
      const plan = { name: "x", cron: "0 0 1 1 *", keep: 3, timezone: "UTC", paused: false, job }
      const store = Context.get(first, ScheduleStore)
      yield* Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) => {
        const made = newSchedule(ScheduleId.make(String(n).padStart(32, "0")), `owner ${n % 7}`, plan, now)
        return store.create({ ...made, dueAt: now, state: { ...made.state, next_at: now } }, count)
      }, { concurrency: 8 })

      const runs = yield* Effect.forEach(nodes, (node) =>
        Effect.forkChild(
          on(
            node,
            Effect.gen(function*() {
              const context = yield* Layer.build(
                Layer.fresh(runnerOver).pipe(
                  Layer.provide(Layer.succeedContext(node)),
                  Layer.provide(Settings.layerWith())
                )
              )
              const { runDue } = Context.get(context, ScheduleRunner)
              yield* Effect.forever(Effect.andThen(runDue, Effect.sleep("20 millis")))
            }).pipe(Effect.scoped)
          )
        ))
      const started = Effect.sync(() => Number(server.sql(url, "SELECT count(*) FROM gleaner.jobs")[0]))
      const until = (jobs: number) =>
        Effect.repeat(Effect.delay(started, "200 millis"), { until: (made) => made >= jobs })
      for (const [at, fiber] of runs.slice(1).entries()) {
        yield* until(((at + 1) * count) / 4)
        yield* Fiber.interrupt(fiber)
      }
      yield* until(count)
      const recorded = Effect.sync(() =>
        Number(server.sql(url, "SELECT count(*) FROM gleaner.schedules WHERE state::json ->> 'made' = '1'")[0])
      )
      yield* Effect.repeat(Effect.delay(recorded, "200 millis"), { until: (done) => done === count })
      assert.strictEqual(yield* started, count)
      assert.deepStrictEqual(server.sql(url, "SELECT count(DISTINCT idempotency_key) FROM gleaner.jobs"), [
        String(count)
      ])
      assert.lengthOf(others, 2)
      yield* Effect.forEach(runs, (fiber) => Fiber.interrupt(fiber))
    }).pipe(Effect.scoped))
})

/** Schedules that are due at the same time. `npm run bench -- schedules` has more of them. */
const dueSchedules = 400

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "schedules on three processes", () => {
  let nodes: Awaited<ReturnType<typeof startScheduleNodes>>
  beforeAll(async () => {
    // The jobs themselves matter to no assertion.
    const settings = { GLEANER_WORKERS: "0", GLEANER_MAX_RUNNING_CRAWLS: "1" }
    nodes = await startScheduleNodes(await sharedPostgres(), dueSchedules, { main: builtCommand, settings })
  })
  afterAll(() => nodes?.stop())

  it(
    "fire once each within a minute, although two of the processes are killed meanwhile",
    { tags: "long" },
    async () => {
      await nodes.create("0 0 1 1 *")
      const due = Date.now()
      nodes.postgres.sql(
        nodes.url,
        `UPDATE gleaner.schedules SET due_at = ${due}, state = jsonb_set(state::jsonb, '{next_at}', '${due}')::text`
      )
      const made = await nodes.fire(2, 90_000, () => {})
      assert.deepInclude(made, { fired: dueSchedules, twice: 0, recorded: dueSchedules })
      // All may have fired before the second one.
      assert.isAtLeast(made.kills, 1)
      assert.isBelow(Math.max(...nodes.delaysFrom(due)), 60)
    }
  )
})
