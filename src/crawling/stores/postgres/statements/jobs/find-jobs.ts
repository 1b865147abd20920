import { Schema } from "effect"
import { type Db, tableOf, texts } from "../../statement.ts"
import { jobColumns, JobRow } from "./job-row.ts"
import { isStored } from "./stored-jobs.ts"

/** Stored jobs. `retention`: in seconds, as below. */
export const findJob = (db: Db, retention: number, owner: string, id: string) =>
  db.first(JobRow)`SELECT ${jobColumns} FROM gleaner.jobs j
    WHERE j.owner = ${owner} AND j.id = ${id} AND ${isStored(retention)}`

const KeyedRow = Schema.Struct({ ...JobRow.fields, key: Schema.NullOr(Schema.String) })

interface Wanted {
  readonly id: string
  readonly owner: string
  readonly idempotency: { readonly key: string } | undefined
}

/** Stored jobs with one of these ids, or with one of these idempotency keys. */
export const findEarlierJobs = (db: Db, retention: number, wanted: ReadonlyArray<Wanted>) => {
  const keys = wanted.flatMap(({ idempotency, owner }) =>
    idempotency === undefined ? [] : { owner, key: idempotency.key }
  )
  return db.rows(KeyedRow)`SELECT ${jobColumns}, j.idempotency_key AS key FROM gleaner.jobs j
    WHERE j.job IN (
      SELECT job FROM gleaner.jobs WHERE id = ANY(${texts(wanted.map(({ id }) => id))})
      UNION ALL
      SELECT k.job FROM ${tableOf("x", keys, { owner: texts, key: texts })}
      JOIN gleaner.jobs k ON k.owner = x.owner AND k.idempotency_key = x.key
    ) AND ${isStored(retention)}`
}
