import { Clock, Data, Duration, Effect, Option, Result, type Scope } from "effect"
import { type HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
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
  readonly withTurn: WithTurn
}

/** The site gave no answer. */
class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly failure: TransportFailure }> {}

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
  function*(
    robots: RobotsClient,
    origin: string
  ): Effect.fn.Return<RobotsAnswer, PageError | NoAnswer, RequestContext> {
    let url = new URL("/robots.txt", origin)
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const { next } = yield* robots.withTurn(url, hopTo(robots, url, origin))
      if (!(next instanceof URL)) return next
      url = next
    }
    return unavailable
  },
  Effect.catchTag("NoAnswer", ({ failure }) => Effect.succeed(unanswered(failure)))
)

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
      (error) => new NoAnswer({ failure: transportFailure(error) })
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
    Effect.timeoutOrElse({ duration: fetchTimeout, orElse: () => Effect.fail(new NoAnswer({ failure: tooSlow })) })
  )

const tooSlow = { kind: "timeout", detail: "robots.txt did not arrive in time" } as const

/** There was no answer, for this reason. */
const unanswered = (failure: NonNullable<RobotsRules["failure"]>): RobotsAnswer => ({
  rules: { ...disallowAll, failure },
  life: failureLife
})

const rulesIn = Effect.fnUntraced(
  function*(response: HttpClientResponse.HttpClientResponse, origin: string, userAgent: string) {
    if (response.status >= 500) return unreachable
    // Section 2.3.1.3 allows everything for all of 4xx. 429 is among them, but it speaks only of this moment. The next
    // page shows whether the site still means it, and then slows the domain down.
    if (response.status === 429) return { rules: allowAll, life: minLifetime }
    const life = yield* freshness(response)
    if (response.status >= 300) return { rules: allowAll, life }
    const text = yield* Effect.option(robotsText(response))
    return Option.isNone(text) ? unreachable : { rules: rulesOf(origin, text.value, userAgent), life }
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
