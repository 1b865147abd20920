import { Clock, DateTime, Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { gzipSync } from "node:zlib"
import { archiveTypes } from "../../../contract/api/openapi/job-answers.ts"
import { warcInfo, warcRights } from "../../../contract/client/files/warc.ts"
import type { Document } from "../../../core/domain/document/Document.ts"
import { type Job, JobId } from "../../../core/domain/job/Job.ts"
import type { StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import { version } from "../../../core/kernel/version.ts"
import { packedRecord } from "../../../crawling/archive/page-archive.ts"
import { type ArchivedPage, type PackedRecord, WaczFile } from "../../../crawling/archive/WaczFile.ts"
import { type ArchiveRecord, conversionRecord, revisitRecord } from "../../../crawling/archive/warc-records.ts"
import type { JobStore } from "../../../crawling/jobs/JobStore.ts"

/** The records of one page, and the page if a reader lists it. */
interface PageRecords {
  readonly records: ReadonlyArray<PackedRecord>
  readonly page?: ArchivedPage
}

type Store = JobStore["Service"]
type Archived = Partial<Pick<Document, "url" | "final_url" | "fetched_at" | "title" | "markdown" | "trace">>

/** The archive of a job with these documents, which are all of it. A page at a time is in memory. */
export const archiveAnswer = <E>(
  kind: keyof typeof archiveTypes,
  store: Store,
  job: Job,
  documents: Stream.Stream<Uint8Array, E>
) => {
  const id = JobId.make(job.id)
  const stored = Stream.zipWithIndex(documents).pipe(
    Stream.mapEffect(([json, index]) =>
      // Records are beside the document.
      Effect.flatMap(store.archive(id, index), (records) => storedPage(documentIn(json), records))
    )
  )
  const unchanged = job.options.since === undefined
    ? Stream.empty
    : Stream.mapEffect(rowsOf(store, id), (row) => unchangedPage(store, row))
  const pages = Stream.concat(stored, unchanged)
  return HttpServerResponse.stream(kind === "wacz" ? waczOf(job, pages) : warcOf(pages), {
    contentType: archiveTypes[kind],
    headers: { "content-disposition": `attachment; filename="${id}.${kind === "wacz" ? "wacz" : "warc.gz"}"` }
  })
}

const waczOf = <E>({ url }: Job, pages: Stream.Stream<PageRecords, E>) =>
  Stream.unwrap(Effect.map(DateTime.now, (now) => {
    const file = new WaczFile({ title: url, created: DateTime.toDateUtc(now), pack: gzipSync })
    return pages.pipe(
      Stream.map(({ page, records }) => {
        if (page !== undefined) file.page(page)
        return Buffer.concat(records.map((record) => file.record(record)))
      }),
      Stream.filter(({ length }) => length > 0),
      Stream.concat(Stream.sync(() => file.end()))
    )
  }))

const warcOf = <E>(pages: Stream.Stream<PageRecords, E>) =>
  Stream.fromEffect(
    Effect.map(DateTime.now, (now) => gzipSync(warcInfo(DateTime.formatIso(now), `gleaner/${version}`)))
  ).pipe(
    Stream.concat(Stream.map(pages, ({ records }) => Buffer.concat(records.map(({ packed }) => packed)))),
    Stream.filter(({ length }) => length > 0)
  )

const documentIn = (json: Uint8Array) => JSON.parse(new TextDecoder().decode(json)) as Archived // our own encoding

/** A job can store fewer fields. */
const storedPage = (document: Archived, archived: Option.Option<ReadonlyArray<PackedRecord>>) =>
  Effect.promise(async (): Promise<PageRecords> => {
    const { fetched_at: ts, final_url, markdown = "", title = "", trace, url = final_url } = document
    const pageUrl = final_url ?? url
    if (pageUrl === undefined || ts === undefined) return { records: Option.getOrElse(archived, () => []) }
    const added: ReadonlyArray<ArchiveRecord> = [
      ...(Option.isSome(archived) || markdown === "" ? [] : [conversionRecord(pageUrl, ts, markdown)]),
      ...(trace?.rights === undefined || trace.rights.sources.length === 0
        ? []
        : [{ bytes: warcRights({ url: pageUrl, date: ts, rights: trace.rights }) }])
    ]
    return {
      records: [...Option.getOrElse(archived, () => []), ...await Promise.all(added.map(packedRecord))],
      page: { url: pageUrl, ts, title }
    }
  })

/** The rows of unchanged pages, a batch at a time. */
const rowsOf = (store: Store, id: JobId) =>
  Stream.paginate(
    0,
    (after: number) =>
      Effect.map(store.ledger(id, { after, limit: batchSize, change: "same" }), ({ items, more, next }) => [
        items,
        more ? Option.some(next) : Option.none<number>()
      ])
  )

const batchSize = 500

/** Refers to the page of the earlier job, if its document still exists. */
const unchangedPage = Effect.fnUntraced(function*(store: Store, { redirected_to, seen, url }: StoredPage) {
  const place = seen?.kept
  const earlier = place === undefined ? undefined : yield* store.documents(place.job, place.n, place.n + 1).pipe(
    Stream.runHead,
    Effect.map(Option.map(documentIn)),
    Effect.map(Option.getOrUndefined),
    Effect.orElseSucceed(() => undefined)
  )
  const at = seen?.history?.at ?? (yield* Clock.currentTimeMillis)
  const pageUrl = redirected_to ?? url
  const record = yield* Effect.promise(() => packedRecord(revisitRecord(pageUrl, at, earlier?.fetched_at)))
  const page: ArchivedPage = {
    url: pageUrl,
    ts: DateTime.formatIso(DateTime.makeUnsafe(at)),
    title: earlier?.title ?? ""
  }
  return { records: [record], page }
})
