import type { JobId } from "../../core/domain/job/Job.ts"
import { shownOptions } from "../../core/domain/job/Job.ts"
import { defaultParts, kindOf, type Notify } from "../../core/domain/options/Notify.ts"
import type { Schedule, ScheduleId, ScheduleRun } from "../../core/domain/schedule/Schedule.ts"
import { compact } from "../../core/kernel/compact.ts"
import type { SchedulePlan, ScheduleState, StoredSchedule } from "./ScheduleStore.ts"
import { nextTime } from "./times.ts"

/** A step in the life of a schedule. Applied twice, it changes nothing the second time. */
export type Step =
  | { readonly _tag: "Started"; readonly run: Omit<ScheduleRun, "n"> }
  | {
    readonly _tag: "Ended"
    readonly job: JobId
    readonly end: Pick<ScheduleRun, "status" | "finished_at" | "changes">
  }
  /** Times up to `now` were due while a run was running. */
  | { readonly _tag: "Skipped"; readonly now: number }
  /** A run is due and cannot start yet. */
  | { readonly _tag: "Waits"; readonly reason: string }
  /** The next time is compared with the clock. */
  | { readonly _tag: "Checked"; readonly now: number }

/** The state after a step. Times before `now` that were missed are made up by a single run. */
export const advance = (id: ScheduleId, state: ScheduleState, step: Step, now: number): ScheduleState => {
  switch (step._tag) {
    case "Started": {
      const { run } = step
      if (state.runs.some(({ job_id }) => job_id === run.job_id)) return state
      const made = state.made + 1
      const isDue = state.next_at !== null && state.next_at <= now
      const { waiting: _, ...others } = state
      return {
        ...others,
        made,
        runs: [{ ...run, n: made }, ...state.runs],
        next_at: isDue ? nextTime(id, state, now) : state.next_at
      }
    }
    case "Ended":
      return withRun(state, step.job, (run) => run.status === "running" ? { ...run, ...step.end } : run)
    case "Skipped": {
      const running = runningOf(state)
      if (running === undefined || state.next_at === null || state.next_at > step.now) return state
      const skipped = timesUntil(id, state, step.now)
      const after = withRun(state, running.job_id, (run) => ({ ...run, skipped: run.skipped + skipped.count }))
      return { ...after, next_at: skipped.next }
    }
    case "Waits":
      return { ...state, waiting: step.reason }
    case "Checked":
      return checked(id, state, step.now)
  }
}

/**
 * A time that was decided while the clock was ahead would silence the schedule until then. Times that have passed once
 * pass again only if the clock has stepped back further than clocks are corrected.
 */
const checked = (id: ScheduleId, state: ScheduleState, now: number): ScheduleState => {
  const { created_at, next_at, runs: [last] } = state
  if (next_at === null || next_at <= now) return state
  const served = (last?.scheduled_at ?? 0) * 1000
  const timing = { ...state, created_at: Math.min(created_at, now) }
  const next = nextTime(id, timing, served > now && served - now <= maxCorrection ? served : now)
  return next !== null && next < next_at ? { ...timing, next_at: next } : state
}

/** Milliseconds. */
const maxCorrection = 5 * 60_000

const withRun = (state: ScheduleState, job: JobId, change: (run: ScheduleRun) => ScheduleRun): ScheduleState => ({
  ...state,
  runs: state.runs.map((run) => run.job_id === job ? change(run) : run)
})

/** Counts due times, and at most this many: a service that was down for a year has missed half a million minutes. */
const timesUntil = (id: ScheduleId, state: ScheduleState, now: number) => {
  let count = 0
  let next = state.next_at
  for (; next !== null && next <= now && count < maxCounted; count++) next = nextTime(id, state, next)
  return { count, next: next !== null && next <= now ? nextTime(id, state, now) : next }
}

const maxCounted = 100

export const runningOf = ({ runs }: ScheduleState): ScheduleRun | undefined =>
  runs.find(({ status }) => status === "running")

/** The newest run that the next one can be compared with: it lists and stores all of its pages. */
export const baselineOf = ({ runs }: ScheduleState): ScheduleRun | undefined =>
  runs.find(({ incomplete, status }) => status === "done" && incomplete === undefined)

/** Whether a run is due that may start. */
export const isDue = (state: ScheduleState, now: number): boolean =>
  state.next_at !== null && state.next_at <= now && runningOf(state) === undefined

/** The runs that stay: the newest `keep`, the running one, and the one that the next run is compared with. */
export const pruned = (
  state: ScheduleState
): { readonly state: ScheduleState; readonly gone: ReadonlyArray<JobId> } => {
  const baseline = baselineOf(state)
  const stays = (run: ScheduleRun, index: number) =>
    index < state.keep || run.status === "running" || run.job_id === baseline?.job_id
  return {
    state: { ...state, runs: state.runs.filter(stays) },
    gone: state.runs.filter((run, index) => !stays(run, index)).map(({ job_id }) => job_id)
  }
}

/** When a node has to look after the schedule next: for its next time, and for the end of its job. */
export const dueTime = (state: ScheduleState, now: number): number | null => {
  const running = runningOf(state)
  if (running === undefined) return state.next_at
  const poll = now + pollPause(now - running.started_at * 1000)
  return Math.min(poll, state.next_at ?? poll)
}

/** Milliseconds until the next check for the end of a job of this age, or for a slot after a wait of this length. */
export const pollPause = (age: number): number => Math.min(maxPoll, Math.max(minPoll, age / 10))

const minPoll = 1000
const maxPoll = 30_000

export const newSchedule = (id: ScheduleId, owner: string, plan: SchedulePlan, now: number): StoredSchedule => {
  const state = { ...plan, created_at: now, made: 0, runs: [] }
  const next_at = plan.paused ? null : nextTime(id, state, now)
  return { id, owner, version: 0, isDeleted: false, dueAt: next_at, state: { ...state, next_at } }
}

/** With other fields. The next time is decided anew if what it depends on has changed. */
export const replanned = (id: ScheduleId, state: ScheduleState, plan: SchedulePlan, now: number): ScheduleState => {
  const { created_at, made, next_at, runs, waiting } = state
  const timing = [plan.cron, plan.every_seconds, plan.timezone, plan.paused].join(" ")
  const isSame = timing === [state.cron, state.every_seconds, state.timezone, state.paused].join(" ")
  const next = plan.paused ? null : isSame ? next_at : nextTime(id, { ...plan, created_at }, now)
  return compact({ ...plan, created_at, made, runs, next_at: next, waiting: isSame ? waiting : undefined })
}

/** As responses show it. */
export const shownSchedule = ({ id, state }: Pick<StoredSchedule, "id" | "state">): Schedule => ({
  id,
  name: state.name,
  cron: state.cron ?? null,
  every_seconds: state.every_seconds ?? null,
  timezone: state.timezone,
  keep: state.keep,
  paused: state.paused,
  created_at: state.created_at / 1000,
  next_run_at: state.next_at === null ? null : state.next_at / 1000,
  ...compact({ waiting: state.waiting }),
  ...(state.notify === undefined ? {} : shownNotify(state.notify)),
  last_run: state.runs[0] ?? null,
  job: { url: state.job.url, options: compact(shownOptions(state.job.options)) }
})

const shownNotify = (
  { on = defaultParts, threshold = 0, to }: Notify
): Pick<Schedule, "receivers" | "on" | "threshold"> => ({
  receivers: to.map(kindOf),
  on,
  threshold
})
