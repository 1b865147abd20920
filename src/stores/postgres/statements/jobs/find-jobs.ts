import { Schema } from "effect"
import { JobId } from "../../../../domain/job/Job.ts"
import { type Db, texts } from "../../statement.ts"
import { jobColumns, JobRow } from "./job-row.ts"
import { isStored } from "./stored-jobs.ts"

/** Stored jobs. `retention`: in seconds, as below. */
export const findJob = (db: Db, retention: number, owner: string, id: string) =>
  db.first(JobRow)`SELECT ${jobColumns} FROM gleaner.jobs j
    WHERE j.owner = ${owner} AND j.id = ${id} AND ${isStored(retention)}`

export const findJobByKey = (db: Db, retention: number, owner: string, key: string) =>
  db.first(JobRow)`SELECT ${jobColumns} FROM gleaner.jobs j
    WHERE j.owner = ${owner} AND j.idempotency_key = ${key} AND ${isStored(retention)}`

const Owner = Schema.Struct({ owner: Schema.String })

export const findOwner = (db: Db, retention: number, id: string) =>
  db.first(Owner)`SELECT owner FROM gleaner.jobs j WHERE j.id = ${id} AND ${isStored(retention)}`

const Final = Schema.Struct({ job: Schema.Number, id: JobId })

export const findFinalJob = (db: Db, owner: string, id: string) =>
  db.first(Final)`SELECT job, id FROM gleaner.jobs
    WHERE owner = ${owner} AND id = ${id} AND finished_at IS NOT NULL`

const Revision = Schema.Struct({ id: Schema.String, revision: Schema.Number })

export const findRevisions = (db: Db, ids: Iterable<string>) =>
  db.rows(Revision)`SELECT id, revision::float8 AS revision FROM gleaner.jobs WHERE id = ANY(${texts(ids)})`
