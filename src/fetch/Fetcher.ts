import { Clock, Context, Duration, Effect, Layer, Result, Scope } from "effect"
import { HttpClient } from "effect/http"
import type { Redirect, Warning } from "../domain/Document.ts"
import { PageError } from "../domain/PageError.ts"
import { singleFlight } from "../net/single-flight.ts"
import { DomainRateLimiter } from "../politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../robots/RobotsCache.ts"
import { Settings } from "../Settings.ts"
import { askSite, type SiteAnswer } from "./ask-site.ts"
import { type CacheRequest, isForAll } from "./cache-policy.ts"
import { ChainCookies } from "./ChainCookies.ts"
import * as fault from "./fetch-faults.ts"
import { type CacheAnswer, HttpCache } from "./HttpCache.ts"
import { sniffMediaType } from "./media-type.ts"
import { checkRedirect, redirectTarget, withoutFragment } from "./redirects.ts"
import { requestHeaders } from "./request-headers.ts"
import type { StoredResponse } from "./ResponseStore.ts"
import type { SiteResponse } from "./send-once.ts"

export interface FetchRequest {
  readonly url: URL
  /** Serve from the HTTP cache when fresh; a response is stored either way. */
  readonly useCache: boolean
  readonly priority: "interactive" | "crawl"
  /** Fairness key of the domain's queue: a job's id, or a caller's. */
  readonly owner: string
  /** Milliseconds since the epoch by which the caller needs an answer. */
  readonly deadline: number
  /** A crawl's gate for redirect targets; one that does not pass fails with `out_of_scope`. */
  readonly isInScope?: (url: URL) => boolean
  /** A crawl's say in a chain of redirects without cookies, the last of which is to be followed; `false` ends it with `already_crawled`. */
  readonly mayRedirect?: (chain: ReadonlyArray<Redirect>) => boolean
  /** Redirects that were followed before: the fetch goes on where the last of them leads. */
  readonly followed?: ReadonlyArray<Redirect>
  /** Media types whose body is downloaded; where it is not given, those that hold text. */
  readonly reads?: (mediaType: string) => boolean
}

/** A response as obtained, its content-codings undone, its charset not yet. */
export interface FetchedPage {
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  /** Lower-case names; repeated fields joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** The media type alone, lower case, sniffed where the header is missing or lies. */
  readonly mediaType: string
  /** The charset parameter of Content-Type as sent, or undefined. */
  readonly charset: string | undefined
  /** Empty for media types that hold no text, whose bodies are not downloaded. */
  readonly body: Uint8Array
  /** Milliseconds since the epoch; a cached page keeps its own. */
  readonly fetchedAt: number
  readonly redirects: ReadonlyArray<Redirect>
  readonly retries: number
  readonly cacheHit: boolean
  readonly warnings: ReadonlyArray<Warning>
}

/** Get bytes: each hop checked by robots.txt, the domain's turn and the address policy; sizes, redirects and time bounded. */
export class Fetcher extends Context.Service<Fetcher, {
  fetch(request: FetchRequest): Effect.Effect<FetchedPage, PageError>
}>()("gleaner/fetch/Fetcher") {
  static readonly layer = Layer.effect(
    Fetcher,
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      const robots = yield* RobotsCache
      const limiter = yield* DomainRateLimiter
      const cache = yield* HttpCache
      const settings = yield* Settings

      const scope = yield* Scope.Scope
      const ask = askSite({ client, robots, limiter, settings, scope })
      const share = singleFlight<Result.Result<Obtained, PageError>, never>(scope)

      const kept = (asked: CacheRequest, { owner }: FetchRequest, { response, retries }: SiteAnswer) =>
        Effect.as(cache.store(asked, response), obtainedFromSite(response, owner, retries))

      const fromSite = Effect.fnUntraced(function*(
        request: FetchRequest,
        url: URL,
        asked: CacheRequest,
        cached: CacheAnswer
      ): Effect.fn.Return<Obtained, PageError> {
        if (cached._tag !== "Stale") {
          const answer = yield* ask(request, url, asked)
          return yield* kept(asked, request, answer)
        }
        const headers = { ...asked.headers, ...cached.headers }
        const answer = yield* Effect.result(ask(request, url, { ...asked, headers }))
        if (cached.onError !== undefined && isSiteFailure(answer)) {
          return obtainedFromCache(cached.onError, [staleResponse])
        }
        const { response, retries } = yield* Effect.fromResult(answer)
        if (response.status !== 304) return yield* kept(asked, request, { response, retries })
        const refreshed = yield* cache.revalidate(asked, response)
        if (refreshed !== undefined) {
          return { ...obtainedFromCache(refreshed), owner: request.owner, setCookies: response.setCookies, retries }
        }
        const whole = yield* kept(asked, request, yield* ask(request, url, asked))
        return { ...whole, retries: retries + whole.retries }
      })

      /** Asks the site again while the caller has the cached page already. */
      const renew = Effect.fnUntraced(
        function*(request: FetchRequest, url: URL, asked: CacheRequest, cached: CacheAnswer = miss) {
          const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(settings.requestTimeout)
          const run = fromSite({ ...request, deadline, priority: "crawl" }, url, asked, cached)
          yield* Effect.forkIn(share(`renewal ${url.href}`, Effect.result(run)), scope)
        }
      )

      /** One URL from the cache, from a request of the same kind that is on its way, or from the site. */
      const obtain = Effect.fnUntraced(function*(request: FetchRequest, url: URL, cookie: string | undefined) {
        const asked: CacheRequest = { url: url.href, headers: requestHeaders(settings.userAgent, cookie) }
        const cached = request.useCache ? yield* cache.lookup(asked) : miss
        if (cached._tag === "Fresh" && cached.renewal === undefined) return obtainedFromCache(cached.response)
        // A cancelled crawl leaves nothing behind that is fetched later, so a crawl waits for the renewed page.
        if (cached._tag === "Fresh" && request.priority === "interactive") {
          yield* renew(request, url, asked, cached.renewal)
          return obtainedFromCache(cached.response)
        }
        const run = fromSite(request, url, asked, cached._tag === "Fresh" ? cached.renewal ?? miss : cached)
        // With a cookie of its own chain it is not the same request.
        if (cookie !== undefined) return yield* run
        const key = `${request.priority} ${request.useCache} ${url.href}`
        const { joined, value } = yield* share(key, Effect.result(run))
        if (!joined) return yield* Effect.fromResult(value)
        // The request we joined may have had an earlier deadline, or an answer for its own caller. Ask for ourselves.
        const isOurs = Result.isFailure(value)
          ? !isOutOfTime(value.failure)
          : value.success.owner === request.owner || isForAll(value.success.response.headers)
        return yield* isOurs ? Effect.fromResult(value) : run
      })

      const fetch = Effect.fn("Fetcher.fetch")(function*(request: FetchRequest) {
        const cookies = new ChainCookies()
        const redirects: Array<Redirect> = [...request.followed ?? []]
        let retries = 0
        for (let url = withoutFragment(new URL(redirects.at(-1)?.location ?? request.url));;) {
          const got = yield* obtain(request, url, cookies.headerFor(url))
          cookies.store(url, got.setCookies)
          retries += got.retries
          const target = yield* Effect.mapError(
            Effect.fromResult(redirectTarget(got.response, url)),
            (why) => fault.redirects(request.url, why)
          )
          if (target === undefined) return fetchedPage(request, url, got, redirects, retries)
          redirects.push({ url: url.href, status: got.response.status, location: target.href })
          yield* checkRedirect(request, redirects, target, settings.maxRedirects)
          // With a cookie of its chain it may be another page than without.
          if (cookies.isEmpty && request.mayRedirect?.(redirects) === false) {
            return yield* fault.alreadyCrawled(request.url)
          }
          url = withoutFragment(target)
        }
      })

      return Fetcher.of({ fetch: (request) => Effect.mapError(fetch(request), asRequested(request)) })
    })
  )
}

/** An error speaks of the URL that was asked for: where a redirect leads may be nobody's business. */
const asRequested = ({ url: { href } }: FetchRequest) => (error: PageError): PageError => {
  if (error.url === href) return error
  const { code, detail, reason, retryAfter } = error
  return new PageError({
    url: href,
    code,
    detail,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfter === undefined ? {} : { retryAfter })
  })
}

const miss: CacheAnswer = { _tag: "Miss" }

interface Obtained {
  readonly response: StoredResponse
  readonly setCookies: ReadonlyArray<string>
  readonly retries: number
  readonly cacheHit: boolean
  /** Whose request the site answered. */
  readonly owner: string | undefined
  readonly warnings: ReadonlyArray<Warning>
}

const obtainedFromSite = (response: SiteResponse, owner: string, retries: number): Obtained => ({
  response,
  owner,
  setCookies: response.setCookies,
  retries,
  cacheHit: false,
  warnings: []
})

const obtainedFromCache = (response: StoredResponse, warnings: ReadonlyArray<Warning> = []): Obtained => ({
  response,
  owner: undefined,
  setCookies: [],
  retries: 0,
  cacheHit: true,
  warnings
})

const isOutOfTime = ({ code }: PageError): boolean => code === "domain_busy" || code === "upstream_timeout"

/** RFC 5861 section 4: no answer, or one that says so. */
const isSiteFailure = (answer: Result.Result<SiteAnswer, PageError>): boolean =>
  Result.isSuccess(answer)
    ? [500, 502, 503, 504].includes(answer.success.response.status)
    : answer.failure.code === "fetch_failed" || answer.failure.code === "upstream_timeout"

const staleResponse: Warning = {
  code: "stale_response",
  message: "The site failed to answer; this is the cached page, past its freshness."
}

const fetchedPage = (
  request: FetchRequest,
  url: URL,
  got: Obtained,
  redirects: ReadonlyArray<Redirect>,
  retries: number
): FetchedPage => {
  const { body, fetchedAt, headers, status } = got.response
  const type = sniffMediaType(headers["content-type"], body)
  return {
    url: request.url.href,
    finalUrl: url.href,
    status,
    headers,
    mediaType: type.essence,
    charset: type.charset,
    body,
    fetchedAt,
    redirects,
    retries,
    cacheHit: got.cacheHit,
    warnings: got.warnings
  }
}
