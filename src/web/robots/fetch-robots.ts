import { Clock, Data, Duration, Effect, Result, type Scope } from "effect"
import { type HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { monotonicMillis, RequestContext } from "../../core/kernel/RequestContext.ts"
import { backOff, mayWorkNext } from "../net/back-off.ts"
import { parseHttpDate } from "../net/http-date.ts"
import { redirectTarget } from "../net/redirects.ts"
import type { Answered } from "../net/retry-after.ts"
import { type TransportFailure, transportFailure } from "../net/transport-failure.ts"
import { robotsText } from "./robots-text.ts"
import { allowAll, disallowAll, type RobotsRules, rulesOf } from "./RobotsRules.ts"

/** Rules, and how long they may be used. */
export interface RobotsAnswer {
  readonly rules: RobotsRules
  readonly life: Duration.Duration
}

/** Sends one request to this URL when the turn of its domain has come. */
export type WithTurn = <A extends Answered, E, R>(
  url: URL,
  request: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | PageError, R | RequestContext>

interface RobotsClient {
  readonly client: HttpClient.HttpClient.With<HttpClientError.HttpClientError, Scope.Scope>
  readonly userAgent: string
  /** Limits each request separately. */
  readonly fetchTimeout: Duration.Duration
  /** After connections that failed. */
  readonly retries: number
  readonly withTurn: WithTurn
}

/** The site gave no answer, or not all of it. */
class NoAnswer extends Data.TaggedError("NoAnswer")<{
  readonly failure: TransportFailure
  /** The answer if no other try gets one. */
  readonly instead: RobotsAnswer
}> {}

/** One answer: a redirect to a URL, or the rules. */
interface RobotsHop extends Answered {
  readonly next: URL | RobotsAnswer
}

/** RFC 9309 section 2.4. */
const maxLifetime = Duration.hours(24)
/** An error of the site may be over soon, but it bars the whole site meanwhile. Minimum time in the cache. */
export const minLifetime = Duration.minutes(1)
/** A connection that failed may work the next time. */
const failureLife = Duration.seconds(5)
/** RFC 9309 section 2.3.1.2. */
const maxRedirects = 5

/** The rules of an origin's robots.txt, also if it has none. Fails only as `withTurn` does. */
export const fetchRobots = Effect.fnUntraced(
  function*(robots: RobotsClient, origin: string): Effect.fn.Return<RobotsAnswer, PageError, RequestContext> {
    let url = new URL("/robots.txt", origin)
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const next = yield* retried(robots, url, origin)
      if (!(next instanceof URL)) return next
      url = next
    }
    return unavailable
  }
)

/**
 * With the retries of a page, each in a turn of its own. Otherwise one lost connection, as that of a proxy that has
 * stopped, would fail each page of the site for `failureLife`.
 */
const retried = Effect.fnUntraced(function*(
  robots: RobotsClient,
  url: URL,
  origin: string
): Effect.fn.Return<URL | RobotsAnswer, PageError, RequestContext> {
  const { deadline } = yield* RequestContext
  for (let tries = 0;; tries++) {
    const outcome = yield* Effect.result(robots.withTurn(url, hopTo(robots, url, origin)))
    if (Result.isSuccess(outcome)) return outcome.success.next
    if (outcome.failure._tag !== "NoAnswer") return yield* outcome.failure
    const { failure, instead } = outcome.failure
    if (tries >= robots.retries || !mayWorkNext(failure.kind)) return instead
    const wait = yield* backOff(tries)
    if ((yield* monotonicMillis) + wait >= deadline) return instead
    yield* Effect.sleep(wait)
  }
})

const hopTo = ({ client, fetchTimeout, userAgent }: RobotsClient, url: URL, origin: string) =>
  Effect.gen(function*() {
    const request = HttpClientRequest.get(url.href, {
      headers: {
        "user-agent": userAgent,
        "accept": "text/plain,*/*;q=0.5",
        "accept-encoding": "gzip, br, deflate"
      }
    })
    const response = yield* Effect.mapError(
      client.execute(request),
      (error) => noAnswer(transportFailure(error))
    )
    const { headers, status } = response
    const target = redirectTarget(response, url)
    const next = Result.isFailure(target)
      ? unavailable
      : target.success ?? (yield* rulesIn(response, origin, userAgent))
    const hop: RobotsHop = { status, headers, next }
    return hop
  }).pipe(
    Effect.scoped,
    Effect.timeoutOrElse({ duration: fetchTimeout, orElse: () => Effect.fail(noAnswer(tooSlow)) })
  )

const tooSlow = { kind: "timeout", detail: "robots.txt did not arrive in time" } as const

const noAnswer = (failure: TransportFailure): NoAnswer =>
  new NoAnswer({ failure, instead: { rules: { ...disallowAll, failure }, life: failureLife } })

const rulesIn = Effect.fnUntraced(
  function*(response: HttpClientResponse.HttpClientResponse, origin: string, userAgent: string) {
    if (response.status >= 500) return unreachable
    // Section 2.3.1.3 allows everything for all of 4xx. 429 is among them, but it speaks only of this moment. The next
    // page shows whether the site still means it, and then slows the domain down.
    if (response.status === 429) return { rules: allowAll, life: minLifetime }
    const life = yield* freshness(response)
    if (response.status >= 300) return { rules: allowAll, life }
    const text = yield* robotsText(response).pipe(
      Effect.catchTag(
        "HttpClientError",
        (error) => Effect.fail(new NoAnswer({ failure: transportFailure(error), instead: unreachable }))
      ),
      // It is not in the coding that it names.
      Effect.catchTag("CodingError", () => Effect.succeed(undefined))
    )
    return text === undefined ? unreachable : { rules: rulesOf(origin, text, userAgent), life }
  }
)

const unreachable: RobotsAnswer = { rules: disallowAll, life: minLifetime }

/** More than five redirects, or one to a URL that is not fetched (section 2.3.1.2). */
const unavailable: RobotsAnswer = { rules: allowAll, life: maxLifetime }

/** max-age of Cache-Control, else Expires, between a minute and a day (section 2.4). */
export const freshness = Effect.fnUntraced(function*(response: Answered) {
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(response.headers?.["cache-control"] ?? "")?.[1]
  const expires = response.headers?.["expires"]
  const now = yield* Clock.currentTimeMillis
  const life = maxAge !== undefined
    ? Duration.seconds(Number(maxAge))
    : expires === undefined
    ? maxLifetime
    // A value that is not an HTTP-date means already expired (RFC 9111 section 5.3).
    : Duration.millis((parseHttpDate(expires, now) ?? now) - now)
  return Duration.clamp(life, { minimum: minLifetime, maximum: maxLifetime })
})
