import { Schema } from "effect"
import { CrawlOptions, JobId } from "../job/Job.ts"
import { LedgerRow } from "../job/LedgerRow.ts"
import { ChangedParts, receiverKinds, Threshold } from "../options/Notify.ts"
import { RandomId } from "../schema/json-schema-form.ts"

export const ScheduleId = RandomId.pipe(Schema.brand("ScheduleId"))
export type ScheduleId = typeof ScheduleId.Type

export const ChangeCounts = Schema.Struct({
  new: Schema.Int.annotate({ description: "Pages that the earlier run does not have." }),
  changed: Schema.Int.annotate({ description: "Pages whose text has changed." }),
  same: Schema.Int.annotate({ description: "Pages without a change." }),
  removed: Schema.Int.annotate({ description: "Pages that the site has removed." })
}).annotate({ identifier: "ChangeCounts" })
export interface ChangeCounts extends Schema.Schema.Type<typeof ChangeCounts> {}

const RunStatus = Schema.Literals(["running", "done", "failed", "cancelled", "deleted"]).annotate({
  identifier: "RunStatus",
  description: "Status of the job of a run. deleted: the job was deleted before its end was recorded."
})

const seconds = (description: string) =>
  Schema.Finite.annotate({ description: `${description} Seconds since the Unix epoch.` })

export const ScheduleRun = Schema.Struct({
  n: Schema.Int.annotate({ description: "Number of the run, from 1 on." }),
  scheduled_at: seconds("Time at which the run was due."),
  started_at: seconds("Time at which its job was created."),
  finished_at: Schema.NullOr(seconds("End of the job; null while it is queued or running.")),
  status: RunStatus,
  job_id: JobId.annotate({ description: "Job of the run, with its ledger and documents." }),
  since: Schema.optionalKey(
    JobId.annotate({ description: "Job that the run is compared with. Absent without an earlier finished run." })
  ),
  changes: Schema.NullOr(ChangeCounts).annotate({
    description: "Numbers of pages by their change; null without a comparison and while the job runs."
  }),
  skipped: Schema.Int.annotate({
    description: "Number of times that were due while this run was running, and were skipped."
  }),
  incomplete: Schema.optionalKey(
    Schema.Literal(true).annotate({
      description:
        "Some of its pages are not listed or not stored (ledger_full, store_full), so that no later run is compared with it. Absent for other runs."
    })
  )
}).annotate({ identifier: "ScheduleRun" })
export interface ScheduleRun extends Schema.Schema.Type<typeof ScheduleRun> {}

/** A schedule as responses contain it: without the URLs and addresses of its receivers, which may be secrets. */
export const Schedule = Schema.Struct({
  id: ScheduleId,
  name: Schema.String,
  cron: Schema.NullOr(Schema.String).annotate({ description: "null for a schedule with every_seconds." }),
  every_seconds: Schema.NullOr(Schema.Int).annotate({ description: "null for a schedule with cron." }),
  timezone: Schema.String,
  keep: Schema.Int,
  paused: Schema.Boolean,
  created_at: seconds("Time of creation."),
  next_run_at: Schema.NullOr(seconds("Time of the next run; null while the schedule is paused.")),
  waiting: Schema.optionalKey(
    Schema.String.annotate({
      description: "Reason why the run that is due has not started; it starts as soon as it can. Absent if none is due."
    })
  ),
  receivers: Schema.optionalKey(
    Schema.Array(Schema.Literals(receiverKinds)).annotate({
      description: "Kinds of the receivers of notify. Absent without any."
    })
  ),
  on: Schema.optionalKey(ChangedParts.annotate({ description: "Changes that notify reports. Absent without notify." })),
  threshold: Schema.optionalKey(
    Threshold.annotate({ description: "Smallest change that notify reports. Absent without notify." })
  ),
  last_run: Schema.NullOr(ScheduleRun).annotate({ description: "The newest run." }),
  job: Schema.Struct({
    url: Schema.String.annotate({ description: "Seed of the crawl, or the first URL of the batch." }),
    options: CrawlOptions
  })
}).annotate({ identifier: "Schedule" })
export interface Schedule extends Schema.Schema.Type<typeof Schedule> {}

/** A changed page of a run: a row of the ledger of its job. */
const RecordValue = Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]))

/** A page that has changed, with `details` also what has changed on it. */
const ChangedPage = Schema.Struct({
  ...LedgerRow.fields,
  title: Schema.optionalKey(
    Schema.String.annotate({
      description: "Title of the page, or of its earlier Document if it was removed. Present only with details."
    })
  ),
  diff: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Unified diff of the markdown, at most 4,000 characters. Present only with details, if it has changed."
    })
  ),
  records: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        name: Schema.String.annotate({ description: "Name of the record, else its URL or type." }),
        field: Schema.String.annotate({ description: "Path of the field. \"\" for a whole record." }),
        before: RecordValue.annotate({ description: "null if there was none." }),
        after: RecordValue.annotate({ description: "null if there is none any more." })
      })
    ).annotate({ description: "Changes of the records. Present only with details, if there are any." })
  )
}).annotate({ identifier: "ChangedPage" })

export const ScheduleChange = Schema.Struct({
  run: Schema.Int.annotate({ description: "Number of the run." }),
  job_id: JobId,
  at: seconds("End of the run."),
  page: ChangedPage
}).annotate({ identifier: "ScheduleChange" })
export interface ScheduleChange extends Schema.Schema.Type<typeof ScheduleChange> {}
