import type { Db } from "../../statement.ts"
import { jobColumns, JobRow } from "./job-row.ts"
import { isStored } from "./stored-jobs.ts"

/** Stored jobs. `retention`: in seconds, as below. */
export const findJob = (db: Db, retention: number, owner: string, id: string) =>
  db.first(JobRow)`SELECT ${jobColumns} FROM gleaner.jobs j
    WHERE j.owner = ${owner} AND j.id = ${id} AND ${isStored(retention)}`

export const findJobByKey = (db: Db, retention: number, owner: string, key: string) =>
  db.first(JobRow)`SELECT ${jobColumns} FROM gleaner.jobs j
    WHERE j.owner = ${owner} AND j.idempotency_key = ${key} AND ${isStored(retention)}`
