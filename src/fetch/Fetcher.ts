import { Clock, Context, Duration, Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import type { Redirect, Warning } from "../domain/Document.ts"
import { PageError } from "../domain/PageError.ts"
import { DomainRateLimiter } from "../politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../robots/RobotsCache.ts"
import { Settings } from "../Settings.ts"
import { ChainCookies } from "./ChainCookies.ts"
import * as fault from "./fetch-faults.ts"
import { type CacheRequest, HttpCache, type StoredResponse } from "./HttpCache.ts"
import { sniffMediaType } from "./media-type.ts"
import { requestHeaders } from "./request-headers.ts"
import { backOff, isRetryable, retryAfterOf } from "./retries.ts"
import { sendOnce } from "./send-once.ts"

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

      /** May this URL be fetched, and with what delay between requests? */
      const permitted = Effect.fnUntraced(function*(url: URL) {
        const rules = yield* robots.rulesFor(url)
        if (rules.failure !== undefined) return yield* fault.transport(url, rules.failure)
        if (rules.status === "unreachable") return yield* fault.robotsUnreachable(url)
        if (!rules.isAllowed(url)) return yield* fault.robotsDisallowed(url, settings.userAgent)
        return Duration.min(rules.crawlDelay, settings.crawlDelayCap)
      })

      /** One URL from the site, tried again where that may help; each try takes the domain's turn. */
      const fromSite = Effect.fnUntraced(function*(request: FetchRequest, url: URL, asked: CacheRequest) {
        const crawlDelay = yield* permitted(url)
        const { deadline, owner, priority } = request
        for (let tries = 0;; tries++) {
          const exchange = sendOnce(client, asked, settings.maxBody).pipe(
            Effect.timeoutOrElse({
              duration: settings.fetchTimeout,
              orElse: () => fault.slow(url, settings.fetchTimeout)
            })
          )
          const outcome = yield* Effect.result(
            limiter.withTurn({ url, priority, owner, deadline, crawlDelay }, exchange)
          )
          const retryAfter = yield* retryAfterOf(outcome)
          if (retryAfter !== undefined) yield* limiter.slowDown(url, retryAfter.delay)
          else if (outcome._tag === "Success") yield* limiter.recovered(url)
          const pause = Duration.max(yield* backOff(tries), retryAfter?.delay ?? Duration.zero)
          const now = yield* Clock.currentTimeMillis
          const wait = Duration.toMillis(pause)
          if (tries >= settings.retries || !isRetryable(outcome) || now + wait >= deadline) {
            return { response: yield* Effect.fromResult(outcome), retries: tries }
          }
          yield* Effect.sleep(pause)
        }
      })

      /** One URL from the cache or the site. */
      const obtain = Effect.fnUntraced(function*(request: FetchRequest, url: URL, cookies: ChainCookies) {
        const headers = requestHeaders(settings.userAgent, cookies.headerFor(url))
        const asked: CacheRequest = { url: url.href, headers }
        const cached = request.useCache ? yield* cache.lookup(asked) : miss
        if (cached._tag === "Fresh") return { response: cached.response, retries: 0, cacheHit: true }
        const conditional = cached._tag === "Stale" ? { ...asked, headers: { ...headers, ...cached.headers } } : asked
        const { response, retries } = yield* fromSite(request, url, conditional)
        cookies.store(url, response.setCookies)
        if (response.status === 304 && cached._tag === "Stale") {
          const refreshed = yield* cache.revalidate(asked, response)
          if (refreshed !== undefined) return { response: refreshed, retries, cacheHit: true }
          const again = yield* fromSite(request, url, asked)
          return { response: again.response, retries: retries + again.retries, cacheHit: false }
        }
        yield* cache.store(asked, response)
        return { response, retries, cacheHit: false }
      })

      const fetch = Effect.fn("Fetcher.fetch")(function*(request: FetchRequest) {
        const cookies = new ChainCookies()
        const redirects: Array<Redirect> = []
        let retries = 0
        for (let url = withoutFragment(request.url);;) {
          const got = yield* obtain(request, url, cookies)
          retries += got.retries
          const target = redirectTarget(got.response, url)
          if (target === undefined) return fetchedPage(request, url, got, redirects, retries)
          redirects.push({ url: url.href, status: got.response.status, location: target.href })
          yield* checkRedirect(request, redirects, target, settings.maxRedirects)
          url = withoutFragment(target)
        }
      })

      return Fetcher.of({ fetch: (request) => withDeadline(request, Effect.mapError(fetch(request), asRequested(request))) })
    })
  )
}

/** An error speaks of the URL that was asked for: a redirect's target may be nobody's business. */
const asRequested = ({ url }: FetchRequest) => (error: PageError): PageError =>
  error.url === url.href ? error : new PageError({ ...error, url: url.href })

const miss = { _tag: "Miss" } as const

/** Whatever a page waits for, its caller gets an answer by the deadline. */
const withDeadline = <A>(request: FetchRequest, effect: Effect.Effect<A, PageError>) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const left = Math.max(0, request.deadline - now)
    return Effect.timeoutOrElse(effect, {
      duration: left,
      orElse: () => fault.slow(request.url, Duration.millis(left))
    })
  })

const withoutFragment = (url: URL): URL => {
  const copy = new URL(url)
  copy.hash = ""
  return copy
}

/** Where a response redirects to (Fetch standard, "location URL"); undefined where it does not. */
const redirectTarget = (response: StoredResponse, url: URL): URL | undefined => {
  const location = response.headers["location"]
  if (location === undefined || ![301, 302, 303, 307, 308].includes(response.status)) return undefined
  return URL.parse(location, url) ?? undefined
}

const checkRedirect = Effect.fnUntraced(function*(
  request: FetchRequest,
  redirects: ReadonlyArray<Redirect>,
  target: URL,
  limit: number
) {
  const first = request.url
  if (target.protocol !== "http:" && target.protocol !== "https:") {
    return yield* fault.redirects(first, `the site redirects to a ${target.protocol.slice(0, -1)} URL`)
  }
  if (redirects.length > limit) return yield* fault.redirects(first, `there are more than ${limit} redirects`)
  // The same URL twice may be a cookie wall that lets one through at the second try; three times is a loop.
  if (redirects.filter(({ location }) => location === target.href).length > 2) {
    return yield* fault.redirects(first, "the redirects run in a circle")
  }
  if (request.isInScope !== undefined && !request.isInScope(target)) {
    return yield* new PageError({
      url: first.href,
      code: "out_of_scope",
      detail: "The page redirects out of the crawl's scope; widen the scope to follow it."
    })
  }
})

const fetchedPage = (
  request: FetchRequest,
  url: URL,
  got: { readonly response: StoredResponse; readonly cacheHit: boolean },
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
    warnings: []
  }
}
