import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../../contract/api/Api.ts"
import { Caller } from "../../../../contract/api/Caller.ts"
import { isOn } from "../../../../contract/api/fields.ts"
import { rows } from "../../../../contract/api/Paging.ts"
import { isFinal, shownJob } from "../../../../core/domain/job/Job.ts"
import { CrawlSupervisor } from "../../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { asStored } from "../../../../crawling/jobs/answered-repeats.ts"
import { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { JobTemplates } from "../../../../crawling/jobs/templates/JobTemplates.ts"
import { Extractor } from "../../../../extract/Extractor.ts"
import { archiveAnswer } from "../../archives/job-archive.ts"
import { Admission } from "../../limits/Admission.ts"
import { OpenStreams } from "../../limits/OpenStreams.ts"
import { UnreadAnswers } from "../../limits/UnreadAnswers.ts"
import { cancelUnwritten, foundJob, jobIdIn, overStore } from "../../problems/store-problems.ts"
import { endOf, jobList, ledgerList, templateList } from "../list-answers.ts"
import { foreignCursor } from "./job-answers.ts"
import { diffAnswer, jobDocuments, type OwnJob, pictureAnswer } from "./job-documents.ts"
import { eventAnswers } from "./job-events.ts"
import { passagesAnswer } from "./job-passages.ts"
import { recordsAnswer } from "./job-records.ts"
import { jobStarts } from "./start-jobs.ts"
import { storedDocuments } from "./stored-documents.ts"

export const jobsHandlers = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fn(function*(handlers) {
    const supervisor = yield* CrawlSupervisor
    const store = yield* JobStore
    const streams = yield* OpenStreams
    const extractor = yield* Extractor
    const templates = yield* JobTemplates
    const unread = yield* UnreadAnswers
    const admission = yield* Admission
    const starts = yield* jobStarts
    const documents = yield* jobDocuments
    const events = yield* eventAnswers

    /** The caller's job. A job of another key is not found. */
    const own = Effect.fnUntraced(function*(params: { readonly id: string }) {
      const { name } = yield* Caller
      const id = yield* jobIdIn(params)
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
        const { items, ...slice } = yield* overStore(store.list((yield* Caller).name, { ...range, limit }))
        return yield* jobList(items.map(shownJob), endOf(slice))
      }),
      job: Effect.fn(function*({ params, query }) {
        const found = yield* own(params)
        return isOn(query.documents) ? yield* documents.whole(found, query.repeats) : shownJob(found.job)
      }),
      cancel: Effect.fn(function*({ params, query }) {
        const { name } = yield* Caller
        const id = yield* jobIdIn(params)
        const job = yield* foundJob(Effect.catchTag(supervisor.cancel(name, id), "CancelUnwritten", cancelUnwritten))
        if (isOn(query.purge)) yield* overStore(store.drop(name, id))
        return shownJob(job)
      }),
      documents: Effect.fn(function*({ params, query: { after, limit, url, ...options } }) {
        return yield* documents.part(yield* own(params), { after, limit, url }, options)
      }),
      records: Effect.fn(function*({ params, query }) {
        return yield* recordsAnswer({ store, streams }, yield* own(params), query)
      }),
      ledger: Effect.fn(function*({ params, query: { after = 0, limit = rows("ledger"), ...filter } }) {
        const { id, job } = yield* own(params)
        const { items, ...slice } = yield* overStore(store.ledger(id, { after, limit, ...filter }))
        if (after > slice.next) return yield* foreignCursor
        return yield* ledgerList(items, endOf(slice, !isFinal(job.status)))
      }),
      templates: Effect.fn(function*({ params, query: { after = 0, limit = rows("templates") } }) {
        const { id } = yield* own(params)
        const all = yield* overStore(templates.of(id))
        if (after > all.length) return yield* foreignCursor
        const next = Math.min(all.length, after + limit)
        const slice = { more: next < all.length, next, total: all.length }
        return yield* templateList(all.slice(after, next), endOf(slice))
      }),
      searchJob: Effect.fn(function*({ params, query }) {
        return yield* passagesAnswer({ admission, extractor, store }, yield* own(params), query)
      }),
      diff: Effect.fn(function*({ params, query }) {
        return yield* diffAnswer({ store, extractor }, yield* own(params), query.url)
      }),
      picture: Effect.fn(function*({ params }) {
        return yield* pictureAnswer({ store, unread }, yield* own(params), params.n)
      }),
      wacz: ({ params }) => archive(params, "wacz"),
      warc: ({ params }) => archive(params, "warc"),
      events: Effect.fn(function*({ headers, params }) {
        return yield* events(yield* own(params), headers["last-event-id"])
      })
    })
  })
)
