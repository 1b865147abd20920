import { Effect, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { type RecordPlace, RecordsCursor, rows } from "../../../../contract/api/Paging.ts"
import { parquetType } from "../../../../core/domain/csv/parquet-type.ts"
import { recordColumns, recordRow, recordsIn, recordTable } from "../../../../core/domain/csv/record-table.ts"
import { isFinal, type JobId } from "../../../../core/domain/job/Job.ts"
import { csvLine, csvType } from "../../../../core/kernel/csv.ts"
import { inSlices } from "../../../../core/kernel/slices/in-slices.ts"
import { asStored } from "../../../../crawling/jobs/answered-repeats.ts"
import type { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { acceptedType } from "../../http/accepted-type.ts"
import { parquetRows, recordsParquet } from "../../http/parquet-answers.ts"
import type { OpenStreams } from "../../limits/OpenStreams.ts"
import { csvRows, foreignCursor, linkNext } from "./job-answers.ts"
import type { OwnJob } from "./job-documents.ts"
import { documentsToTheEnd, inProblems } from "./stored-documents.ts"

/** The records of a job: a part of them, or as lines of a table until its end. */
export const recordsAnswer = Effect.fnUntraced(function*(
  { store, streams }: { readonly store: JobStore["Service"]; readonly streams: OpenStreams["Service"] },
  { id, job, owner }: OwnJob,
  { after = firstRecord, limit, type }: RecordsPart
) {
  const total = job.document_count
  if (after.document > total) return yield* foreignCursor
  const answered = yield* acceptedType("Records of a job come as", recordTypes)
  yield* streams.take(owner)
  if (answered !== "application/json" && limit === undefined) {
    const documents = yield* documentsToTheEnd(store, owner, id, after.document, asStored)
    const rowsAs = answered === parquetType ? parquetRows : csvRows
    return rowsAs(recordTable(type), documents, recordTable(type, after.record))
  }
  const { next, records } = yield* recordPage(store, id, after, total, { limit: limit ?? rows("records"), type })
  const has_more = next.document < total || !isFinal(job.status)
  const next_cursor = has_more ? encodeRecordsCursor(next) : null
  if (answered === "application/json") return yield* recordsJson(records, { next_cursor, has_more })
  if (next_cursor !== null) {
    yield* linkNext(`/v1/jobs/${id}/records`, { after: next_cursor, limit, type })
  }
  return yield* answered === parquetType ? recordsParquet(records) : recordsCsv(records)
})

/** The records that are asked for, from a place on. */
interface RecordsPart {
  readonly after?: RecordPlace
  readonly limit?: number
  readonly type?: string
}

const encodeRecordsCursor = Schema.encodeSync(RecordsCursor)
const firstRecord: RecordPlace = { document: 0, record: 0 }
const recordTypes = ["application/json", "text/csv", parquetType] as const

/** A record and the URL of its page, both as JSON. */
interface StoredRecord {
  readonly pageUrl: Uint8Array
  readonly json: Uint8Array
}

/** Documents read for one answer. Most may have no record of the type. */
const maxDocuments = 100
/** Bytes of records in one answer; the last record may exceed it. */
const maxBytes = 4 * 1024 * 1024

/** Records of a job from a place on, and the place of the next one. */
const recordPage = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  id: JobId,
  from: RecordPlace,
  total: number,
  { limit, type }: { readonly limit: number; readonly type: string | undefined }
) {
  const records: Array<StoredRecord> = []
  let next = from
  let bytes = 0
  const isFull = () => records.length >= limit || bytes >= maxBytes
  const to = Math.min(total, from.document + maxDocuments)
  const reading = Stream.runForEachWhile(
    store.documents(id, from.document, to),
    Effect.fnUntraced(function*(json) {
      const found = yield* inSlices(() => recordsIn(json, next.record, type))
      for (const record of found.records) {
        next = { document: next.document, record: record.index }
        if (isFull()) return false
        // A part of the Document's bytes would keep all of them in memory.
        records.push({ pageUrl: found.pageUrl.slice(), json: record.json.slice() })
        bytes += record.json.length
      }
      next = { document: next.document + 1, record: 0 }
      return !isFull()
    })
  )
  yield* inProblems(store, reading)
  return { records, next }
})

const recordsJson = (records: ReadonlyArray<StoredRecord>, more: object) =>
  Effect.map(
    inSlices(() => jsonOf(records, more)),
    (text) => HttpServerResponse.text(text, { contentType: "application/json" })
  )

const recordsCsv = (records: ReadonlyArray<StoredRecord>) =>
  Effect.map(inSlices(() => csvOf(records)), (text) => HttpServerResponse.text(text, { contentType: csvType }))

function* csvOf(records: ReadonlyArray<StoredRecord>): Generator<void, string> {
  let text = csvLine(recordColumns)
  for (const { json, pageUrl } of records) {
    text += csvLine(yield* recordRow(pageUrl, json))
    yield
  }
  return text
}

function* jsonOf(records: ReadonlyArray<StoredRecord>, more: object): Generator<void, string> {
  const decoder = new TextDecoder()
  let text = ""
  for (const { json, pageUrl } of records) {
    text += `${text === "" ? "" : ","}{"page_url":${decoder.decode(pageUrl)},${decoder.decode(json).slice(1)}`
    yield
  }
  return `{"records":[${text}],${JSON.stringify(more).slice(1)}`
}
