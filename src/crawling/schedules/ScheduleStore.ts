import { Context } from "effect"
import type { CrawlOptions } from "../../core/domain/job/Job.ts"
import type { Notify } from "../../core/domain/options/Notify.ts"
import type { Webhook } from "../../core/domain/options/Webhook.ts"
import type { ScheduleId, ScheduleRun } from "../../core/domain/schedule/Schedule.ts"
import type { LeasedRow, LeasedRows } from "../jobs/LeasedRows.ts"

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
  readonly notify?: Notify
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

/** A deleted schedule is stored until no start of a run can be under way. */
export type StoredSchedule = LeasedRow<ScheduleId, ScheduleState>

/** Schedules with their histories. A lease lasts for `rowLease`. */
export class ScheduleStore extends Context.Service<ScheduleStore, LeasedRows<StoredSchedule>>()(
  "gleaner/crawling/schedules/ScheduleStore"
) {}
