import { Context, Effect, Layer, Option, Schema } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import {
  type Schedule,
  type ScheduleChange,
  ScheduleId,
  type ScheduleRun
} from "../../core/domain/schedule/Schedule.ts"
import { NewId } from "../../core/kernel/NewId.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { CrawlSupervisor, type ShuttingDown } from "../crawl/supervise/CrawlSupervisor.ts"
import type { TooManyCrawls } from "../jobs/crawl-limits.ts"
import { type JobRange, JobStore, type Slice } from "../jobs/JobStore.ts"
import { Nodes } from "../jobs/Nodes.ts"
import type { StoreFull } from "../jobs/StoreFull.ts"
import { newSchedule, replanned, runningOf, shownSchedule } from "./advance.ts"
import { type ChangePlace, readChanges } from "./changes.ts"
import { endedRun, leaveJobs, record, startRun } from "./run-schedule.ts"
import { type SchedulePlan, ScheduleStore, type StoredSchedule } from "./ScheduleStore.ts"

/** The key has as many schedules as it may have. */
export class TooManySchedules extends Schema.TaggedError<TooManySchedules>()("TooManySchedules", {
  limit: Schema.Int
}) {}

/** The job of the last run has not ended. */
export class ScheduleRunning extends Schema.TaggedError<ScheduleRunning>()("ScheduleRunning", {}) {}

type Found<A, E = never> = Effect.Effect<Option.Option<A>, E | StoreUnavailable>

/** The schedules of each key. A schedule of another key does not exist for a caller. */
export class Schedules extends Context.Service<Schedules, {
  create(owner: string, plan: SchedulePlan): Effect.Effect<Schedule, TooManySchedules | StoreUnavailable>
  get(owner: string, id: ScheduleId): Found<Schedule>
  /** Oldest first. */
  list(owner: string, range: JobRange): Effect.Effect<Slice<Schedule>, StoreUnavailable>
  /** Replaces the plan. Its history stays, and so does its next time if nothing about its times has changed. */
  change<E>(
    owner: string,
    id: ScheduleId,
    change: (plan: SchedulePlan) => Effect.Effect<SchedulePlan, E>
  ): Found<Schedule, E>
  /** Deletes the schedule with its history. With `cancel`, its running job is cancelled too. */
  delete(owner: string, id: ScheduleId, cancel: boolean): Found<Schedule>
  /** Starts a run now, also of a paused schedule. */
  run(owner: string, id: ScheduleId): Found<ScheduleRun, ScheduleRunning | TooManyCrawls | ShuttingDown | StoreFull>
  /** Newest first. */
  runs(owner: string, id: ScheduleId): Found<ReadonlyArray<ScheduleRun>>
  /** New, changed and removed pages of the runs, newest run first. */
  changes(owner: string, id: ScheduleId, after: ChangePlace | undefined, limit: number): Found<Changes>
}>()("gleaner/crawling/schedules/Schedules") {
  static readonly layerNoDeps = Layer.effect(
    Schedules,
    Effect.gen(function*() {
      const store = yield* ScheduleStore
      const jobs = yield* JobStore
      const supervisor = yield* CrawlSupervisor
      const { maxSchedules } = yield* Settings
      const nodes = yield* Nodes
      const services = { jobs, store, supervisor }

      const create = Effect.fn("Schedules.create")(function*(owner: string, plan: SchedulePlan) {
        const schedule = newSchedule(ScheduleId.make((yield* NewId)()), owner, plan, yield* nodes.now)
        if ((yield* store.create(schedule, maxSchedules)) === "full") {
          return yield* new TooManySchedules({ limit: maxSchedules })
        }
        return shownSchedule(schedule)
      })

      const run = Effect.fn("Schedules.run")(function*(owner: string, id: ScheduleId) {
        const found = yield* store.get(owner, id)
        if (Option.isNone(found)) return Option.none<ScheduleRun>()
        const now = yield* nodes.now
        const ended = yield* endedRun(jobs, found.value, now)
        const before = ended === undefined ? found.value : yield* record(services, found.value, [ended], now)
        if (before === undefined) return Option.none<ScheduleRun>()
        if (runningOf(before.state) !== undefined) return yield* new ScheduleRunning()
        const started = yield* startRun(services, before, now)
        const after = yield* record(services, before, [started], now)
        return Option.fromNullishOr(after?.state.runs.find(({ job_id }) => job_id === started.run.job_id))
      }, Effect.uninterruptible)

      return Schedules.of({
        create,
        run,
        get: (owner, id) => Effect.map(store.get(owner, id), Option.map(shownSchedule)),
        list: (owner, range) =>
          Effect.map(store.list(owner, range), (slice) => ({ ...slice, items: slice.items.map(shownSchedule) })),
        change: (owner, id, change) =>
          Effect.map(
            replaced({ nodes, store }, owner, id, (schedule, now) =>
              Effect.map(change(schedule.state), (plan) => {
                const state = replanned(id, schedule.state, plan, now)
                return { ...schedule, state, dueAt: runningOf(state) === undefined ? state.next_at : now }
              })),
            Option.map(shownSchedule)
          ),
        delete: Effect.fn("Schedules.delete")(function*(owner, id, cancel) {
          const gone = yield* replaced(
            { nodes, store },
            owner,
            id,
            (schedule, now) =>
              Effect.succeed({
                ...schedule,
                isDeleted: true,
                dueAt: now,
                state: { ...schedule.state, deleted: { at: now, cancel } }
              })
          )
          // If it fails, the runner does it later.
          if (Option.isSome(gone)) yield* Effect.ignore(leaveJobs(services, gone.value))
          return Option.map(gone, shownSchedule)
        }),
        runs: (owner, id) => Effect.map(store.get(owner, id), Option.map(({ state }) => state.runs)),
        changes: Effect.fn("Schedules.changes")(function*(owner, id, after, limit) {
          const found = yield* store.get(owner, id)
          if (Option.isNone(found)) return Option.none<Changes>()
          const { name, runs } = found.value.state
          return Option.some({ name, ...(yield* readChanges(jobs, runs, after, limit)) })
        })
      })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(Layer.provide(CrawlSupervisor.layer))
}

/** Replaces a schedule, again if another write was first. */
const replaced = Effect.fnUntraced(function*<E>(
  { nodes, store }: { readonly nodes: Nodes["Service"]; readonly store: ScheduleStore["Service"] },
  owner: string,
  id: ScheduleId,
  change: (schedule: StoredSchedule, now: number) => Effect.Effect<StoredSchedule, E>
) {
  for (;;) {
    const found = yield* store.get(owner, id)
    if (Option.isNone(found)) return Option.none<StoredSchedule>()
    const after = yield* change(found.value, yield* nodes.now)
    if (yield* store.save(after)) return Option.some(after)
  }
})

/** Some changes of a schedule. */
export interface Changes {
  readonly name: string
  readonly changes: ReadonlyArray<ScheduleChange>
  /** Undefined at the end. */
  readonly next: ChangePlace | undefined
}
