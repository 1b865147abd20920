import { Context, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlOptions } from "../../core/domain/job/Job.ts"
import type { Webhook } from "../../core/domain/options/Webhook.ts"
import type { ScheduleId, ScheduleRun } from "../../core/domain/schedule/Schedule.ts"
import type { JobRange, Slice } from "../jobs/JobStore.ts"

/** The part of a schedule that its caller decides. */
export interface SchedulePlan {
  readonly name: string
  /** Either `cron` or `every_seconds` is present. */
  readonly cron?: string
  readonly every_seconds?: number
  readonly timezone: string
  readonly keep: number
  readonly paused: boolean
  readonly webhook?: Webhook
  readonly job: { readonly url: string; readonly options: CrawlOptions }
}

/** A plan with its history. Times in milliseconds since the epoch. */
export interface ScheduleState extends SchedulePlan {
  readonly created_at: number
  /** The next time; null while the schedule is paused. */
  readonly next_at: number | null
  /** Number of runs so far. */
  readonly made: number
  /** The newest runs, newest first. */
  readonly runs: ReadonlyArray<ScheduleRun>
  /** Why the run that is due has not started. */
  readonly waiting?: string
  /** When the schedule was deleted, and whether its running job is to be cancelled. */
  readonly deleted?: { readonly at: number; readonly cancel: boolean }
}

export interface StoredSchedule {
  readonly id: ScheduleId
  readonly owner: string
  /** Increases with each write. */
  readonly version: number
  /** A deleted schedule is invisible to its owner, and stored until no start of a run can be under way. */
  readonly isDeleted: boolean
  /** When a node takes it next, in milliseconds since the epoch; null: not before it changes. */
  readonly dueAt: number | null
  readonly state: ScheduleState
}

/** A schedule with its number in the order of creation. */
export interface PlacedSchedule {
  readonly place: number
  readonly row: StoredSchedule
}

/** The schedule in a row of a store; undefined if it was damaged. */
export const storedScheduleIn = (json: string): StoredSchedule | undefined =>
  whole(json, ({ state }: Partial<StoredSchedule>) => isState(state))

/** The same for its state alone. */
export const scheduleStateIn = (json: string): ScheduleState | undefined => whole(json, isState)

const isState = (state: Partial<ScheduleState> | undefined): boolean =>
  Array.isArray(state?.runs) && typeof state.timezone === "string" && typeof state.job?.url === "string"

/** Only a damaged row is not as it was written. */
const whole = <A>(json: string, isWhole: (value: Partial<A>) => boolean): A | undefined => {
  try {
    const value = JSON.parse(json) as A
    return typeof value === "object" && value !== null && isWhole(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Schedules with their histories, stored as long as the jobs of the same store. A write names the version that it
 * replaces, so that of several nodes and callers only one succeeds.
 */
export class ScheduleStore extends Context.Service<ScheduleStore, {
  /** False if the owner has `max` schedules already. */
  create(schedule: StoredSchedule, max: number): Effect.Effect<boolean, StoreUnavailable>
  /** None if the id is unknown, deleted, or of another owner. */
  get(owner: string, id: ScheduleId): Effect.Effect<Option.Option<StoredSchedule>, StoreUnavailable>
  /** The schedules of the owner, oldest first. `after`: the `next` of another slice, which no deletion changes. */
  list(owner: string, range: JobRange): Effect.Effect<Slice<StoredSchedule>, StoreUnavailable>
  /**
   * Leases at most `limit` schedules that are due at `now`, for `scheduleLease`. Each schedule is also due once when the
   * store is opened, and after its clock has stepped back: its next time may have been decided by a wrong clock.
   */
  take(limit: number, now: number): Effect.Effect<ReadonlyArray<StoredSchedule>, StoreUnavailable>
  /** Replaces the version of `schedule`, and ends its lease. False if another write was first. */
  save(schedule: StoredSchedule): Effect.Effect<boolean, StoreUnavailable>
  /** Removes a deleted schedule for good. */
  forget(id: ScheduleId): Effect.Effect<void, StoreUnavailable>
}>()("gleaner/crawling/schedules/ScheduleStore") {}
