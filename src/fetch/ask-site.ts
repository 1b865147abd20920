import { Clock, Duration, Effect, Result } from "effect"
import type { HttpClient } from "effect/http"
import type { PageError } from "../domain/PageError.ts"
import type { DomainRateLimiter } from "../politeness/DomainRateLimiter.ts"
import type { RobotsCache } from "../robots/RobotsCache.ts"
import type { Settings } from "../Settings.ts"
import type { CacheRequest } from "./cache-policy.ts"
import * as fault from "./fetch-faults.ts"
import type { FetchRequest } from "./Fetcher.ts"
import { hasNoText } from "./media-type.ts"
import { isRetryable, pause, retryAfterOf } from "./retries.ts"
import { sendOnce, type SiteResponse } from "./send-once.ts"

export interface SiteDependencies {
  readonly client: HttpClient.HttpClient
  readonly robots: RobotsCache["Service"]
  readonly limiter: DomainRateLimiter["Service"]
  readonly settings: Settings["Service"]
}

export interface SiteAnswer {
  readonly response: SiteResponse
  readonly retries: number
}

const holdsText = (mediaType: string): boolean => !hasNoText(mediaType)

/** One URL from its site: allowed by robots.txt, in the domain's turn, and tried again where that may help. */
export const askSite = ({ client, limiter, robots, settings }: SiteDependencies) => {
  /** May this URL be fetched, and with what delay between requests? */
  const permitted = Effect.fnUntraced(function*(request: FetchRequest, url: URL) {
    const rules = yield* inTime(request, url, settings.requestTimeout, robots.rulesFor(url))
    if (rules.failure !== undefined) return yield* fault.transport(url, rules.failure)
    if (rules.status === "unreachable") return yield* fault.robotsUnreachable(url)
    if (!rules.isAllowed(url)) return yield* fault.robotsDisallowed(url, settings.userAgent)
    return Duration.min(rules.crawlDelay, settings.crawlDelayCap)
  })

  /** One exchange; the domain learns how it went before the next one's turn. */
  const exchange = (request: FetchRequest, url: URL, asked: CacheRequest) =>
    inTime(
      request,
      url,
      settings.fetchTimeout,
      sendOnce(client, url, asked.headers, { ...settings, reads: request.reads ?? holdsText })
    ).pipe(
      Effect.result,
      Effect.tap((outcome) =>
        Effect.flatMap(retryAfterOf(outcome), (retryAfter) => {
          if (retryAfter !== undefined) return limiter.slowDown(url, retryAfter.delay)
          return Result.isSuccess(outcome) ? limiter.recovered(url) : Effect.void
        })
      )
    )

  return Effect.fnUntraced(function*(request: FetchRequest, url: URL, asked: CacheRequest) {
    const crawlDelay = yield* permitted(request, url)
    const { deadline, owner, priority } = request
    for (let retries = 0;; retries++) {
      const turn = { url, priority, owner, deadline, crawlDelay }
      const outcome = yield* limiter.withTurn(turn, exchange(request, url, asked))
      const wait = retries < settings.retries && isRetryable(outcome) ? yield* pause(retries, outcome) : undefined
      if (wait === undefined || (yield* Clock.currentTimeMillis) + wait >= deadline) {
        const answer: SiteAnswer = { response: yield* Effect.fromResult(outcome), retries }
        return answer
      }
      yield* Effect.sleep(wait)
    }
  })
}

/** Whatever a page waits for ends after `limit`, and by the request's deadline. */
const inTime = <A, E>(request: FetchRequest, url: URL, limit: Duration.Duration, effect: Effect.Effect<A, E>) =>
  Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<A, E | PageError> => {
    const left = Duration.min(limit, Duration.millis(Math.max(0, request.deadline - now)))
    return Effect.timeoutOrElse(effect, { duration: left, orElse: () => Effect.fail(fault.slow(url, left)) })
  })
