import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { RecordPlace } from "../../../contract/api/Paging.ts"
import { recordColumns, recordRow, recordsIn } from "../../../core/domain/csv/record-table.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { csvLine, csvType } from "../../../core/kernel/csv.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import type { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { inProblems } from "./stored-documents.ts"

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
export const recordPage = Effect.fnUntraced(function*(
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

export const recordsJson = (records: ReadonlyArray<StoredRecord>, more: object) =>
  Effect.map(
    inSlices(() => jsonOf(records, more)),
    (text) => HttpServerResponse.text(text, { contentType: "application/json" })
  )

export const recordsCsv = (records: ReadonlyArray<StoredRecord>) =>
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
