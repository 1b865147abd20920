import { Clock, Duration, Effect, Option, Result, type Scope, Stream } from "effect"
import { type HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { transportFailure } from "../net/transport-failure.ts"
import { decodeRobotsBody } from "./decode-robots-body.ts"
import { allowAll, disallowAll, type RobotsRules, rulesOf } from "./RobotsRules.ts"

/** Rules, and how long they may be used. */
export interface RobotsAnswer {
  readonly rules: RobotsRules
  readonly life: Duration.Duration
}

type ScopedClient = HttpClient.HttpClient.With<HttpClientError.HttpClientError, Scope.Scope>

/** RFC 9309 section 2.4. */
const longestLife = Duration.hours(24)
/** An error of the site may be over soon, and bars the whole site meanwhile; nothing is kept for less than this. */
const shortestLife = Duration.minutes(1)
/** A connection that failed may work the next time. */
const failureLife = Duration.seconds(5)
/** RFC 9309 section 2.5 asks for 500 KiB at least. */
const maxBytes = 512 * 1024
/** RFC 9309 section 2.3.1.2. */
const maxRedirects = 5

/** What an origin's robots.txt says, or its absence; never a failure. */
export const fetchRobots = Effect.fnUntraced(
  function*(
    client: ScopedClient,
    origin: string,
    userAgent: string
  ): Effect.fn.Return<RobotsAnswer, never, Scope.Scope> {
    let url = new URL("/robots.txt", origin)
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const request = HttpClientRequest.get(url.href, {
        headers: {
          "user-agent": userAgent,
          "accept": "text/plain,*/*;q=0.5",
          "accept-encoding": "gzip, br, deflate"
        }
      })
      const answer = yield* Effect.result(client.execute(request))
      if (Result.isFailure(answer)) return unanswered(transportFailure(answer.failure))
      const response = answer.success
      const target = redirectTarget(response, url)
      if (target === undefined) return yield* rulesIn(response, origin, userAgent)
      if (target === null || !/^https?:$/.test(target.protocol)) break
      url = target
    }
    // More than five redirects, or one to nowhere: unavailable (section 2.3.1.2).
    return { rules: allowAll, life: longestLife }
  }
)

/** There was no answer, for this reason. */
export const unanswered = (failure: NonNullable<RobotsRules["failure"]>): RobotsAnswer => ({
  rules: { ...disallowAll, failure },
  life: failureLife
})

const rulesIn = Effect.fnUntraced(
  function*(response: HttpClientResponse.HttpClientResponse, origin: string, userAgent: string) {
    if (response.status >= 500) return unreachable
    // Section 2.3.1.3 allows everything for all of 4xx. 429 is among them, and speaks of this moment alone: the page that is
    // fetched next tells whether the site still means it, and slows the domain down if so.
    if (response.status === 429) return { rules: allowAll, life: shortestLife }
    const life = yield* freshness(response)
    if (response.status >= 300) return { rules: allowAll, life }
    const text = yield* Effect.option(readBody(response))
    return Option.isNone(text) ? unreachable : { rules: rulesOf(origin, text.value, userAgent), life }
  }
)

const unreachable: RobotsAnswer = { rules: disallowAll, life: shortestLife }

/** Undefined where the answer is no redirect, null where it leads to no URL. */
const redirectTarget = (response: HttpClientResponse.HttpClientResponse, url: URL): URL | null | undefined => {
  const location = response.headers["location"]
  return location === undefined || response.status < 300 || response.status >= 400
    ? undefined
    : URL.parse(location, url)
}

const readBody = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse) {
  let received = 0
  const isEnough = (chunk: Uint8Array) => (received += chunk.length) >= maxBytes
  const chunks = yield* Stream.runCollect(Stream.takeUntil(response.stream, isEnough))
  return yield* decodeRobotsBody(Buffer.concat(chunks), response.headers["content-encoding"], maxBytes)
})

/** Cache-Control's max-age or else Expires, between a minute and a day (section 2.4). */
const freshness = Effect.fnUntraced(function*(response: HttpClientResponse.HttpClientResponse) {
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(response.headers["cache-control"] ?? "")?.[1]
  const expires = Date.parse(response.headers["expires"] ?? "")
  const life = maxAge !== undefined
    ? Duration.seconds(Number(maxAge))
    : Number.isNaN(expires)
    ? longestLife
    : Duration.millis(expires - (yield* Clock.currentTimeMillis))
  return Duration.clamp(life, { minimum: shortestLife, maximum: longestLife })
})
