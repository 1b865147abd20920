import { Effect, Option, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../contract/api/Api.ts"
import { Caller } from "../../../contract/api/Caller.ts"
import { isOn } from "../../../contract/api/fields.ts"
import { type RecordPlace, RecordsCursor, rows } from "../../../contract/api/Paging.ts"
import { DiffNotFound, JobNotSearchable, PictureNotFound } from "../../../contract/api/Problems.ts"
import { parquetType } from "../../../core/domain/csv/parquet-type.ts"
import { recordTable } from "../../../core/domain/csv/record-table.ts"
import { batchOptions, crawlOptions, isFinal, JobId, shownJob } from "../../../core/domain/job/Job.ts"
import { endOfEvents } from "../../../core/domain/job/JobEvent.ts"
import { seededCrawl } from "../../../core/domain/job/seeds.ts"
import { jobIdPattern } from "../../../core/domain/schema/job-id-pattern.ts"
import { credentialsOf } from "../../../core/domain/SiteCredentials.ts"
import { withScheme } from "../../../core/domain/WebUrl.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { pageDiff } from "../../../crawling/crawl/visit/page-diff.ts"
import { answeredRepeats, asStored, repeatsNotes } from "../../../crawling/jobs/answered-repeats.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { Repeats } from "../../../crawling/jobs/Repeats.ts"
import { JobTemplates } from "../../../crawling/jobs/templates/JobTemplates.ts"
import { searchJob } from "../../../crawling/search/search-job.ts"
import { answeredDrift } from "../../../crawling/wrappers/answered-drift.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { archiveAnswer } from "../archives/job-archive.ts"
import { acceptedType } from "../http/accepted-type.ts"
import { invalidFields } from "../http/decode-problems.ts"
import { tagOf, withTag } from "../http/entity-tags.ts"
import { parquetRows, recordsParquet } from "../http/parquet-answers.ts"
import { Admission } from "../limits/Admission.ts"
import { OpenStreams } from "../limits/OpenStreams.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { overloaded } from "../problems/page-problems.ts"
import { cancelUnwritten, foundJob, jobNotFound, overStore } from "../problems/store-problems.ts"
import { Readiness } from "../Readiness.ts"
import { inTurn } from "./answered-document.ts"
import { csvRows, foreignCursor, linkNext, withDocuments } from "./job-answers.ts"
import { jobDocuments, mayChange, type OwnJob } from "./job-documents.ts"
import { eventReads, jobEvents } from "./job-events.ts"
import { recordPage, recordsCsv, recordsJson } from "./job-records.ts"
import { jobList, ledgerList, templateList } from "./list-answers.ts"
import { type Ceiling, jobStarts } from "./start-jobs.ts"
import { documentsToTheEnd, inProblems, storedDocuments } from "./stored-documents.ts"

export const jobsHandlers = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fn(function*(handlers) {
    const supervisor = yield* CrawlSupervisor
    const store = yield* JobStore
    const streams = yield* OpenStreams
    const reads = yield* eventReads(store)
    const settings = yield* Settings
    const extractor = yield* Extractor
    const templates = yield* JobTemplates
    const repeats = yield* Repeats
    const readiness = yield* Readiness
    const unread = yield* UnreadAnswers
    const admission = yield* Admission
    const { plan, start } = yield* jobStarts
    const documents = yield* jobDocuments

    /** The caller's job. A job of another key is not found. */
    const own = Effect.fnUntraced(function*(params: { readonly id: string }) {
      const { name } = yield* Caller
      const id = yield* idIn(params)
      const { job } = yield* foundJob(store.get(name, id))
      return { owner: name, id, job } satisfies OwnJob
    })

    const archive = Effect.fnUntraced(function*(params: { readonly id: string }, kind: "wacz" | "warc") {
      const { id, job, owner } = yield* own(params)
      yield* streams.take(owner)
      return archiveAnswer(kind, store, job, yield* storedDocuments(store, id, 0, job.document_count, asStored))
    })

    return handlers.handleAll({
      crawl: Effect.fn(function*({ headers, payload }) {
        const { options, seed } = seededCrawl(payload)
        if (seed === undefined) return yield* noSeed
        const credentials = credentialsOf(seed.href, payload)
        const optionsWithin = (ceiling: Ceiling) => crawlOptions(options, ceiling)
        if (payload.dry_run !== true) {
          return yield* start(seed, optionsWithin, headers["idempotency-key"], credentials)
        }
        if (options.seeds !== undefined) return yield* oneSeedPlan
        return yield* plan(payload.url ?? seed.href, optionsWithin(settings), credentials)
      }),
      batch: Effect.fn(function*({ headers, payload }) {
        const given = payload.urls.map((url) => new URL(withScheme(url)))
        const [first] = given
        if (first === undefined) return yield* Effect.die(new Error("a batch without URLs has passed its schema"))
        const credentials = credentialsOf(first.href, payload)
        if (credentials !== undefined && given.some(({ origin }) => origin !== first.origin)) return yield* severalSites
        const urls = given.map(({ href }) => href)
        const optionsWithin = (ceiling: Ceiling) => batchOptions(urls, payload, ceiling)
        return yield* start(first, optionsWithin, headers["idempotency-key"], credentials)
      }),
      jobs: Effect.fn(function*({ query: { limit = rows("jobs"), ...range } }) {
        const { items, more, next, total } = yield* overStore(store.list((yield* Caller).name, { ...range, limit }))
        return yield* jobList(items.map(shownJob), { next_cursor: more ? next : null, has_more: more, total })
      }),
      job: Effect.fn(function*({ params, query }) {
        const { id, job, owner } = yield* own(params)
        if (!isOn(query.documents)) return shownJob(job)
        yield* streams.take(owner)
        const answered = inTurn(
          answeredDrift(job),
          answeredRepeats({ extractor, repeats }, owner, job, query.repeats)
        )
        const documents = yield* storedDocuments(store, id, 0, job.document_count, answered)
        const tag = mayChange(job, query.repeats) ? undefined : tagOf(job, query.repeats)
        const notes = [...shownJob(job).notes, ...yield* overStore(repeatsNotes(repeats, job, query.repeats))]
        return withTag(tag, withDocuments({ ...shownJob(job), notes }, documents))
      }),
      cancel: Effect.fn(function*({ params, query }) {
        const { name } = yield* Caller
        const id = yield* idIn(params)
        const job = yield* foundJob(Effect.catchTag(supervisor.cancel(name, id), "CancelUnwritten", cancelUnwritten))
        if (isOn(query.purge)) yield* overStore(store.drop(name, id))
        return shownJob(job)
      }),
      documents: Effect.fn(function*({ params, query: { after, limit, url, ...options } }) {
        const job = yield* own(params)
        return yield* documents(job, { after, limit, url }, options, streams.take(job.owner))
      }),
      records: Effect.fn(function*({ params, query: { after = firstRecord, limit, type } }) {
        const { id, job, owner } = yield* own(params)
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
      }),
      ledger: Effect.fn(function*({ params, query: { after = 0, limit = rows("ledger"), ...filter } }) {
        const { id, job } = yield* own(params)
        const { items, more, next, total } = yield* overStore(store.ledger(id, { after, limit, ...filter }))
        if (after > next) return yield* foreignCursor
        const has_more = more || !isFinal(job.status)
        return yield* ledgerList(items, { next_cursor: has_more ? next : null, has_more, total })
      }),
      templates: Effect.fn(function*({ params, query: { after = 0, limit = rows("templates") } }) {
        const { id } = yield* own(params)
        const all = yield* overStore(templates.of(id))
        if (after > all.length) return yield* foreignCursor
        const next = Math.min(all.length, after + limit)
        const has_more = next < all.length
        const more = { next_cursor: has_more ? next : null, has_more, total: all.length }
        return yield* templateList(all.slice(after, next), more)
      }),
      searchJob: Effect.fn(function*({ params, query }) {
        const { id, job, owner } = yield* own(params)
        if (job.options.search !== true) return yield* notSearchable
        yield* admission.place(owner)
        const json = yield* overStore(searchJob({ extractor, store }, owner, { ...job, id }, query)).pipe(
          Effect.catchTag("PageError", (error) => Effect.fail(overloaded(error)))
        )
        return HttpServerResponse.uint8Array(json, { contentType: "application/json" })
      }),
      diff: Effect.fn(function*({ params, query }) {
        const { id, job, owner } = yield* own(params)
        const url = new URL(withScheme(query.url))
        return yield* overStore(pageDiff({ store, extractor }, owner, id, job.options, url)).pipe(
          Effect.catchTags({
            NoDiff: ({ why }) => Effect.fail(new DiffNotFound({ detail: why, url: query.url })),
            PageError: (error) =>
              Effect.fail(
                error.code === "overloaded"
                  ? overloaded(error)
                  : new DiffNotFound({ detail: tooCostly, url: query.url })
              )
          })
        )
      }),
      picture: Effect.fn(function*({ params }) {
        const { id, job, owner } = yield* own(params)
        const n = /^\d{1,9}$/.test(params.n) ? Number(params.n) : job.document_count
        if (n >= job.document_count) return yield* noPicture
        yield* unread.check(owner)
        const { bytes, media_type } = yield* Effect.flatMap(
          inProblems(store, store.picture(id, n)),
          Option.match({ onNone: () => Effect.fail(noPicture), onSome: Effect.succeed })
        )
        return withTag(tagOf(id, n), HttpServerResponse.uint8Array(bytes, { contentType: media_type }))
      }),
      wacz: ({ params }) => archive(params, "wacz"),
      warc: ({ params }) => archive(params, "warc"),
      events: Effect.fn(function*({ headers, params }) {
        const { id, owner } = yield* own(params)
        const last = headers["last-event-id"] ?? "0"
        if (last === endOfEvents) return HttpServerResponse.empty({ status: 204 })
        const after = Number(last)
        const { next } = yield* overStore(store.ledger(id, { after, limit: 0 }))
        if (after > next) {
          return yield* invalidFields([
            {
              header: "last-event-id",
              detail: "must be the id of an event of this job; leave it out to get all events"
            }
          ])
        }
        yield* streams.take(owner)
        const events = jobEvents(reads, owner, id, after, settings.eventHeartbeat)
        // The reader resumes at another node or after the restart. Jobs that end with the process send their end.
        const served = store.isDurable ? Stream.interruptWhen(events, readiness.stopping) : events
        return HttpServerResponse.stream(served, {
          contentType: "text/event-stream",
          // Some proxies buffer answers that they could cache or compress.
          headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
        })
      })
    })
  })
)

const encodeRecordsCursor = Schema.encodeSync(RecordsCursor)
const firstRecord: RecordPlace = { document: 0, record: 0 }

const recordTypes = ["application/json", "text/csv", parquetType] as const

/** An id that no job can have is not looked up: Postgres refuses a text with a NUL. */
const idIn = ({ id }: { readonly id: string }) =>
  jobIdPattern.test(id) ? Effect.succeed(JobId.make(id)) : Effect.fail(jobNotFound())

const notSearchable = new JobNotSearchable({
  detail: "The job was started without search, so its pages are not indexed. Start it again with \"search\": true."
})

const noPicture = new PictureNotFound({
  detail: "The job has no picture with this number: it was started without pictures, or the picture of the page failed."
})

const tooCostly = "The two documents cannot be compared: they take longer than one page may."

const noSeed = invalidFields([{ pointer: "/url", detail: "is missing; give url, or several seeds in urls" }])

const oneSeedPlan = invalidFields([{
  pointer: "/dry_run",
  detail: "plans a crawl of one seed, and the request has several; plan each separately"
}])

const severalSites = invalidFields([{
  pointer: "/urls",
  detail: "are of several origins, and headers and cookies go to one; send a batch for each origin"
}])
