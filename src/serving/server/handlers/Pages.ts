import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../contract/api/Api.ts"
import { type ScrapeOptions, sitemapsGap } from "../../../contract/api/Pages.ts"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import { JobId } from "../../../core/domain/job/Job.ts"
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
import { answerFields, serverTiming } from "../http/answer-fields.ts"
import { checkAge } from "../http/wrong-option.ts"
import { discoverProblem, extractProblem, scrapeProblem } from "../problems/page-problems.ts"
import { foundJob, overStore } from "../problems/store-problems.ts"
import { callerPages } from "./caller-pages.ts"
import { acceptedRendition } from "./renditions.ts"
import { uploadedPages, type UploadOptions } from "./uploaded-page.ts"
import { wrapperRules } from "./wrappers/wrapper-rules.ts"

export const pagesHandlers = HttpApiBuilder.group(
  Api,
  "pages",
  Effect.fn(function*(handlers) {
    const reader = yield* PageReader
    const discoverer = yield* Discoverer
    const { admit, forCaller, read } = yield* callerPages
    const alsoListed = sitemapUrls(yield* Sitemaps)
    const { requestTimeout } = yield* Settings
    const extractor = yield* Extractor
    const uploadedPage = yield* uploadedPages
    const store = yield* JobStore
    const repeats = yield* Repeats
    const wrappers = yield* wrapperRules
    const readAgain = readByModel(extractor)
    const scrape = Effect.fnUntraced(function*(asked: ScrapeOptions) {
      yield* checkAge(asked)
      const { answer, options: given } = yield* acceptedRendition(asked)
      const owner = yield* admit
      const { askModel, options, rulesFor } = yield* wrappers.ofPage(owner, given)
      const { json } = yield* read(owner, options, (at) =>
        Effect.mapError(
          reader.read({ ...options, ...compact({ askModel, rulesFor }), ...at }, "document"),
          (error) => scrapeProblem(withSchemeHint(asked.url)(error))
        ))
      return yield* answer(json)
    })
    const extract = Effect.fnUntraced(function*(
      request: HttpServerRequest.HttpServerRequest,
      query: UploadOptions
    ) {
      const owner = yield* admit
      const { input, options: given } = yield* uploadedPage(request, query)
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
    const linesOfSite = Effect.fnUntraced(function*(owner: string, id: JobId, url: string) {
      const { job } = yield* foundJob(store.get(owner, id))
      return yield* overStore(repeats.linesOfHost(job, new URL(withScheme(url)).hostname))
    })
    return handlers.handleRaw("extract", ({ query, request }) => forCaller(extract(request, query))).handleAll({
      scrape: Effect.fn(({ payload }) => scrape(payload)),
      scrapeOf: Effect.fn(({ query }) => scrape(query)),
      explain: Effect.fn(function*({ payload }) {
        yield* checkAge(payload)
        const owner = yield* admit
        const { job, ...request } = payload
        const siteLines = job === undefined ? undefined : yield* linesOfSite(owner, JobId.make(job), payload.url)
        const { json } = yield* read(owner, request, (at) =>
          Effect.mapError(
            reader.read({ ...request, ...compact({ siteLines }), ...at }, "explanation"),
            (error) => scrapeProblem(withSchemeHint(payload.url)(error))
          ))
        return HttpServerResponse.uint8Array(json, { contentType: "application/json" })
      }),
      discover: Effect.fn(function*({ payload }) {
        const owner = yield* admit
        const { gap, result } = yield* read(
          owner,
          payload,
          (at) =>
            discoverer.discover({ ...payload, ...at, alsoListed }).pipe(
              Effect.mapError((error) => discoverProblem(withSchemeHint(payload.url)(error))),
              Effect.map((found) => ({ ...found, status: found.result.status }))
            )
        )
        if (gap !== undefined) yield* answerFields({ [sitemapsGap]: gap })
        return result
      })
    })
  })
)
