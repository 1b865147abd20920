import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Caller } from "../../api/Caller.ts"
import { type ScrapeOptions, sitemapsGap } from "../../api/Pages.ts"
import { sitemapUrls } from "../../crawl/plan/sitemap-urls.ts"
import { Sitemaps } from "../../crawl/plan/Sitemaps.ts"
import { withSchemeHint } from "../../domain/errors/scheme-hint.ts"
import { pageOptions } from "../../domain/options/PageOptions.ts"
import { withDefaults } from "../../domain/options/RequestOptions.ts"
import { credentialsOf } from "../../domain/SiteCredentials.ts"
import { withScheme } from "../../domain/WebUrl.ts"
import { RequestContext, timeoutOf } from "../../kernel/RequestContext.ts"
import { Discoverer } from "../../page/Discoverer.ts"
import { Scraper } from "../../page/Scraper.ts"
import { Settings } from "../../Settings.ts"
import { answerFields } from "../http/answer-fields.ts"
import { serverTiming } from "../http/server-timing.ts"
import { Admission } from "../limits/Admission.ts"
import { UnreadAnswers } from "../limits/UnreadAnswers.ts"
import { discoverProblem, scrapeProblem } from "../problems/page-problems.ts"
import { acceptedRendition } from "./renditions.ts"

export const PagesHandlers = HttpApiBuilder.group(
  Api,
  "pages",
  Effect.fn(function*(handlers) {
    const scraper = yield* Scraper
    const discoverer = yield* Discoverer
    const admission = yield* Admission
    const unread = yield* UnreadAnswers
    const alsoListed = sitemapUrls(yield* Sitemaps)
    const { requestTimeout } = yield* Settings
    /** For the caller of this request, who waits for the answer. */
    const forCaller = (timeoutSeconds: number | undefined) => <A, E, R>(page: Effect.Effect<A, E, R>) =>
      Effect.flatMap(
        Caller,
        ({ name }) => RequestContext.by(name, "interactive", timeoutOf(timeoutSeconds, requestTimeout))(page)
      )
    const scrape = Effect.fnUntraced(function*(asked: ScrapeOptions) {
      const { include_html, timeout_seconds, url, use_cache, ...given } = withDefaults("scrape", asked)
      const { name: owner } = yield* Caller
      const { answer, options } = yield* acceptedRendition(pageOptions(given))
      yield* unread.check(owner)
      yield* admission.place(owner)
      const page = yield* Effect.mapError(
        scraper.scrape({
          url: withScheme(url),
          useCache: use_cache,
          includeHtml: include_html,
          credentials: credentialsOf(withScheme(url), asked),
          options,
          depth: 0
        }).pipe(forCaller(timeout_seconds)),
        (error) => scrapeProblem(withSchemeHint(url)(error))
      )
      yield* serverTiming(page.timings)
      return answer(page.json)
    })
    return handlers.handleAll({
      scrape: Effect.fn(({ payload }) => scrape(payload)),
      scrapeOf: Effect.fn(({ query }) => scrape(query)),
      discover: Effect.fn(function*({ payload }) {
        const { internal_only, sitemaps, timeout_seconds, url } = withDefaults("discover", payload)
        const { name: owner } = yield* Caller
        yield* unread.check(owner)
        yield* admission.place(owner)
        const { gap, result, timings } = yield* Effect.mapError(
          discoverer.timed({
            url: withScheme(url),
            internalOnly: internal_only,
            credentials: credentialsOf(withScheme(url), payload),
            ...(sitemaps ? { alsoListed } : {})
          }).pipe(forCaller(timeout_seconds)),
          (error) => discoverProblem(withSchemeHint(payload.url)(error))
        )
        yield* serverTiming(timings)
        if (gap !== undefined) yield* answerFields({ [sitemapsGap]: gap })
        return result
      })
    })
  })
)
