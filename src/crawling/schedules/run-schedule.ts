import { Effect, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type JobId } from "../../core/domain/job/Job.ts"
import type { ChangeCounts, ScheduleRun } from "../../core/domain/schedule/Schedule.ts"
import { compact } from "../../core/kernel/compact.ts"
import { unlikeOptions } from "../crawl/plan/unlike-options.ts"
import type { CrawlSupervisor, ShuttingDown } from "../crawl/supervise/CrawlSupervisor.ts"
import type { CancelUnwritten } from "../crawl/supervise/unwritten-cancels.ts"
import { isLoss } from "../jobs/accounting.ts"
import type { TooManyCrawls } from "../jobs/crawl-limits.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { StoreFull } from "../jobs/StoreFull.ts"
import { advance, baselineOf, dueTime, pruned, runningOf, type Step } from "./advance.ts"
import type { ScheduleStore, StoredSchedule } from "./ScheduleStore.ts"

export interface RunServices {
  readonly jobs: JobStore["Service"]
  readonly store: ScheduleStore["Service"]
  readonly supervisor: Pick<CrawlSupervisor["Service"], "start" | "cancel">
}

/**
 * Starts the next run. Its job has an idempotency key made of the schedule and the number of the run, so that each
 * number has one job: if this node stops or loses its lease before the run is recorded, and for several starts at once.
 */
export const startRun = Effect.fnUntraced(function*(
  { jobs, supervisor }: RunServices,
  { id, owner, state }: StoredSchedule,
  time: number
): Effect.fn.Return<Step & { readonly _tag: "Started" }, TooManyCrawls | ShuttingDown | StoreFull | StoreUnavailable> {
  const { options, url } = state.job
  const earlier = baselineOf(state)?.job_id
  const found = earlier === undefined ? Option.none() : yield* jobs.get(owner, earlier)
  const isAlike = Option.isSome(found) && unlikeOptions(found.value.job.options, options).length === 0
  const since = isAlike ? earlier : undefined
  const events = state.webhook && { ...state.webhook, events: state.webhook.events ?? ["schedule.changed" as const] }
  // Callers cannot send such a key: it has a character beyond ASCII.
  const key = { key: `schedule·${id}·${state.made + 1}`, asked: "schedule" }
  const runOf = { schedule: id, schedule_name: state.name, schedule_run: state.made + 1 }
  const whole = compact({ ...options, ...runOf, since, webhook: events, notify: state.notify })
  const job = yield* supervisor.start(owner, new URL(url), whole, key).pipe(
    Effect.catchTag("IdempotencyKeyReused", (error) => Effect.die(error))
  )
  const run = compact({
    scheduled_at: time / 1000,
    started_at: job.created_at,
    finished_at: null,
    status: "running" as const,
    job_id: job.id,
    since: job.options.since === undefined ? undefined : since,
    changes: null,
    skipped: 0
  })
  return { _tag: "Started", run }
})

/** The end of the running run; undefined while its job is not final. */
export const endedRun = Effect.fnUntraced(function*(
  jobs: JobStore["Service"],
  { owner, state }: StoredSchedule,
  now: number
): Effect.fn.Return<Step | undefined, StoreUnavailable> {
  const run = runningOf(state)
  if (run === undefined) return undefined
  const found = yield* jobs.get(owner, run.job_id)
  if (Option.isNone(found)) {
    return { _tag: "Ended", job: run.job_id, end: { status: "deleted", finished_at: now / 1000, changes: null } }
  }
  const { errors, finished_at, status } = found.value.job
  if (!isFinal(status)) return undefined
  const changes = run.since === undefined ? null : yield* countsOf(jobs, run)
  const incomplete = errors.some(({ code }) => isLoss(code)) || undefined
  const end = compact({ status: status as ScheduleRun["status"], finished_at, changes, incomplete })
  return { _tag: "Ended", job: run.job_id, end }
})

const countsOf = Effect.fnUntraced(function*(
  jobs: JobStore["Service"],
  { job_id }: ScheduleRun
): Effect.fn.Return<ChangeCounts, StoreUnavailable> {
  const count = (change: keyof ChangeCounts) =>
    Effect.map(jobs.ledger(job_id, { after: 0, limit: 1, change }), ({ total }) => total)
  return {
    new: yield* count("new"),
    changed: yield* count("changed"),
    same: yield* count("same"),
    removed: yield* count("removed")
  }
})

/**
 * Records these steps. After another write, they are applied to what that has written. `retryAt`: when to try again
 * what could not start.
 */
export const record = Effect.fnUntraced(function*(
  services: RunServices,
  taken: StoredSchedule,
  steps: ReadonlyArray<Step>,
  now: number,
  retryAt?: number
): Effect.fn.Return<StoredSchedule | undefined, StoreUnavailable> {
  const { jobs, store } = services
  let latest = taken
  for (;;) {
    const advanced = steps.reduce((state, step) => advance(taken.id, state, step, now), latest.state)
    const { gone, state } = pruned(advanced)
    yield* release(jobs, gone)
    const saved = { ...latest, state, dueAt: retryAt ?? dueTime(state, now) }
    if (yield* store.save(saved)) return { ...saved, version: saved.version + 1 }
    const found = yield* store.get(taken.owner, taken.id)
    if (Option.isNone(found)) {
      // The caller who deleted the schedule has not seen this run, so it counts as not started.
      yield* Effect.forEach(steps, (step) => step._tag === "Started" ? undo(services, taken, step.run) : Effect.void)
      return undefined
    }
    latest = found.value
  }
})

/** These jobs have their retention again. */
const release = (jobs: JobStore["Service"], ids: ReadonlyArray<JobId>) =>
  Effect.forEach(ids, (id) => jobs.unpin(id), { discard: true })

const undo = ({ jobs, supervisor }: RunServices, { owner }: StoredSchedule, { job_id }: Pick<ScheduleRun, "job_id">) =>
  Effect.andThen(jobs.unpin(job_id), Effect.ignore(supervisor.cancel(owner, job_id)))

/**
 * Gives all jobs of a deleted schedule their retention again, and cancels those that its deletion cancels: the running
 * one with `cancel`, and one whose start was not recorded before. Returns whether none of these was left.
 */
export const leaveJobs = Effect.fnUntraced(function*(
  { jobs, supervisor }: Pick<RunServices, "jobs" | "supervisor">,
  { id, owner, state }: StoredSchedule
): Effect.fn.Return<boolean, StoreUnavailable | CancelUnwritten> {
  const recorded = runningOf(state)?.job_id
  const active = yield* jobs.unpinAll(id)
  const wrong = active.filter((job) => state.deleted?.cancel === true || job !== recorded)
  yield* Effect.forEach(wrong, (job) => supervisor.cancel(owner, job), { discard: true })
  return wrong.length === 0
})
