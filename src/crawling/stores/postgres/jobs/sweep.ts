import { Effect, Metric, Schema } from "effect"
import { JobId } from "../../../../core/domain/job/Job.ts"
import { metrics } from "../../../../core/observability/metrics.ts"
import type { KeptDocuments } from "../../shared/KeptDocuments.ts"
import type { Database } from "../Database.ts"
import { ago, type Db, ints, name, sql } from "../statement.ts"
import { addChanges, isExpired } from "../statements/jobs/stored-jobs.ts"

/**
 * Deletes what ended jobs leave behind, and jobs that have expired. Any node may do any of it at any time: a node skips
 * the jobs of another one. `retention`: in seconds.
 */
export const sweep = Effect.fnUntraced(function*(
  database: Database["Service"],
  retention: number,
  documents: KeptDocuments
) {
  // Until nothing is left, so that sweeping keeps up with any number of jobs that end.
  while (yield* database.transaction(sweepSome(database)));
  while (yield* deleteExpired(database, retention, documents));
  yield* database.run`DELETE FROM gleaner.domain_leases
    WHERE node IS NULL AND greatest(next_at, rest_until) < ${ago(leaseLife)}`
  yield* Metric.update(metrics.unswept, (yield* countLeft(database, retention)).left)
})

/** The row of the job is deleted last, so that until then a sweep can retry. */
export const deleteWhole = Effect.fnUntraced(function*(
  database: Database["Service"],
  jobs: ReadonlyArray<typeof Final.Type>,
  documents: KeptDocuments
) {
  yield* Effect.forEach(jobs, ({ id }) => documents.drop(id), { concurrency: 8, discard: true })
  const all = jobs.map(({ job }) => job)
  for (let left = all; left.length > 0;) left = yield* database.transaction(deleteSome(database, left))
})

/** Deletes some rows of crawls that have ended. Returns whether there may be more. */
const sweepSome = Effect.fnUntraced(function*(db: Db) {
  const jobs = (yield* unsweptJobs(db)).map(({ job }) => job)
  const whole = yield* withoutRows(db, crawlTables, jobs)
  if (whole.length > 0) yield* db.run`UPDATE gleaner.jobs SET is_swept = true WHERE job = ANY(${ints(whole)})`
  return jobs.length === maxJobs || whole.length < jobs.length
})

const deleteExpired = Effect.fnUntraced(function*(
  database: Database["Service"],
  retention: number,
  documents: KeptDocuments
) {
  const jobs = yield* expiredJobs(database, retention)
  yield* deleteWhole(database, jobs, documents)
  yield* addChanges(database)
  return jobs.length === maxJobs
})

/** Deletes some rows of these jobs. Returns the jobs that are left. */
const deleteSome = Effect.fnUntraced(function*(db: Db, jobs: ReadonlyArray<number>) {
  const mine = (yield* lockJobs(db, jobs)).map(({ job }) => job)
  const whole = new Set(yield* withoutRows(db, { ...crawlTables, ...readerTables }, mine))
  yield* db.run`DELETE FROM gleaner.jobs WHERE job = ANY(${ints(whole)})`
  return mine.filter((job) => !whole.has(job))
})

/** Tables that only a crawl under way needs, and those that readers of a job need, with their keys beside the job. */
const crawlTables = {
  frontier: ["seq"],
  domain_queues: ["domain"],
  visits: ["seq"],
  seen: ["hash"],
  texts: ["hash"],
  originals: ["identity", "place"],
  referrers: ["seq"]
}
const readerTables = { ledger: ["n"], documents: ["seq"], errors: ["n"], needed_jobs: ["id"], page_terms: ["place"] }

/** Final jobs that still have rows of their crawl, of which no node holds a lease. */
const unsweptJobs = (db: Db) =>
  db.rows(Numbered)`SELECT job FROM gleaner.jobs j WHERE finished_at IS NOT NULL AND NOT is_swept
    AND NOT EXISTS (SELECT FROM gleaner.leases l WHERE l.job = j.job) ORDER BY job LIMIT ${maxJobs}
    FOR UPDATE SKIP LOCKED`

const expiredJobs = (db: Db, retention: number) =>
  db.rows(Final)`SELECT job, id FROM gleaner.jobs j WHERE ${isExpired(retention)} ORDER BY finished_at LIMIT ${maxJobs}
    FOR UPDATE SKIP LOCKED`

const lockJobs = (db: Db, jobs: ReadonlyArray<number>) =>
  db.rows(Numbered)`SELECT job FROM gleaner.jobs WHERE job = ANY(${ints(jobs)}) ORDER BY job FOR UPDATE`

const countLeft = (db: Db, retention: number) =>
  db.one(Left)`SELECT (
      (SELECT count(*) FROM gleaner.jobs WHERE finished_at IS NOT NULL AND NOT is_swept) +
      (SELECT count(*) FROM gleaner.jobs j WHERE ${isExpired(retention)})
    )::int AS left`

const Numbered = Schema.Struct({ job: Schema.Finite })
const Final = Schema.Struct({ job: Schema.Finite, id: JobId })
const Left = Schema.Struct({ left: Schema.Finite })
const Deleted = Schema.Struct({ count: Schema.Finite })

/** Deletes rows of these jobs, a bounded number in each transaction. Returns the jobs if all of their rows are gone. */
const withoutRows = Effect.fnUntraced(function*(
  db: Db,
  tables: Readonly<Record<string, ReadonlyArray<string>>>,
  jobs: ReadonlyArray<number>
) {
  if (jobs.length === 0) return []
  for (const [table, keys] of Object.entries(tables)) {
    const rows = sql`gleaner.${name(table)}`
    const key = keys.map(name).reduce((list, column) => sql`${list}, ${column}`, sql`job`)
    const { count } = yield* db.one(Deleted)`WITH gone AS (
        DELETE FROM ${rows} WHERE (${key}) IN (
          SELECT ${key} FROM ${rows} WHERE job = ANY(${ints(jobs)}) LIMIT ${batchSize}
        ) RETURNING 1
      )
      SELECT count(*)::int AS count FROM gone`
    if (count === batchSize) return []
  }
  return jobs
})

/** Jobs of one transaction. */
const maxJobs = 64
/** Rows of one table that one statement deletes. */
const batchSize = 5000
/** Seconds after which the last turn of a domain has no effect. */
const leaseLife = 3600
