import { Duration, Effect, Schema } from "effect"
import { JobId } from "../../../../core/domain/job/Job.ts"
import type { JobStore, RunningJob } from "../../../jobs/JobStore.ts"
import { shareSlots } from "../../../jobs/share-slots.ts"
import { storedOptions } from "../../shared/stored-options.ts"
import { advisoryLock } from "../advisory-lock.ts"
import type { Database } from "../Database.ts"
import { type Db, ints } from "../statement.ts"

/** Shares the slots among queued and running jobs, over all nodes. Gives the jobs that run. */
export const promoteJobs = (
  database: Database["Service"],
  slice: Duration.Duration
): JobStore["Service"]["promote"] =>
  Effect.fn("JobStore.promote")(function*(limit) {
    const changes = slotChanges(database, limit, Duration.toMillis(slice))
    // Usually no job gets a slot. Only a change needs the lock.
    const { granted, parked } = yield* changes
    if (granted.length + parked.length > 0) yield* database.transaction(moveSlots(database, changes))
    const jobs = yield* runningJobs(database)
    return jobs.map(({ options, ...job }): RunningJob => ({ ...job, options: storedOptions(options) }))
  })

const slotChanges = (db: Db, limit: number, slice: number) =>
  Effect.map(candidates(db, limit), (rows) => {
    const lastStarts = new Map(rows.map(({ lastStart, owner }) => [owner, lastStart]))
    const jobs = rows.map((row) => ({ ...row, slotTime: row.slotTime ?? undefined }))
    return shareSlots(jobs, { limit, slice, lastGrant: (owner) => lastStarts.get(owner) ?? 0 })
  })

const moveSlots = Effect.fnUntraced(function*(db: Db, changes: ReturnType<typeof slotChanges>) {
  yield* advisoryLock(db, "limits")
  const { granted, parked } = yield* changes
  if (parked.length > 0) yield* takeSlots(db, parked.map(({ job }) => job))
  if (granted.length > 0) yield* grantSlots(db, granted.map(({ job }) => job))
})

const Running = Schema.Struct({
  id: JobId,
  owner: Schema.String,
  url: Schema.String,
  options: Schema.String,
  hasSlot: Schema.Boolean
})

const runningJobs = (db: Db) =>
  db.rows(Running)`SELECT id, owner, url, options, slot_at IS NOT NULL AS "hasSlot"
    FROM gleaner.jobs WHERE status = 'running' ORDER BY job`

const Candidate = Schema.Struct({
  job: Schema.Finite,
  owner: Schema.String,
  /** Milliseconds since the job got its slot. */
  slotTime: Schema.NullOr(Schema.Finite),
  /** When the owner last got one, in seconds. */
  lastStart: Schema.Finite
})

/** Running jobs, and of each owner the oldest queued ones, as many as may get a slot. Oldest first. */
const candidates = (db: Db, limit: number) =>
  db.rows(Candidate)`SELECT job, j.owner, 1000 * extract(epoch FROM clock_timestamp() - slot_at)::float8 AS "slotTime",
      extract(epoch FROM coalesce(o.last_start, 'epoch'))::float8 AS "lastStart"
    FROM (
      SELECT job, owner, slot_at FROM gleaner.jobs WHERE status = 'running'
      UNION ALL
      SELECT q.* FROM gleaner.owners w CROSS JOIN LATERAL (
        SELECT job, owner, slot_at FROM gleaner.jobs WHERE owner = w.owner AND status = 'queued'
        ORDER BY job LIMIT ${limit}
      ) q
    ) j LEFT JOIN gleaner.owners o USING (owner) ORDER BY job`

const grantSlots = (db: Db, jobs: ReadonlyArray<number>) =>
  db.run`WITH granted AS (
      UPDATE gleaner.jobs SET status = 'running', started_at = coalesce(started_at, clock_timestamp()),
        slot_at = clock_timestamp(), revision = revision + 1
      WHERE job = ANY(${ints(jobs)}) AND finished_at IS NULL AND slot_at IS NULL RETURNING owner
    )
    UPDATE gleaner.owners SET last_start = clock_timestamp() WHERE owner IN (SELECT owner FROM granted)`

const takeSlots = (db: Db, jobs: ReadonlyArray<number>) =>
  db.run`UPDATE gleaner.jobs SET slot_at = NULL WHERE job = ANY(${ints(jobs)})`
