import { Effect, Option, Stream } from "effect"
import { createHash } from "node:crypto"
import { recordsIn } from "../../../core/domain/csv/record-table.ts"
import type { PageRecord } from "../../../core/domain/document/Document.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { ScheduleId } from "../../../core/domain/schedule/Schedule.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { valuesOf } from "../../../core/kernel/slices/scan-json.ts"
import { escapedHtml } from "../../../crawling/jobs/changes/details-html.ts"
import { placeIn } from "../../../crawling/jobs/changes/stored-page.ts"
import type { JobStore } from "../../../crawling/jobs/JobStore.ts"
import type { AtomEntry } from "./atom-feed.ts"

/** Of one feed. */
const maxRecords = 1000
const maxPages = 1000
/** Bytes of records; the last one may exceed it. */
const maxBytes = 2 * 1024 * 1024
const batchSize = 500

/** The records of all pages of a run as entries, in the order of its ledger, with those of unchanged pages. */
export const recordEntries = Effect.fnUntraced(function*(
  store: Pick<JobStore["Service"], "documents" | "ledger">,
  schedule: ScheduleId,
  job: JobId
) {
  const entries = new Map<string, AtomEntry>()
  let stored = 0
  let pages = 0
  let bytes = 0
  for (let after = 0, more = true; more;) {
    const slice = yield* store.ledger(job, { after, limit: batchSize })
    for (const row of slice.items) {
      const place = placeIn(row, job, stored)
      if (row.outcome === "stored") stored++
      if (place === undefined) continue
      if (++pages > maxPages || entries.size >= maxRecords || bytes > maxBytes) return [...entries.values()]
      const json = yield* store.documents(place.job, place.n, place.n + 1).pipe(
        Stream.runHead,
        Effect.catchTag(["JobEvicted", "DocumentLost"], () => Effect.succeedNone)
      )
      if (Option.isNone(json)) continue
      for (const { json: record, updated } of yield* inSlices(() => datedRecords(json.value))) {
        if (entries.size >= maxRecords) break
        bytes += record.length
        const entry = entryOf(schedule, JSON.parse(record) as PageRecord, row.url, updated)
        if (!entries.has(entry.id)) entries.set(entry.id, entry)
      }
    }
    after = slice.next
    more = slice.more
  }
  return [...entries.values()]
})

const decoder = new TextDecoder()

/** The records of a Document, with the time of its fetch in seconds since the epoch. */
function* datedRecords(
  json: Uint8Array
): Generator<void, ReadonlyArray<{ readonly json: string; readonly updated: number }>> {
  const fetched = (yield* valuesOf(json)).get("fetched_at")
  const updated = fetched === undefined ? 0 : Date.parse(JSON.parse(decoder.decode(fetched)) as string) / 1000
  const { records } = yield* recordsIn(json, 0)
  return records.map((record) => ({ json: decoder.decode(record.json), updated }))
}

const entryOf = (schedule: ScheduleId, record: PageRecord, page: string, updated: number): AtomEntry => {
  const { currency, description, image, name, price, type, url } = record
  const link = url || page
  const priced = price === null ? "" : `${price} ${currency}`.trim()
  const content = [
    image === "" ? "" : `<p><img src="${escapedHtml(image)}" alt=""></p>`,
    priced === "" ? "" : `<p>${escapedHtml(priced)}</p>`,
    description === "" ? "" : `<p>${escapedHtml(description)}</p>`
  ].join("")
  const key = createHash("sha256").update(url === "" ? `${page} ${type} ${name}` : url).digest("hex").slice(0, 32)
  return {
    id: `urn:gleaner:schedule:${schedule}:record:${key}`,
    title: name || link,
    updated: dateOf(record.fields) ?? updated,
    link,
    category: type,
    summary: [priced, description].filter((part) => part !== "").join(" – ") || name || link,
    ...(content === "" ? {} : { content })
  }
}

/** Its own date, in seconds since the epoch. */
const dateOf = (fields: PageRecord["fields"]): number | undefined => {
  for (const name of ["dateModified", "datePublished", "startDate", "date"]) {
    const value = fields[name]
    const time = typeof value === "string" ? Date.parse(value) : Number.NaN
    if (Number.isFinite(time) && Math.abs(time) < maxTime) return time / 1000
  }
  return undefined
}
/** RFC 3339 has years of four digits. Milliseconds. */
const maxTime = Date.UTC(9999, 0)
