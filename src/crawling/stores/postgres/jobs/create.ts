import { Duration, Effect, Result } from "effect"
import { JobId } from "../../../../core/domain/job/Job.ts"
import { Shares } from "../../../../core/kernel/fair/Shares.ts"
import { NewId } from "../../../../core/kernel/NewId.ts"
import type { Settings } from "../../../../core/settings/Settings.ts"
import { IdempotencyKeyReused, type TooManyCrawls, tooManyCrawls } from "../../../jobs/crawl-limits.ts"
import type { JobStore } from "../../../jobs/JobStore.ts"
import { exceededLimit } from "../../shared/exceeded-limit.ts"
import { groupCommit } from "../../shared/group-commit.ts"
import { advisoryLock } from "../advisory-lock.ts"
import type { Database } from "../Database.ts"
import { notify } from "../notify.ts"
import type { Db } from "../statement.ts"
import { countActive } from "../statements/jobs/count-jobs.ts"
import { findEarlierJobs } from "../statements/jobs/find-jobs.ts"
import { freeKeys, insertJobs, type NewJob, newJobRow } from "../statements/jobs/insert-jobs.ts"
import { jobOf, type JobRow } from "../statements/jobs/job-row.ts"

type NewJobLimits = Pick<Settings["Service"], "jobRetention" | "maxCrawls" | "maxCrawlsPerKey">
type Created = Result.Result<JobRow, TooManyCrawls | IdempotencyKeyReused>

/**
 * Creates jobs within the limits, or returns the earlier ones with their idempotency keys. All nodes take turns, so
 * jobs that wait for the turn of this node are created in one transaction.
 */
export const jobCreator = Effect.fnUntraced(function*(database: Database["Service"], limits: NewJobLimits) {
  const create = yield* groupCommit(
    maxUrls,
    (batch: ReadonlyArray<Item>) => database.transaction(createInTurn(database, batch.map(({ job }) => job), limits))
  )
  return Effect.fn("JobStore.create")(function*(owner, url, options, idempotency) {
    // Its id is chosen before the transaction, so that a repeated transaction finds it.
    const job = newJobRow(JobId.make((yield* NewId)()), owner, url, options, idempotency)
    return jobOf(yield* Effect.fromResult(yield* create({ job, length: job.urls.length })))
  }) satisfies JobStore["Service"]["create"]
})

interface Item {
  readonly job: NewJob
  /** First URLs of the job. */
  readonly length: number
}

/** First URLs of the jobs of one transaction. */
const maxUrls = 500

/** Locks the limits of all nodes while jobs are counted to decide on more. Returns a result for each job. */
const createInTurn = Effect.fnUntraced(function*(db: Db, jobs: ReadonlyArray<NewJob>, limits: NewJobLimits) {
  yield* advisoryLock(db, "limits")
  const earlier = yield* findEarlierJobs(db, Duration.toSeconds(limits.jobRetention), jobs)
  const made = new Map(earlier.map((row) => [row.id, row]))
  const found = new Map<string, Earlier>(
    earlier.flatMap((row) => row.key === null ? [] : [[keyOf(row.owner, row.key), row]])
  )
  const active = new Shares({ units: limits.maxCrawls, reserve: limits.maxCrawls })
  for (const { jobs, owner } of yield* countActive(db)) active.take(owner, jobs)
  const fresh: Array<NewJob> = []
  const decided = jobs.map((job): Result.Result<JobId, TooManyCrawls | IdempotencyKeyReused> => {
    const { id, idempotency, owner } = job
    if (made.has(id)) return Result.succeed(id)
    const before = idempotency && found.get(keyOf(owner, idempotency.key))
    if (before !== undefined) {
      // Older versions stored only the key of a job.
      const isSame = before.asked === null || before.asked === idempotency?.asked
      return isSame ? Result.succeed(before.id) : Result.fail(new IdempotencyKeyReused())
    }
    const exceeded = exceededLimit(limits, active.usageOf(owner))
    if (exceeded !== undefined) return Result.fail(tooManyCrawls(exceeded))
    active.take(owner)
    fresh.push(job)
    if (idempotency !== undefined) found.set(keyOf(owner, idempotency.key), { id, asked: idempotency.asked })
    return Result.succeed(id)
  })
  if (fresh.length > 0) {
    yield* freeKeys(db, fresh)
    for (const row of yield* insertJobs(db, fresh)) made.set(row.id, { ...row, key: null })
    yield* notify(db, "Created", fresh.map(({ id }) => id))
  }
  return decided.map((result): Created => Result.map(result, (id) => rowOf(made, id)))
})

interface Earlier {
  readonly id: JobId
  /** The request of its idempotency key. */
  readonly asked: string | null
}

/** An idempotency key has no space in it. */
const keyOf = (owner: string, key: string): string => `${owner} ${key}`

const rowOf = (rows: ReadonlyMap<string, JobRow>, id: string): JobRow => {
  const row = rows.get(id)
  if (row === undefined) throw new Error("the job that was created is not there")
  return row
}
