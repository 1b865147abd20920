import { Effect, Schema } from "effect"
import { JobId } from "../../../../core/domain/job/Job.ts"
import type { KeptDocuments } from "../../memory/KeptDocuments.ts"
import { ago, type Db, name, sql } from "../statement.ts"
import { isExpired } from "../statements/jobs/stored-jobs.ts"

/**
 * Deletes what ended jobs leave behind, and jobs that have expired. Any node may do any of it at any time. `retention`:
 * in seconds.
 */
export const sweep = Effect.fnUntraced(function*(db: Db, retention: number, documents: KeptDocuments) {
  for (const { job } of yield* unsweptJobs(db)) {
    yield* deleteAll(db, crawlTables, job)
    yield* db.run`UPDATE gleaner.jobs SET is_swept = true WHERE job = ${job}`
  }
  for (const { id, job } of yield* expiredJobs(db, retention)) yield* deleteWhole(db, job, id, documents)
  yield* db.run`DELETE FROM gleaner.gates WHERE node IS NULL AND greatest(next_at, rest_until) < ${ago(gateLife)}`
})

/** The row of the job is deleted last, so that until then a sweep can retry. */
export const deleteWhole = Effect.fnUntraced(function*(
  db: Db,
  job: number,
  id: JobId,
  documents: KeptDocuments
) {
  yield* documents.drop(id)
  yield* deleteAll(db, [...crawlTables, ...readerTables], job)
  yield* db.run`DELETE FROM gleaner.jobs WHERE job = ${job}`
})

/** Tables that only a crawl under way needs, and those that readers of a job need. */
const crawlTables = ["frontier", "lines", "visits", "seen", "texts", "originals", "referrers"]
const readerTables = ["ledger", "documents", "errors", "needed_jobs"]

/** Final jobs that still have rows of their crawl, of which no node holds a lease. */
const unsweptJobs = (db: Db) =>
  db.rows(Final)`SELECT job, id FROM gleaner.jobs j WHERE finished_at IS NOT NULL AND NOT is_swept
    AND NOT EXISTS (SELECT FROM gleaner.leases l WHERE l.job = j.job) ORDER BY job LIMIT ${maxUnswept}`

const expiredJobs = (db: Db, retention: number) =>
  db.rows(Final)`SELECT job, id FROM gleaner.jobs j WHERE ${isExpired(retention)}
    ORDER BY finished_at LIMIT ${maxExpired}`

const Final = Schema.Struct({ job: Schema.Finite, id: JobId })
const Deleted = Schema.Struct({ count: Schema.Finite })

/** Some rows at a time, so that no transaction is long. */
const deleteAll = Effect.fnUntraced(function*(db: Db, tables: ReadonlyArray<string>, job: number) {
  for (const table of tables) {
    const rows = sql`gleaner.${name(table)}`
    for (let count = batchSize; count === batchSize;) {
      const deleted = yield* db.one(Deleted)`WITH gone AS (
          DELETE FROM ${rows} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${rows} WHERE job = ${job} LIMIT ${batchSize}))
          RETURNING 1
        )
        SELECT count(*)::int AS count FROM gone`
      count = deleted.count
    }
  }
})

/** Jobs of one sweep. */
const maxUnswept = 16
const maxExpired = 64
/** Rows that one statement deletes. */
const batchSize = 5000
/** Seconds after which the last turn of a domain has no effect. */
const gateLife = 3600
