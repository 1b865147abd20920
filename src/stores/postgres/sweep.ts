import { Effect } from "effect"
import type { JobId } from "../../domain/job/Job.ts"
import type { KeptDocuments } from "../memory/KeptDocuments.ts"
import type { Database } from "./Database.ts"
import { idOf } from "./job-rows.ts"
import { forgetGates } from "./sql/gates.ts"
import * as sql from "./sql/jobs.ts"

type Db = Pick<Database["Service"], "run" | "transaction">

/**
 * Deletes what ended jobs leave behind, and jobs that have expired. Any node may do any of it at any time. `retention`:
 * in seconds.
 */
export const sweep = Effect.fnUntraced(function*(database: Db, retention: number, documents: KeptDocuments) {
  for (const { job } of yield* database.run<{ readonly job: number }>(sql.unswept)) {
    for (const table of sql.ofTheCrawl) yield* empty(database, table, job)
    yield* database.run(sql.swept, [job])
  }
  for (const row of yield* database.run<{ readonly job: number; readonly id: string }>(sql.expired, [retention])) {
    yield* deleteWhole(database, row.job, idOf(row), documents)
  }
  yield* database.run(forgetGates, [gateLife])
})

/** The row of the job goes last: until then, somebody can try again. */
export const deleteWhole = Effect.fnUntraced(function*(
  database: Db,
  job: number,
  id: JobId,
  documents: KeptDocuments
) {
  yield* documents.drop(id)
  for (const table of [...sql.ofTheCrawl, ...sql.ofTheJob]) yield* empty(database, table, job)
  yield* database.run(sql.deleteJob, [job])
})

const empty = Effect.fnUntraced(function*(database: Db, table: string, job: number) {
  for (let gone = atOnce; gone === atOnce;) {
    const [row] = yield* database.run<{ readonly gone: number }>(sql.deleteSome(table), [job, atOnce])
    gone = row?.gone ?? 0
  }
})

/** Rows that one statement deletes. */
const atOnce = 5000
/** Seconds after which nothing of a domain's last turn matters any more. */
const gateLife = 3600
