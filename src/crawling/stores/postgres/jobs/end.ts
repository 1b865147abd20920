import { Duration, Effect, Option, Schema } from "effect"
import {
  type CrawlOptions,
  isFinal,
  type JobError,
  type JobId,
  type JobStatus
} from "../../../../core/domain/job/Job.ts"
import type { Settings } from "../../../../core/settings/Settings.ts"
import { errorBytes, ledgerFullCode, maxErrors } from "../../../jobs/accounting.ts"
import type { JobStore } from "../../../jobs/JobStore.ts"
import type { RevisionWatch } from "../../shared/nodes/RevisionWatch.ts"
import { settleReady } from "../../shared/settlement/settle-ready.ts"
import { storedOptions } from "../../shared/stored-options.ts"
import type { Database } from "../Database.ts"
import { notify } from "../notify.ts"
import type { Db } from "../statement.ts"
import { lockJob } from "../statements/frontier/lock-job.ts"
import { settlementStatements } from "../statements/frontier/settlement-statements.ts"
import { findJob } from "../statements/jobs/find-jobs.ts"
import { jobOf } from "../statements/jobs/job-row.ts"

/** Cancels a job of this owner, in one transaction: its last page is visible before it is final. */
export const cancelJob = (
  database: Database["Service"],
  watch: RevisionWatch["Service"],
  limits: Settings["Service"]
): JobStore["Service"]["cancel"] =>
  Effect.fn("JobStore.cancel")(function*(owner, id) {
    const row = yield* database.transaction(Effect.gen(function*() {
      const locked = yield* lockJob(database, id)
      if (locked?.owner !== owner) return undefined
      if (!isFinal(locked.status)) {
        yield* settleRest(database, id, storedOptions(locked.options), limits)
        yield* endJob(database, id, "cancelled")
        yield* notify(database, "Cancelled", [id])
      }
      return yield* findJob(database, Duration.toSeconds(limits.jobRetention), owner, id)
    }))
    watch.wake(id)
    return Option.map(Option.fromNullishOr(row), jobOf)
  })

/** Ends a job. A final job is not changed. */
export const finishJob = (
  database: Database["Service"],
  watch: RevisionWatch["Service"],
  limits: Settings["Service"]
): JobStore["Service"]["finish"] =>
  Effect.fn("JobStore.finish")(function*(id, status, ...errors) {
    yield* database.transaction(Effect.gen(function*() {
      const locked = yield* lockJob(database, id)
      if (locked === undefined || isFinal(locked.status)) return
      yield* settleRest(database, id, storedOptions(locked.options), limits)
      const ended = yield* endJob(database, id, status)
      if (ended === undefined) return
      for (const error of errors) yield* addError(database, ended.job, error)
      yield* notify(database, "Finished", [id])
    }))
    watch.wake(id)
  })

/** Settles all ended visits, without the missing ones between them. Enqueues nothing. */
const settleRest = Effect.fnUntraced(
  function*(database: Database["Service"], id: JobId, options: CrawlOptions, limits: Settings["Service"]) {
    for (let job = yield* lockJob(database, id); job !== undefined; job = yield* lockJob(database, id)) {
      if ((yield* settleReady(settlementStatements(database), job, options, limits, true)) === 0) return
    }
  }
)

const Ended = Schema.Struct({ job: Schema.Finite })

/** No row if the job is final already. */
const endJob = (db: Db, id: JobId, status: JobStatus) =>
  db.first(Ended)`UPDATE gleaner.jobs SET status = ${status}, finished_at = clock_timestamp(), revision = revision + 1
    WHERE id = ${id} AND finished_at IS NULL RETURNING job`

/** Adds an error. The oldest ones beyond `maxErrors` are deleted. */
const addError = (db: Db, job: number, error: Omit<JobError, "at">) =>
  db.run`WITH counted AS (
      UPDATE gleaner.jobs SET errors = errors + 1, bytes = bytes + ${errorBytes(error)}, revision = revision + 1
      WHERE job = ${job} RETURNING errors
    ), old AS (
      DELETE FROM gleaner.errors WHERE job = ${job} AND n < (SELECT errors - ${maxErrors} FROM counted)
        AND code <> ${ledgerFullCode}
    )
    INSERT INTO gleaner.errors (job, n, url, code, message)
    SELECT ${job}, errors - 1, ${error.url}, ${error.code}, ${error.message} FROM counted`
