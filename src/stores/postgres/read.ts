import { Effect, Stream } from "effect"
import type { JobId } from "../../domain/job/Job.ts"
import type { StoredPage } from "../../domain/job/LedgerRow.ts"
import { JobEvicted } from "../../jobs/JobEvicted.ts"
import type { JobRange, LedgerRange, Slice } from "../../jobs/JobStore.ts"
import type { KeptDocuments } from "../memory/KeptDocuments.ts"
import type { Database } from "./Database.ts"
import { firstRow } from "./first-row.ts"
import type { JobRow } from "./job-rows.ts"
import { pageOf, type PageRow } from "./page-rows.ts"
import * as sql from "./sql/jobs.ts"

type Db = Pick<Database["Service"], "run">

/** The rows of jobs that are not expired, newest first: those of one owner, or with null those of all. */
export const readJobs = Effect.fnUntraced(function*(
  database: Db,
  retention: number,
  owner: string | null,
  { after = highest, limit }: JobRange
) {
  const rows = yield* owner === null
    ? database.run<JobRow>(sql.listAllJobs, [retention, after, limit + 1])
    : database.run<JobRow>(sql.listJobs, [retention, owner, after, limit + 1])
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const counted = yield* firstRow<Total>(database, sql.countJobs, [retention, owner])
  const slice: Slice<JobRow> = {
    items,
    next: (owner === null ? last?.job : last?.place) ?? 0,
    more: rows.length > limit,
    total: counted?.total ?? 0
  }
  return slice
})

/** Rows of the ledger of a job. */
export const readLedger = (database: Db, id: JobId, range: LedgerRange) =>
  range.outcome === undefined && range.change === undefined
    ? readWholeLedger(database, id, range)
    : readLedgerOf(database, id, range)

const readWholeLedger = Effect.fnUntraced(function*(database: Db, id: JobId, { after, limit }: LedgerRange) {
  const rows = limit === 0 ? [] : yield* database.run<PageRow>(sql.ledger, [id, after, limit])
  // Counted after the rows were read, so that a row is never beyond the total.
  const total = (yield* firstRow<Total>(database, sql.countLedger, [id]))?.total ?? 0
  const next = Math.min(after, total) + rows.length
  const slice: Slice<StoredPage> = { items: rows.map(pageOf), next, more: next < total, total }
  return slice
})

const readLedgerOf = Effect.fnUntraced(
  function*(database: Db, id: JobId, { after, change, limit, outcome }: LedgerRange) {
    const wanted = [outcome ?? null, change ?? null]
    const rows = yield* database.run<PageRow>(sql.ledgerOf, [id, after, limit + 1, ...wanted])
    const items = rows.slice(0, limit)
    const counted = yield* firstRow<Listed>(database, sql.countLedgerOf, [id, ...wanted])
    const more = rows.length > limit
    // When no row is left, continue with rows that come later, not with earlier ones.
    const next = more ? (items.at(-1)?.n ?? 0) + 1 : counted?.listed ?? 0
    const slice: Slice<StoredPage> = { items: items.map(pageOf), next, more, total: counted?.total ?? 0 }
    return slice
  }
)

/** The documents from one index to before another, or to the last one that there is now. */
export const readDocuments = (database: Db, kept: KeptDocuments, id: JobId, from = 0, to?: number) =>
  Stream.unwrap(Effect.gen(function*() {
    const end = to ?? (yield* firstRow<Total>(database, sql.countDocuments, [id]))?.total
    if (end === undefined) return Stream.fail(new JobEvicted({ id }))
    const starts = Array.from(
      { length: Math.ceil(Math.max(0, end - from) / batchSize) },
      (_, at) => from + at * batchSize
    )
    return Stream.fromIterable(starts).pipe(
      Stream.flatMap((start) => readBatch(database, kept, id, start, Math.min(end, start + batchSize)))
    )
  }))

/** The documents of one bundle, each read when the reader wants it. */
const readBatch = (database: Db, kept: KeptDocuments, id: JobId, from: number, to: number) =>
  Stream.unwrap(
    Effect.map(database.run<DocumentRow>(sql.documents, [id, from, to]), (rows) =>
      Stream.range(from, to - 1).pipe(
        Stream.mapEffect(Effect.fnUntraced(function*(n) {
          const row = rows.find((row) => row.n === n)
          const document = row?.body ?? row?.ref
          return document === undefined || document === null
            ? yield* new JobEvicted({ id })
            : yield* kept.read(id, document)
        }))
      ))
  )

interface Total {
  readonly total: number
}

interface Listed extends Total {
  readonly listed: number | null
}

interface DocumentRow {
  readonly n: number
  readonly body: Uint8Array | null
  readonly ref: string | null
}

/** Above every number of a job. */
const highest = Number.MAX_SAFE_INTEGER
/** Documents that are read from the tables together. */
const batchSize = 8
