import { Cache, Clock, Context, Duration, Effect, Exit, Layer, Option, Result, type Scope, Stream } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import robotsParserModule from "robots-parser"
import { type TransportFailure, transportFailure } from "../net/transport-failure.ts"
import { Settings } from "../Settings.ts"
import { decodeRobotsBody } from "./decode-robots-body.ts"
import { normalizeRobots, productToken } from "./normalize-robots.ts"

/** What one origin's robots.txt says to us (RFC 9309). */
export interface RobotsRules {
  /** `unreachable`: it answered 5xx or not at all, so everything is disallowed (RFC 9309 section 2.3.1.4). */
  readonly status: "rules" | "unavailable" | "unreachable"
  /** Why there was no answer at all: the page of that origin would fare the same. */
  readonly failure?: TransportFailure
  /** May this URL of the origin be fetched by our product token? */
  isAllowed(url: URL): boolean
  /** Crawl-delay for our product token, uncapped; zero where there is none. */
  readonly crawlDelay: Duration.Duration
  /** Absolute URLs of the Sitemap lines. */
  readonly sitemaps: ReadonlyArray<string>
}

/** May we: robots.txt of each origin, fetched once for all who ask at the same time, and kept no longer than 24 h. */
export class RobotsCache extends Context.Service<RobotsCache, {
  rulesFor(url: URL): Effect.Effect<RobotsRules>
}>()("gleaner/robots/RobotsCache") {
  static readonly layer = Layer.effect(
    RobotsCache,
    Effect.gen(function*() {
      const settings = yield* Settings
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const lookup = (origin: string) =>
        fetchRules(client, origin, settings.userAgent).pipe(
          Effect.scoped,
          Effect.timeoutOrElse({
            duration: settings.fetchTimeout,
            orElse: () => Effect.succeed(kept({ ...unreachable, failure: slow }, failureLife))
          })
        )
      const cache = yield* Cache.makeWith(lookup, {
        capacity: maxOrigins,
        timeToLive: (exit) =>
          Exit.isSuccess(exit)
            ? Duration.min(exit.value.life, Duration.min(settings.robotsTtl, longestLife))
            : Duration.zero
      })
      return RobotsCache.of({
        rulesFor: Effect.fn("RobotsCache.rulesFor")(function*(url: URL) {
          return (yield* Cache.get(cache, url.origin)).rules
        })
      })
    })
  )
}

const slow: TransportFailure = { kind: "timeout", detail: "robots.txt did not arrive in time" }

// The package's types declare a default export that its CommonJS module does not have under Node's rules.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default

interface KeptRules {
  readonly rules: RobotsRules
  readonly life: Duration.Duration
}

const maxOrigins = 10_000
/** RFC 9309 section 2.4. */
const longestLife = Duration.hours(24)
/** An unreachable robots.txt is asked for again soon: it bars the whole site. */
const unreachableLife = Duration.minutes(1)
/** A connection that failed may work the next time. */
const failureLife = Duration.seconds(5)
/** RFC 9309 section 2.5 asks for 500 KiB at least. */
const maxBytes = 1024 * 1024
/** RFC 9309 section 2.3.1.2. */
const maxRedirects = 5

const allowAll: RobotsRules = { status: "unavailable", isAllowed: () => true, crawlDelay: Duration.zero, sitemaps: [] }
const unreachable: RobotsRules = { ...allowAll, status: "unreachable", isAllowed: () => false }

const kept = (rules: RobotsRules, life: Duration.Duration = unreachableLife): KeptRules => ({ rules, life })

const fetchRules = Effect.fnUntraced(
  function*(
    client: HttpClient.HttpClient.With<HttpClientError.HttpClientError, Scope.Scope>,
    origin: string,
    userAgent: string
  ) {
    let url = new URL("/robots.txt", origin)
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const request = HttpClientRequest.get(url.href).pipe(
        HttpClientRequest.setHeaders({
          "user-agent": userAgent,
          "accept": "text/plain,*/*;q=0.5",
          "accept-encoding": "gzip, br, deflate"
        })
      )
      const answer = yield* Effect.result(client.execute(request))
      if (Result.isFailure(answer)) {
        return kept({ ...unreachable, failure: transportFailure(answer.failure) }, failureLife)
      }
      const response = answer.success
      if (response.status >= 300 && response.status < 400) {
        const target = URL.parse(response.headers["location"] ?? "", url)
        if (target === null || !/^https?:$/.test(target.protocol)) return kept(allowAll, longestLife)
        url = target
        continue
      }
      if (response.status === 429 || response.status >= 500) return kept(unreachable)
      const life = yield* freshness(response)
      if (response.status >= 400) return kept(allowAll, life)
      const text: string | undefined = Option.getOrUndefined(yield* Effect.option(readBody(response)))
      return text === undefined ? kept(unreachable) : kept(parseRules(origin, text, userAgent), life)
    }
    // More than five redirects: unavailable (section 2.3.1.2).
    return kept(allowAll, longestLife)
  }
)

/** What lies beyond the limit is cut off, not an error (section 2.5). */
const readBody = (response: HttpClientResponse.HttpClientResponse) =>
  Stream.limitBytes(response.stream, maxBytes, () => Stream.empty).pipe(
    Stream.runCollect,
    Effect.flatMap((chunks) => decodeRobotsBody(Buffer.concat(chunks), response.headers["content-encoding"], maxBytes))
  )

/** Cache-Control's max-age where it is given, never below a minute. */
const freshness = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse) {
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(response.headers["cache-control"] ?? "")?.[1]
  if (maxAge !== undefined) return Duration.max(Duration.seconds(Number(maxAge)), unreachableLife)
  const expires = Date.parse(response.headers["expires"] ?? "")
  if (Number.isNaN(expires)) return longestLife
  return Duration.max(Duration.millis(expires - (yield* Clock.currentTimeMillis)), unreachableLife)
})

/** The rules of one robots.txt for our product token: the part of the User-Agent before its first `/`. */
export const parseRules = (origin: string, source: string, userAgent: string): RobotsRules => {
  const token = productToken(userAgent)
  const robots = robotsParser(new URL("/robots.txt", origin).href, normalizeRobots(source))
  const delay = robots.getCrawlDelay(token)
  return {
    status: "rules",
    // /robots.txt itself is always allowed (section 2.2.2).
    isAllowed: (url) => url.pathname === "/robots.txt" || robots.isAllowed(url.href, token) !== false,
    crawlDelay: delay !== undefined && Number.isFinite(delay) && delay > 0 ? Duration.seconds(delay) : Duration.zero,
    sitemaps: robots.getSitemaps().flatMap((sitemap) => URL.parse(sitemap, origin)?.href ?? [])
  }
}
