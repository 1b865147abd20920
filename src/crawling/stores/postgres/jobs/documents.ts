import { Effect, Schema, Stream } from "effect"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import { JobEvicted } from "../../../jobs/JobEvicted.ts"
import type { KeptDocuments } from "../../shared/KeptDocuments.ts"
import { fingerprintsPerRead } from "../../shared/slices.ts"
import type { Db } from "../statement.ts"

/** The documents from one index to before another, or to the last one that there is now. */
export const readDocuments = (db: Db, kept: KeptDocuments, id: JobId, from = 0, to?: number) =>
  Stream.unwrap(Effect.gen(function*() {
    const end = to ?? (yield* db.first(Count)`SELECT documents AS total FROM gleaner.jobs WHERE id = ${id}`)?.total
    if (end === undefined) return Stream.fail(new JobEvicted({ id }))
    const count = Math.ceil(Math.max(0, end - from) / batchSize)
    const starts = Array.from({ length: count }, (_, at) => from + at * batchSize)
    return Stream.fromIterable(starts).pipe(
      Stream.flatMap((start) => readBatch(db, kept, id, start, Math.min(end, start + batchSize)))
    )
  }))

/** The documents of one batch, each read on demand. */
const readBatch = (db: Db, kept: KeptDocuments, id: JobId, from: number, to: number) =>
  Stream.unwrap(
    Effect.map(documentRows(db, id, from, to), (rows) =>
      Stream.range(from, to - 1).pipe(
        Stream.mapEffect(Effect.fnUntraced(function*(n) {
          return yield* kept.read(id, yield* documentIn(rows, id, n), n)
        }))
      ))
  )

export const readPicture = Effect.fnUntraced(function*(db: Db, kept: KeptDocuments, id: JobId, n: number) {
  return yield* kept.picture(id, yield* documentIn(yield* documentRows(db, id, n, n + 1), id, n))
})

export const readArchive = Effect.fnUntraced(function*(db: Db, kept: KeptDocuments, id: JobId, n: number) {
  return yield* kept.archive(id, yield* documentIn(yield* documentRows(db, id, n, n + 1), id, n))
})

const documentIn = (rows: ReadonlyArray<typeof Document.Type>, id: JobId, n: number) => {
  const row = rows.find((row) => row.n === n)
  const document = row?.body ?? row?.ref
  return document === undefined || document === null ? Effect.fail(new JobEvicted({ id })) : Effect.succeed(document)
}

const Count = Schema.Struct({ total: Schema.Finite })
const Document = Schema.Struct({
  n: Schema.Finite,
  body: Schema.NullOr(Schema.Uint8Array),
  ref: Schema.NullOr(Schema.String)
})

const documentRows = (db: Db, id: JobId, from: number, to: number) =>
  db.rows(Document)`SELECT n, body, ref FROM gleaner.documents
    WHERE job = (SELECT job FROM gleaner.jobs WHERE id = ${id}) AND n >= ${from} AND n < ${to} ORDER BY n`

const Row = Schema.Struct({ n: Schema.Finite, fingerprint: Schema.NullOr(Schema.Uint8Array) })
const Total = Schema.Struct({ documents: Schema.Finite })

export const readFingerprints = Effect.fnUntraced(function*(db: Db, id: JobId, from: number, to: number) {
  const job = yield* db.first(Total)`SELECT documents FROM gleaner.jobs WHERE id = ${id}`
  const end = Math.min(to, from + fingerprintsPerRead, job?.documents ?? 0)
  const found: Array<Uint8Array | null> = Array.from({ length: Math.max(0, end - from) }, () => null)
  const rows = yield* db.rows(Row)`SELECT n, fingerprint FROM gleaner.documents
    WHERE job = (SELECT job FROM gleaner.jobs WHERE id = ${id}) AND n >= ${from} AND n < ${end}`
  for (const { fingerprint, n } of rows) found[n - from] = fingerprint
  return found
})

/** Deletes the documents before this index. They still count. */
export const releaseDocuments = (db: Db, id: JobId, before: number) =>
  db.run`WITH gone AS (
      DELETE FROM gleaner.documents
      WHERE job = (SELECT job FROM gleaner.jobs WHERE id = ${id}) AND n < ${before} RETURNING bytes
    )
    UPDATE gleaner.jobs SET bytes = bytes - (SELECT coalesce(sum(bytes), 0) FROM gone) WHERE id = ${id}`

/** Documents that are read from the tables together. */
const batchSize = 8
