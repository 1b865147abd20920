import { Clock, Duration, Effect, Result, type Scope } from "effect"
import type { HttpClient } from "effect/http"
import type { PageError } from "../domain/PageError.ts"
import { singleFlight } from "../net/single-flight.ts"
import type { DomainRateLimiter, Turn } from "../politeness/DomainRateLimiter.ts"
import type { RobotsCache } from "../robots/RobotsCache.ts"
import type { RobotsRules } from "../robots/RobotsRules.ts"
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
  /** Of those that more than one may wait for. */
  readonly scope: Scope.Scope
}

interface RobotsOfVisit {
  readonly rules: RobotsRules
  readonly step: Turn["step"]
}

export interface SiteAnswer {
  readonly response: SiteResponse
  readonly retries: number
}

const holdsText = (mediaType: string): boolean => !hasNoText(mediaType)

/** One URL from its site: allowed by robots.txt, in the domain's turn, and tried again where that may help. */
export const askSite = ({ client, limiter, robots, scope, settings }: SiteDependencies) => {
  const share = singleFlight<Result.Result<RobotsRules, PageError>, never>(scope)

  /** A robots.txt waits for the domain's turn as pages do, once for all who need it; the page of the one who asked first comes next. */
  const robotsOf = Effect.fnUntraced(
    function*(request: FetchRequest, url: URL): Effect.fn.Return<RobotsOfVisit, PageError> {
      const known = yield* robots.known(url)
      if (known !== undefined) return { rules: known, step: "page" }
      const { deadline, owner, priority } = request
      const turn: Turn = { url, priority, owner, deadline, crawlDelay: Duration.zero, step: "robots.txt" }
      const read = inTime(request, url, settings.requestTimeout, robots.rulesFor(url))
      const shared = share(url.origin, Effect.result(limiter.withTurn(turn, read)))
      const { joined, value } = yield* inTime(request, url, Duration.infinity, shared)
      // Whom one joined may have had less time.
      if (joined && Result.isFailure(value)) return yield* robotsOf(request, url)
      return { rules: yield* Effect.fromResult(value), step: joined ? "page" : "first page" }
    }
  )

  /** May this URL be fetched, and in what kind of turn? */
  const permitted = Effect.fnUntraced(function*(request: FetchRequest, url: URL) {
    const { rules, step } = yield* robotsOf(request, url)
    if (rules.failure !== undefined) return yield* fault.transport(url, rules.failure)
    if (rules.status === "unreachable") return yield* fault.robotsUnreachable(url)
    if (!rules.isAllowed(url)) return yield* fault.robotsDisallowed(url, settings.userAgent)
    const { deadline, owner, priority } = request
    const crawlDelay = Duration.min(rules.crawlDelay, settings.crawlDelayCap)
    const turn: Turn = { url, priority, owner, deadline, crawlDelay, step }
    return turn
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
    const first = yield* permitted(request, url)
    for (let retries = 0;; retries++) {
      const turn: Turn = retries === 0 ? first : { ...first, step: "page" }
      const outcome = yield* limiter.withTurn(turn, exchange(request, url, asked))
      const wait = retries < settings.retries && isRetryable(outcome) ? yield* pause(retries, outcome) : undefined
      if (wait === undefined || (yield* Clock.currentTimeMillis) + wait >= request.deadline) {
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
