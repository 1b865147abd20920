import { Duration, Effect, Schema } from "effect"
import { JobId, JobStatus } from "../../../domain/job/Job.ts"
import type { JobStore, RunningJob } from "../../../jobs/JobStore.ts"
import { shareSlots } from "../../../jobs/share-slots.ts"
import { storedOptions } from "../../stored-options.ts"
import type { Database } from "../Database.ts"
import { type Db, ints } from "../statement.ts"
import { lockLimits } from "./create.ts"

/** Shares the slots among queued and running jobs, over all nodes. Gives the jobs that run. */
export const promoteJobs = (
  database: Database["Service"],
  slice: Duration.Duration
): JobStore["Service"]["promote"] =>
  Effect.fn("JobStore.promote")(function*(limit) {
    let jobs = yield* activeJobs(database)
    if (jobs.some(({ hasSlot }) => !hasSlot)) {
      yield* database.transaction(moveSlots(database, limit, Duration.toMillis(slice)))
      jobs = yield* activeJobs(database)
    }
    return jobs.flatMap(({ options, status, ...job }): ReadonlyArray<RunningJob> =>
      status === "running" ? [{ ...job, options: storedOptions(options) }] : []
    )
  })

const moveSlots = Effect.fnUntraced(function*(db: Db, limit: number, slice: number) {
  yield* lockLimits(db)
  const rows = yield* candidates(db)
  const lastStarts = new Map(rows.map(({ lastStart, owner }) => [owner, lastStart]))
  const jobs = rows.map((row) => ({ ...row, slotTime: row.slotTime ?? undefined }))
  const { granted, parked } = shareSlots(jobs, { limit, slice, lastGrant: (owner) => lastStarts.get(owner) ?? 0 })
  if (parked.length > 0) yield* takeSlots(db, parked.map(({ job }) => job))
  if (granted.length > 0) yield* grantSlots(db, granted.map(({ job }) => job))
})

const Active = Schema.Struct({
  id: JobId,
  owner: Schema.String,
  url: Schema.String,
  options: Schema.String,
  status: JobStatus,
  hasSlot: Schema.Boolean
})

const activeJobs = (db: Db) =>
  db.rows(Active)`SELECT id, owner, url, options, status, slot_at IS NOT NULL AS "hasSlot"
    FROM gleaner.jobs WHERE finished_at IS NULL ORDER BY job`

const Candidate = Schema.Struct({
  job: Schema.Finite,
  owner: Schema.String,
  /** Milliseconds since the job got its slot. */
  slotTime: Schema.NullOr(Schema.Finite),
  /** When the owner last got one, in seconds. */
  lastStart: Schema.Finite
})

const candidates = (db: Db) =>
  db.rows(Candidate)`SELECT job, j.owner, 1000 * extract(epoch FROM clock_timestamp() - slot_at)::float8 AS "slotTime",
      extract(epoch FROM coalesce(o.last_start, 'epoch'))::float8 AS "lastStart"
    FROM gleaner.jobs j LEFT JOIN gleaner.owners o USING (owner) WHERE j.finished_at IS NULL ORDER BY job`

const grantSlots = (db: Db, jobs: ReadonlyArray<number>) =>
  db.run`WITH granted AS (
      UPDATE gleaner.jobs SET status = 'running', started_at = coalesce(started_at, clock_timestamp()),
        slot_at = clock_timestamp(), revision = revision + 1
      WHERE job = ANY(${ints(jobs)}) AND finished_at IS NULL AND slot_at IS NULL RETURNING owner
    )
    UPDATE gleaner.owners SET last_start = clock_timestamp() WHERE owner IN (SELECT owner FROM granted)`

const takeSlots = (db: Db, jobs: ReadonlyArray<number>) =>
  db.run`UPDATE gleaner.jobs SET slot_at = NULL WHERE job = ANY(${ints(jobs)})`
