import { Effect } from "effect"
import type { JobRange, Slice } from "../../../jobs/JobStore.ts"
import type { Db } from "../statement.ts"
import { countStored } from "../statements/jobs/count-jobs.ts"
import { jobColumns, JobRow } from "../statements/jobs/job-row.ts"
import { isStored } from "../statements/jobs/stored-jobs.ts"

/** The rows of jobs that are not expired, newest first: of one owner, or with null of all. */
export const listJobs = Effect.fnUntraced(function*(
  db: Db,
  retention: number,
  owner: string | null,
  { after = maxNumber, limit }: JobRange
) {
  const rows = yield* owner === null
    ? allJobs(db, retention, after, limit + 1)
    : ownersJobs(db, retention, owner, after, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const stored = yield* countStored(db, retention, owner)
  const slice: Slice<JobRow> = {
    items,
    next: (owner === null ? last?.job : last?.place) ?? 0,
    more: rows.length > limit,
    total: stored.jobs
  }
  return slice
})

const allJobs = (db: Db, retention: number, before: number, limit: number) =>
  db.rows(JobRow)`SELECT ${jobColumns} FROM gleaner.jobs j WHERE j.job < ${before} AND ${isStored(retention)}
    ORDER BY j.job DESC LIMIT ${limit}`

const ownersJobs = (db: Db, retention: number, owner: string, before: number, limit: number) =>
  db.rows(JobRow)`SELECT ${jobColumns} FROM gleaner.jobs j
    WHERE j.owner = ${owner} AND j.place < ${before} AND ${isStored(retention)} ORDER BY j.place DESC LIMIT ${limit}`

/** Above every number of a job. */
const maxNumber = Number.MAX_SAFE_INTEGER
