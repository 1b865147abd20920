import { Context, Duration, Effect, Layer } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { log } from "../../core/observability/log-lines.ts"
import { repeatedly } from "../../core/observability/repeatedly.ts"
import { CrawlSupervisor, type ShuttingDown } from "../crawl/supervise/CrawlSupervisor.ts"
import type { TooManyCrawls } from "../jobs/crawl-limits.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Nodes } from "../jobs/Nodes.ts"
import type { StoreFull } from "../jobs/StoreFull.ts"
import { missingKeyPause, WebhookSecrets } from "../webhooks/WebhookSecrets.ts"
import { advance, isDue, pollPause, runningOf, type Step } from "./advance.ts"
import { endedRun, leaveJobs, record, startRun } from "./run-schedule.ts"
import { ScheduleStore, type StoredSchedule } from "./ScheduleStore.ts"

/**
 * Runs the schedules that are due. Every node does: a lease gives each schedule to one of them at a time, and to
 * another one after the crash of a node.
 */
export class ScheduleRunner extends Context.Service<ScheduleRunner, {
  /** Serves all schedules that are due now. */
  readonly runDue: Effect.Effect<void, StoreUnavailable>
}>()("gleaner/crawling/schedules/ScheduleRunner") {
  static readonly layerNoLoop = Layer.effect(
    ScheduleRunner,
    Effect.gen(function*() {
      const store = yield* ScheduleStore
      const jobs = yield* JobStore
      const supervisor = yield* CrawlSupervisor
      const secrets = yield* WebhookSecrets
      const nodes = yield* Nodes
      const services = { jobs, store, supervisor }

      /** A start that was under way at the deletion may create its job afterwards, so this is done several times. */
      const bury = Effect.fnUntraced(function*(taken: StoredSchedule, now: number) {
        const isOver = yield* leaveJobs(services, taken)
        if (isOver && now >= (taken.state.deleted?.at ?? 0) + startTime) return yield* store.forget(taken.id)
        yield* store.save({ ...taken, dueAt: now + buryPause })
      })

      const step = Effect.fnUntraced(function*(taken: StoredSchedule) {
        const now = yield* nodes.now
        if (taken.isDeleted) return yield* bury(taken, now)
        if (secrets.of(taken.owner) === undefined) {
          return void (yield* store.save({ ...taken, dueAt: now + Duration.toMillis(missingKeyPause) }))
        }
        const ended = yield* endedRun(jobs, taken, now)
        const steps: Array<Step> = [{ _tag: "Checked", now }, ...(ended === undefined ? [] : [ended])]
        const state = steps.reduce((state, step) => advance(taken.id, state, step, now), taken.state)
        if (runningOf(state) !== undefined) steps.push({ _tag: "Skipped", now })
        let retryAt: number | undefined
        if (isDue(state, now)) {
          const started = yield* Effect.result(startRun(services, { ...taken, state }, state.next_at ?? now))
          if (started._tag === "Success") steps.push(started.success)
          else if (started.failure._tag === "StoreUnavailable") return yield* started.failure
          else {
            steps.push({ _tag: "Waits", reason: reasonOf(started.failure) })
            retryAt = now + pollPause(now - (state.next_at ?? now))
          }
        }
        yield* record(services, taken, steps, now, retryAt)
      })

      /** A schedule that cannot be served must not stop the others. Its lease ends by itself. */
      const serve = (taken: StoredSchedule) =>
        Effect.catchDefect(
          Effect.catchTag(step(taken), "CancelUnwritten", () => Effect.void),
          (defect) => log("a schedule cannot run", { "schedule.id": taken.id, "error.type": String(defect) }, "Error")
        )

      const runDue = Effect.gen(function*() {
        for (;;) {
          const due = yield* store.take(batchSize, yield* nodes.now)
          yield* Effect.forEach(due, serve, { concurrency: batchSize, discard: true })
          if (due.length < batchSize) return
        }
      })
      return ScheduleRunner.of({ runDue })
    })
  )

  static readonly layer = Layer.effectDiscard(
    Effect.flatMap(ScheduleRunner, ({ runDue }) => repeatedly("running schedules", runDue, pollInterval))
  ).pipe(Layer.provideMerge(ScheduleRunner.layerNoLoop))
}

/** Schedules that a node leases in one statement, and serves concurrently. */
const batchSize = 100
const pollInterval = "1 second"
/** Milliseconds between two looks at a deleted schedule. */
const buryPause = 10_000
/** Milliseconds that a node may take from the decision to start a run to its job. */
const startTime = 60_000

const reasonOf = (failure: TooManyCrawls | ShuttingDown | StoreFull): string => {
  if (failure._tag === "StoreFull") return "the store is full until finished jobs expire or are deleted"
  return failure._tag === "ShuttingDown" ? "the service is stopping" : failure.message
}
