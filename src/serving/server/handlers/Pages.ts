import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../contract/api/Api.ts"
import { Caller } from "../../../contract/api/Caller.ts"
import { type ScrapeOptions, sitemapsGap } from "../../../contract/api/Pages.ts"
import type { StageTiming } from "../../../core/domain/document/Trace.ts"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import { JobId } from "../../../core/domain/job/Job.ts"
import { contradiction } from "../../../core/domain/options/contradiction.ts"
import { withScheme } from "../../../core/domain/WebUrl.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { sitemapUrls } from "../../../crawling/crawl/plan/sitemap-urls.ts"
import { Sitemaps } from "../../../crawling/crawl/plan/Sitemaps.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { Repeats } from "../../../crawling/jobs/Repeats.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { withTrace } from "../../../extract/works/with-trace.ts"
import { Discoverer } from "../../../page/Discoverer.ts"
import { offlineProvenance } from "../../../page/page-input.ts"
import { PageReader } from "../../../page/PageReader.ts"
import { readByModel } from "../../../page/read-by-model.ts"
import { answerFields } from "../http/answer-fields.ts"
import { wrongOption } from "../http/wrong-option.ts"
import { Admission } from "../limits/Admission.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { discoverProblem, extractProblem, scrapeProblem } from "../problems/page-problems.ts"
import { foundJob, overStore } from "../problems/store-problems.ts"
import { profileUse } from "./profiles/use-profile.ts"
import { acceptedRendition } from "./renditions.ts"
import { type SentOptions, sentPages } from "./sent-page.ts"
import { wrapperRules } from "./wrappers/wrapper-rules.ts"

export const pagesHandlers = HttpApiBuilder.group(
  Api,
  "pages",
  Effect.fn(function*(handlers) {
    const reader = yield* PageReader
    const discoverer = yield* Discoverer
    const admission = yield* Admission
    const unread = yield* UnreadAnswers
    const alsoListed = sitemapUrls(yield* Sitemaps)
    const { requestTimeout } = yield* Settings
    const extractor = yield* Extractor
    const sentPage = yield* sentPages
    const store = yield* JobStore
    const repeats = yield* Repeats
    const wrappers = yield* wrapperRules
    const readAgain = readByModel(extractor)
    const profiles = yield* profileUse
    /** For the caller of this request, who waits for the answer. */
    const forCaller = <A, E, R>(page: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Caller, ({ name }) => RequestContext.by(name, "interactive", requestTimeout)(page))
    const admit = Effect.gen(function*() {
      const { name: owner } = yield* Caller
      yield* unread.check(owner)
      yield* admission.place(owner)
      return owner
    })
    const scrape = Effect.fnUntraced(function*(asked: ScrapeOptions) {
      const fault = contradiction(asked)
      if (fault !== undefined) return yield* wrongOption("max_age_seconds", fault)
      const { answer, options: given } = yield* acceptedRendition(asked)
      const owner = yield* admit
      const { askModel, options, rulesFor } = yield* wrappers.ofPage(owner, given)
      const url = withScheme(asked.url)
      const readWith = (credentials: object) =>
        Effect.mapError(
          reader.read({ ...options, ...compact({ askModel, rulesFor }), ...credentials, url }, "document"),
          (error) => scrapeProblem(withSchemeHint(asked.url)(error))
        )
      const page = yield* forCaller(profiles.read(owner, options, url, readWith))
      yield* serverTiming(page.timings)
      return yield* answer(page.json)
    })
    const extract = Effect.fnUntraced(function*(
      request: HttpServerRequest.HttpServerRequest,
      query: SentOptions
    ) {
      const owner = yield* admit
      const { input, options: given } = yield* sentPage(request, query)
      const { answer, options: accepted } = yield* acceptedRendition(given)
      const { askModel, options, rulesFor } = yield* wrappers.ofPage(owner, accepted)
      const ruled = { ...input, options, ...compact({ wrapperRules: rulesFor?.(input.finalUrl) }) }
      const extraction = yield* extractor.extract(ruled, yield* RequestContext).pipe(
        Effect.flatMap((first) => askModel === undefined ? Effect.succeed(first) : readAgain(ruled, first, askModel)),
        RequestContext.within(requestTimeout, () => fault.noTime(input.url)),
        Effect.mapError(extractProblem)
      )
      yield* serverTiming(extraction.timings)
      return yield* answer(withTrace(extraction, offlineProvenance))
    })
    const linesOfSite = Effect.fnUntraced(function*(owner: string, id: JobId, { hostname }: URL) {
      const { job } = yield* foundJob(store.get(owner, id))
      return yield* overStore(repeats.linesOfHost(job, hostname))
    })
    return handlers.handleRaw("extract", ({ query, request }) => forCaller(extract(request, query))).handleAll({
      scrape: Effect.fn(({ payload }) => scrape(payload)),
      scrapeOf: Effect.fn(({ query }) => scrape(query)),
      explain: Effect.fn(function*({ payload }) {
        const { name: owner } = yield* Caller
        const fault = contradiction(payload)
        if (fault !== undefined) return yield* wrongOption("max_age_seconds", fault)
        yield* unread.check(owner)
        yield* admission.place(owner)
        const { job, ...request } = payload
        const url = withScheme(payload.url)
        const siteLines = job === undefined ? undefined : yield* linesOfSite(owner, JobId.make(job), new URL(url))
        const page = yield* forCaller(
          profiles.read(owner, request, url, (credentials) =>
            Effect.mapError(
              reader.read({ ...request, ...compact({ siteLines }), ...credentials, url }, "explanation"),
              (error) => scrapeProblem(withSchemeHint(payload.url)(error))
            ))
        )
        yield* serverTiming(page.timings)
        return HttpServerResponse.uint8Array(page.json, { contentType: "application/json" })
      }),
      discover: Effect.fn(function*({ payload }) {
        const owner = yield* admit
        const url = withScheme(payload.url)
        const { gap, result, timings } = yield* forCaller(
          profiles.read(owner, payload, url, (credentials) =>
            Effect.map(
              Effect.mapError(
                discoverer.discover({ ...payload, ...credentials, url, alsoListed }),
                (error) => discoverProblem(withSchemeHint(payload.url)(error))
              ),
              (found) => ({ ...found, status: found.result.status })
            ))
        )
        yield* serverTiming(timings)
        if (gap !== undefined) yield* answerFields({ [sitemapsGap]: gap })
        return result
      })
    })
  })
)

/** The time of each stage, as a header field (W3C Server Timing). */
const serverTiming = (timings: ReadonlyArray<StageTiming>) =>
  answerFields({ "server-timing": timings.map(({ elapsed_ms, name }) => `${name};dur=${elapsed_ms}`).join(", ") })
