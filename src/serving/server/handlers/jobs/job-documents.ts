import { Effect, Option, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { documentOptions, ndjsonTypes } from "../../../../contract/api/Jobs.ts"
import { DocumentsCursor, rows } from "../../../../contract/api/Paging.ts"
import { DiffNotFound, PictureNotFound } from "../../../../contract/api/Problems.ts"
import { documentTable } from "../../../../core/domain/csv/document-table.ts"
import { parquetType } from "../../../../core/domain/csv/parquet-type.ts"
import { isFinal, type Job, type JobId, shownJob } from "../../../../core/domain/job/Job.ts"
import { driftsOf } from "../../../../core/domain/job/JobDrift.ts"
import { chunkOption } from "../../../../core/domain/options/PageOptions.ts"
import type { RepeatsOption } from "../../../../core/domain/options/RepeatsOption.ts"
import { withScheme } from "../../../../core/domain/WebUrl.ts"
import { crawlRules } from "../../../../crawling/crawl/model/CrawlRules.ts"
import { pageDiff } from "../../../../crawling/crawl/visit/page-diff.ts"
import { type Answered, answeredRepeats, repeatsNotes } from "../../../../crawling/jobs/answered-repeats.ts"
import { placeOf } from "../../../../crawling/jobs/changes/stored-page.ts"
import { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { Repeats } from "../../../../crawling/jobs/Repeats.ts"
import { answeredDrift } from "../../../../crawling/wrappers/answered-drift.ts"
import { Extractor } from "../../../../extract/Extractor.ts"
import { acceptedType } from "../../http/accepted-type.ts"
import { tagOf, withTag } from "../../http/entity-tags.ts"
import { parquetRows } from "../../http/parquet-answers.ts"
import { notFor, wrongOption } from "../../http/wrong-option.ts"
import { OpenStreams } from "../../limits/OpenStreams.ts"
import type { UnreadAnswers } from "../../limits/UnreadAnswers.ts"
import { overloaded } from "../../problems/page-problems.ts"
import { foundJob, overStore } from "../../problems/store-problems.ts"
import { answeredDocument, type DocumentOptions, inTurn } from "./answered-document.ts"
import { csvRows, foreignCursor, jsonLines, linkNext, withDocuments } from "./job-answers.ts"
import { documentsToTheEnd, inProblems, storedDocuments } from "./stored-documents.ts"

/** A job and its owner. */
export interface OwnJob {
  readonly id: JobId
  readonly job: Job
  readonly owner: string
}

/** The Documents that are asked for: from a cursor on, or that of a URL. */
interface DocumentsPart {
  readonly after: number | undefined
  readonly limit: number | undefined
  readonly url: string | undefined
}

interface Options extends DocumentOptions {
  readonly repeats?: RepeatsOption
}

/** The Documents of a job: one by its URL, a part of them, or all until its end. */
export const jobDocuments = Effect.gen(function*() {
  const store = yield* JobStore
  const streams = yield* OpenStreams
  const services = { extractor: yield* Extractor, repeats: yield* Repeats }

  /** The repeated text of its pages is marked or removed. */
  const answeredOf = (owner: string, job: Job, repeats: RepeatsOption | undefined): Answered =>
    inTurn(answeredDrift(job), answeredRepeats(services, owner, job, repeats))

  /** The options apply to the Documents of this job. */
  const answeredAs = (owner: string, job: Job, { repeats, ...options }: Options): Answered =>
    inTurn(
      answeredOf(owner, job, repeats),
      answeredDocument(services.extractor, owner, job.url, options)
    )

  /** Undefined for a URL without a Document. One of `since` is in an earlier job. */
  const documentOf = Effect.fnUntraced(function*({ id, job, owner }: OwnJob, url: string, options: Options) {
    const name = crawlRules(job.options, undefined).nameOf(new URL(withScheme(url)))
    const place = Option.getOrUndefined(yield* overStore(placeOf(store, id, name)))?.place
    if (place === undefined) return undefined
    const at = place.job === id ? job : (yield* foundJob(store.get(owner, place.job))).job
    return yield* storedDocuments(store, place.job, place.n, place.n + 1, answeredAs(owner, at, options))
  })

  /** The job with all of its Documents until now. */
  const whole = Effect.fnUntraced(function*({ id, job, owner }: OwnJob, repeats: RepeatsOption | undefined) {
    yield* streams.take(owner)
    const documents = yield* storedDocuments(store, id, 0, job.document_count, answeredOf(owner, job, repeats))
    const shown = shownJob(job)
    const notes = [...shown.notes, ...yield* overStore(repeatsNotes(services.repeats, job, repeats))]
    const tag = mayChange(job, repeats) ? undefined : tagOf(job, repeats)
    return withTag(tag, withDocuments({ ...shown, notes }, documents))
  })

  const part = Effect.fnUntraced(function*(
    own: OwnJob,
    { after = 0, limit, url }: DocumentsPart,
    options: Options
  ) {
    const { id, job, owner } = own
    const { repeats } = options
    const total = job.document_count
    if (after > total) return yield* foreignCursor
    const { inLines, lines } = yield* answerAs(options, job)
    yield* streams.take(owner)
    if (url !== undefined) {
      const found = yield* documentOf(own, url, options)
      const counted = { next_cursor: null, has_more: false, total: found === undefined ? 0 : 1 }
      const documents = found ?? Stream.empty
      return lines === undefined ? withDocuments({}, documents, counted) : inLines(documents)
    }
    const answered = answeredAs(owner, job, options)
    if (lines !== undefined && limit === undefined) {
      return inLines(yield* documentsToTheEnd(store, owner, id, after, answered))
    }
    const to = Math.min(total, after + (limit ?? rows("documents")))
    const has_more = to < total || !isFinal(job.status)
    const next_cursor = has_more ? encodeCursor(to) : null
    const documents = yield* storedDocuments(store, id, after, to, answered)
    // A stored document never changes. A drift is known at the end of the job.
    const parts = [id, after, to, has_more, total, lines, options, driftsOf(job).length]
    const tag = mayChange(job, repeats) ? undefined : tagOf(...parts)
    const notes = yield* overStore(repeatsNotes(services.repeats, job, repeats))
    const more = { next_cursor, has_more, total, ...(notes.length === 0 ? {} : { notes }) }
    if (lines === undefined) return withTag(tag, withDocuments({}, documents, more))
    if (next_cursor !== null) {
      yield* linkNext(`/v1/jobs/${id}/documents`, { after: next_cursor, limit, ...encodeOptions(options) })
    }
    return withTag(tag, inLines(documents))
  })

  return { part, whole }
})

/** The type that Accept prefers, and the answer of that type. */
const answerAs = Effect.fnUntraced(function*(options: Options, job: Job) {
  const type = yield* acceptedType("Documents of a job come as", types)
  const unused = chunkOption(options)
  const isTable = type === "text/csv" || type === parquetType
  if (isTable && unused !== undefined) return yield* wrongOption(unused, notFor(type))
  const inLines = <E>(documents: Stream.Stream<Uint8Array, E>): HttpServerResponse.HttpServerResponse => {
    if (!isTable) return jsonLines(type, documents)
    const table = documentTable(options.fields ?? job.options.fields)
    return type === parquetType ? parquetRows(table, documents) : csvRows(table, documents)
  }
  return { inLines, lines: type === "application/json" ? undefined : type }
})

/** The repeated text of a job may change while it runs. */
const mayChange = ({ status }: Job, repeats: RepeatsOption = "keep"): boolean => repeats !== "keep" && !isFinal(status)

const types = ["application/json", ...ndjsonTypes, "text/csv", parquetType] as const
const encodeOptions = Schema.encodeSync(Schema.Struct(documentOptions()))
const encodeCursor = Schema.encodeSync(DocumentsCursor)

/** The change of a page of the job since the job that it is compared with. */
export const diffAnswer = (services: Parameters<typeof pageDiff>[0], { id, job, owner }: OwnJob, url: string) =>
  overStore(pageDiff(services, owner, id, job.options, new URL(withScheme(url)))).pipe(
    Effect.catchTags({
      NoDiff: ({ why }) => Effect.fail(new DiffNotFound({ detail: why, url })),
      PageError: (error) =>
        Effect.fail(error.code === "overloaded" ? overloaded(error) : new DiffNotFound({ detail: tooCostly, url }))
    })
  )

const tooCostly = "The two documents cannot be compared: they take longer than one page may."

/** The picture of the document with this number. */
export const pictureAnswer = Effect.fnUntraced(function*(
  { store, unread }: { readonly store: JobStore["Service"]; readonly unread: UnreadAnswers["Service"] },
  { id, job, owner }: OwnJob,
  number: string
) {
  const n = /^\d{1,9}$/.test(number) ? Number(number) : job.document_count
  if (n >= job.document_count) return yield* noPicture
  yield* unread.check(owner)
  const { bytes, media_type } = yield* Effect.flatMap(
    inProblems(store, store.picture(id, n)),
    Option.match({ onNone: () => Effect.fail(noPicture), onSome: Effect.succeed })
  )
  return withTag(tagOf(id, n), HttpServerResponse.uint8Array(bytes, { contentType: media_type }))
})

const noPicture = new PictureNotFound({
  detail: "The job has no picture with this number: it was started without pictures, or the picture of the page failed."
})
