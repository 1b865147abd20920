import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../contract/api/Api.ts"
import { Caller } from "../../../contract/api/Caller.ts"
import { isOn } from "../../../contract/api/fields.ts"
import { rows } from "../../../contract/api/Paging.ts"
import { JobNotSearchable } from "../../../contract/api/Problems.ts"
import { isFinal, JobId, shownJob } from "../../../core/domain/job/Job.ts"
import { endOfEvents } from "../../../core/domain/job/JobEvent.ts"
import { jobIdPattern } from "../../../core/domain/schema/job-id-pattern.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { answeredRepeats, asStored, repeatsNotes } from "../../../crawling/jobs/answered-repeats.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { Repeats } from "../../../crawling/jobs/Repeats.ts"
import { JobTemplates } from "../../../crawling/jobs/templates/JobTemplates.ts"
import { searchJob } from "../../../crawling/search/search-job.ts"
import { answeredDrift } from "../../../crawling/wrappers/answered-drift.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { archiveAnswer } from "../archives/job-archive.ts"
import { tagOf, withTag } from "../http/entity-tags.ts"
import { Admission } from "../limits/Admission.ts"
import { OpenStreams } from "../limits/OpenStreams.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { overloaded } from "../problems/page-problems.ts"
import { cancelUnwritten, foundJob, jobNotFound, overStore } from "../problems/store-problems.ts"
import { Readiness } from "../Readiness.ts"
import { inTurn } from "./answered-document.ts"
import { foreignCursor, withDocuments } from "./job-answers.ts"
import { diffAnswer, jobDocuments, mayChange, type OwnJob, pictureAnswer } from "./job-documents.ts"
import { eventReads, eventStream, foreignEvent, jobEvents } from "./job-events.ts"
import { recordsAnswer } from "./job-records.ts"
import { jobList, ledgerList, templateList } from "./list-answers.ts"
import { jobStarts } from "./start-jobs.ts"
import { storedDocuments } from "./stored-documents.ts"

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
    const starts = yield* jobStarts
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
      crawl: Effect.fn(({ headers, payload }) => starts.crawl(payload, headers["idempotency-key"])),
      batch: Effect.fn(({ headers, payload }) => starts.batch(payload, headers["idempotency-key"])),
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
      records: Effect.fn(function*({ params, query }) {
        const job = yield* own(params)
        return yield* recordsAnswer(store, job, query, streams.take(job.owner))
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
        return yield* diffAnswer({ store, extractor }, yield* own(params), query.url)
      }),
      picture: Effect.fn(function*({ params }) {
        const job = yield* own(params)
        return yield* pictureAnswer(store, job, params.n, unread.check(job.owner))
      }),
      wacz: ({ params }) => archive(params, "wacz"),
      warc: ({ params }) => archive(params, "warc"),
      events: Effect.fn(function*({ headers, params }) {
        const { id, owner } = yield* own(params)
        const last = headers["last-event-id"] ?? "0"
        if (last === endOfEvents) return HttpServerResponse.empty({ status: 204 })
        const after = Number(last)
        const { next } = yield* overStore(store.ledger(id, { after, limit: 0 }))
        if (after > next) return yield* foreignEvent
        yield* streams.take(owner)
        const events = jobEvents(reads, owner, id, after, settings.eventHeartbeat)
        // The reader resumes at another node or after the restart. Jobs that end with the process send their end.
        return eventStream(store.isDurable ? Stream.interruptWhen(events, readiness.stopping) : events)
      })
    })
  })
)

/** An id that no job can have is not looked up: Postgres refuses a text with a NUL. */
const idIn = ({ id }: { readonly id: string }) =>
  jobIdPattern.test(id) ? Effect.succeed(JobId.make(id)) : Effect.fail(jobNotFound())

const notSearchable = new JobNotSearchable({
  detail: "The job was started without search, so its pages are not indexed. Start it again with \"search\": true."
})
