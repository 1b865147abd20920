import { Duration, Effect, Option } from "effect"
import type { CrawlOptions, JobId } from "../../domain/job/Job.ts"
import { errorBytes } from "../../jobs/accounting.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import type { Settings } from "../../Settings.ts"
import { storedOptions } from "../stored-options.ts"
import type { Database } from "./Database.ts"
import { firstRow } from "./first-row.ts"
import { isOver, jobOf, type JobRow } from "./job-rows.ts"
import { notify } from "./notify.ts"
import type { RevisionWatch } from "./RevisionWatch.ts"
import { lockedJob, settleReady } from "./settle.ts"
import * as sql from "./sql/jobs.ts"

type Limits = Settings["Service"]

/** Ends a job of this owner. All in one transaction, so that nobody sees the job final before its last page. */
export const cancelJob = (
  database: Database["Service"],
  watch: RevisionWatch["Service"],
  limits: Limits
): JobStore["Service"]["cancel"] =>
  Effect.fn("JobStore.cancel")(function*(owner, id) {
    const shown = firstRow<JobRow>(database, sql.getJob, [Duration.toSeconds(limits.jobRetention), owner, id])
    const row = yield* database.transaction(Effect.gen(function*() {
      const locked = yield* lockedJob(database, id)
      if (locked?.owner !== owner) return undefined
      if (isOver(locked)) return yield* shown
      yield* settleRest(database, id, storedOptions(locked.options), limits)
      yield* database.run(sql.endJob, [id, "cancelled"])
      yield* notify(database, "Cancelled", id)
      return yield* shown
    }))
    watch.wake(id)
    return Option.map(Option.fromNullishOr(row), jobOf)
  })

/** Ends a job that has come to its end. One that is final already stays as it is. */
export const finishJob = (
  database: Database["Service"],
  watch: RevisionWatch["Service"],
  limits: Limits
): JobStore["Service"]["finish"] =>
  Effect.fn("JobStore.finish")(function*(id, status, error) {
    yield* database.transaction(Effect.gen(function*() {
      const locked = yield* lockedJob(database, id)
      if (locked === undefined || isOver(locked)) return
      yield* settleRest(database, id, storedOptions(locked.options), limits)
      const ended = yield* firstRow<{ readonly job: number }>(database, sql.endJob, [id, status])
      if (ended === undefined) return
      if (error !== undefined) {
        yield* database.run(sql.addError, [ended.job, error.url, error.code, error.message, errorBytes(error)])
      }
      yield* notify(database, "Finished", id)
    }))
    watch.wake(id)
  })

/** What has ended is settled, whatever is missing between. Nothing joins any more. */
const settleRest = Effect.fnUntraced(
  function*(database: Database["Service"], id: JobId, options: CrawlOptions, limits: Limits) {
    for (let job = yield* lockedJob(database, id); job !== undefined; job = yield* lockedJob(database, id)) {
      if ((yield* settleReady(database, job, options, limits, true)) === 0) return
    }
  }
)
