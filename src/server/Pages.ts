import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { Caller } from "../api/Caller.ts"
import { Asker, patienceOf } from "../domain/Asker.ts"
import { pageOptions } from "../domain/PageOptions.ts"
import { withDefaults } from "../domain/RequestOptions.ts"
import { withSchemeHint } from "../domain/scheme-hint.ts"
import { credentialsOf } from "../domain/SiteCredentials.ts"
import { withScheme } from "../domain/WebUrl.ts"
import { Discoverer } from "../page/Discoverer.ts"
import { Scraper } from "../page/Scraper.ts"
import { Settings } from "../Settings.ts"
import { Admission } from "./Admission.ts"
import { discoverProblem, scrapeProblem } from "./page-problems.ts"
import { UnreadAnswers } from "./UnreadAnswers.ts"

export const PagesHandlers = HttpApiBuilder.group(
  Api,
  "pages",
  Effect.fn(function*(handlers) {
    const scraper = yield* Scraper
    const discoverer = yield* Discoverer
    const admission = yield* Admission
    const unread = yield* UnreadAnswers
    const { requestTimeout } = yield* Settings
    /** For the caller of this request, who waits for the answer. */
    const forCaller = (timeoutSeconds: number | undefined) => <A, E, R>(page: Effect.Effect<A, E, R>) =>
      Effect.flatMap(
        Caller,
        ({ name }) => Asker.by(name, "interactive", patienceOf(timeoutSeconds, requestTimeout))(page)
      )
    return handlers.handleAll({
      scrape: Effect.fn(function*({ payload }) {
        const { include_html, timeout_seconds, url, use_cache } = withDefaults("scrape", payload)
        const { name: owner } = yield* Caller
        yield* unread.check(owner)
        yield* admission.place
        const page = yield* Effect.mapError(
          scraper.scrape({
            url: withScheme(url),
            useCache: use_cache,
            includeHtml: include_html,
            credentials: credentialsOf(withScheme(url), payload),
            options: pageOptions(payload),
            depth: 0
          }).pipe(forCaller(timeout_seconds)),
          (error) => scrapeProblem(withSchemeHint(payload.url)(error))
        )
        // The bytes of the extractor as they are. The Document was encoded once, where it was made.
        return HttpServerResponse.uint8Array(page.json, { contentType: "application/json" })
      }),
      discover: Effect.fn(function*({ payload }) {
        const { internal_only, timeout_seconds, url } = withDefaults("discover", payload)
        const { name: owner } = yield* Caller
        yield* unread.check(owner)
        yield* admission.place
        return yield* Effect.mapError(
          discoverer.discover({
            url: withScheme(url),
            internalOnly: internal_only,
            credentials: credentialsOf(withScheme(url), payload)
          }).pipe(forCaller(timeout_seconds)),
          (error) => discoverProblem(withSchemeHint(payload.url)(error))
        )
      })
    })
  })
)
