import { Clock, Context, Duration, Effect, Layer, Result } from "effect"
import type { Signals } from "../domain/document/Signals.ts"
import * as fault from "../domain/errors/page-errors.ts"
import type { PageError } from "../domain/errors/PageError.ts"
import { RequestContext } from "../kernel/RequestContext.ts"
import { type Answered, isTooMuch, retryAfter } from "../net/retry-after.ts"
import { DomainRateLimiter } from "../politeness/DomainRateLimiter.ts"
import type { InTurn } from "../robots/fetch-robots.ts"
import { RobotsCache } from "../robots/RobotsCache.ts"
import type { RobotsRules } from "../robots/RobotsRules.ts"
import { Settings } from "../Settings.ts"

/**
 * The one way to touch a site. robots.txt allows the URL, the domain's turn has come, the exchange takes place, and the
 * domain's queue gets the outcome before the next turn. Fetches, redirects, sitemaps, the browser's navigations and
 * robots.txt itself all come here.
 */
export class Visits extends Context.Service<Visits, {
  /**
   * One exchange with the site of `url`. Fails if the visit may not take place. The result is that of the exchange.
   */
  visit<A extends Answered, E, R>(
    url: URL,
    exchange: Effect.Effect<A, E, R>
  ): Effect.Effect<Result.Result<A, E>, PageError, R | RequestContext>
  /**
   * The same for a browser, which can be led to other URLs. `goOn` gives the turn back, waits until the next URL may be
   * visited, and then has the turn of that domain.
   */
  browse<A extends Answered, E, R>(
    url: URL,
    exchange: (goOn: (url: URL) => Effect.Effect<void, PageError, RequestContext>) => Effect.Effect<A, E, R>
  ): Effect.Effect<Result.Result<A, E>, PageError, R | RequestContext>
  /** The rules of this URL's origin. */
  rulesFor(url: URL): Effect.Effect<RobotsRules, PageError, RequestContext>
  /** Which uses of this URL its robots.txt allows or refuses, as far as it is known without a request. */
  signalsFor(url: URL): Effect.Effect<Signals>
}>()("gleaner/visits/Visits") {
  static readonly layer = Layer.effect(
    Visits,
    Effect.gen(function*() {
      const robots = yield* RobotsCache
      const limiter = yield* DomainRateLimiter
      const { crawlDelayCap, userAgent } = yield* Settings

      /** A site that answers 429 or 503 slows its domain down. Any other answer lets it recover. */
      const log = (url: URL, outcome: Result.Result<Answered, unknown>) => {
        if (Result.isFailure(outcome)) return Effect.void
        if (!isTooMuch(outcome.success)) return limiter.recovered(url)
        return Effect.flatMap(
          Clock.currentTimeMillis,
          (now) => limiter.slowDown(url, retryAfter(outcome.success, now), outcome.success.status)
        )
      }

      /**
       * Each request for a robots.txt waits for a turn. The visit that needed it follows at once, unless robots.txt was
       * redirected.
       */
      const robotsInTurn = (visit: object | undefined): InTurn => {
        let first = visit
        return (url, request) => {
          const turn = { url, crawlDelay: Duration.zero, visit: first }
          first = undefined
          return Effect.flatMap(
            limiter.withTurn(turn, Effect.tap(Effect.result(request), (outcome) => log(url, outcome))),
            Effect.fromResult
          )
        }
      }

      /** The turn that a visit of this URL takes, if the visit is allowed. */
      const permitted = Effect.fnUntraced(function*(url: URL) {
        const visit = {}
        const rules = yield* robots.rulesFor(url, robotsInTurn(visit))
        if (rules.failure !== undefined) return yield* fault.transport(url, rules.failure)
        if (rules.status === "unreachable") return yield* fault.robotsUnreachable(url)
        if (!rules.isAllowed(url)) return yield* fault.robotsDisallowed(url, userAgent)
        return { url, crawlDelay: Duration.min(rules.crawlDelay, crawlDelayCap), visit }
      })

      const browse = <A extends Answered, E, R>(
        url: URL,
        exchange: (goOn: (url: URL) => Effect.Effect<void, PageError, RequestContext>) => Effect.Effect<A, E, R>
      ) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            let turn: { readonly url: URL; readonly leave: Effect.Effect<void> } | undefined
            let isOver = false
            const leave = Effect.suspend(() => {
              const left = turn?.leave ?? Effect.void
              turn = undefined
              return left
            })
            const moveTo = (next: URL, wait: typeof restore) =>
              Effect.gen(function*() {
                yield* leave
                const end = yield* limiter.take(yield* wait(permitted(next)))
                if (isOver) return yield* end
                const { progress } = yield* RequestContext
                if (progress !== undefined) progress.isRequested = true
                turn = { url: next, leave: end }
              })
            yield* moveTo(url, restore)
            const goOn = (next: URL) => Effect.uninterruptibleMask((wait) => moveTo(next, wait))
            const finish = Effect.suspend(() => {
              isOver = true
              return leave
            })
            const exchanged = limiter.whileOurs(url, Effect.result(exchange(goOn)))
            return yield* restore(exchanged).pipe(
              Effect.tap((outcome) => log(turn?.url ?? url, outcome)),
              Effect.ensuring(finish)
            )
          })
        )

      return Visits.of({
        visit: (url, exchange) => browse(url, () => exchange),
        browse,
        signalsFor: (url) => Effect.map(robots.known(url), (rules) => rules?.signalsFor(url) ?? {}),
        rulesFor: (url) => robots.rulesFor(url, robotsInTurn(undefined))
      })
    })
  )
}
