import { Clock, Context, Duration, Effect, Layer, Result } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { RequestContext } from "../../core/kernel/RequestContext.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { type Answered, isTooMuch, retryAfter } from "../net/retry-after.ts"
import { DomainLease } from "../politeness/DomainLease.ts"
import { DomainRateLimiter } from "../politeness/DomainRateLimiter.ts"
import { quotaPause } from "../politeness/quota-pause.ts"
import type { Turn } from "../politeness/take-turn.ts"
import type { WithTurn } from "../robots/fetch-robots.ts"
import { RobotsCache } from "../robots/RobotsCache.ts"
import type { RobotsRules } from "../robots/RobotsRules.ts"

/** Waits until the browser may visit a URL, in the turn of its domain. */
export type MayVisit = (url: URL) => Effect.Effect<void, PageError>

/**
 * Visits are the only access to sites: check robots.txt, wait for the domain's turn, make the exchange, and adapt the
 * domain's rate to its outcome before the next turn. Used for fetches, redirects, sitemaps, the browser's navigations
 * and robots.txt itself.
 */
export class Visits extends Context.Service<Visits, {
  /** One exchange with the site of `url`. Fails if the visit is not allowed. The result is that of the exchange. */
  visit<A extends Answered, E, R>(
    url: URL,
    exchange: Effect.Effect<A, E, R>
  ): Effect.Effect<Result.Result<A, E>, PageError, R | RequestContext>
  /**
   * The same for a browser, which may navigate to other URLs. `mayVisit` releases the turn, and waits until the next
   * URL may be visited, in the turn of its domain.
   */
  browse<A extends Answered, E, R>(
    url: URL,
    exchange: (mayVisit: MayVisit) => Effect.Effect<A, E, R>
  ): Effect.Effect<Result.Result<A, E>, PageError, R | RequestContext>
  /** The robots.txt of this URL's origin. */
  rulesFor(url: URL): Effect.Effect<RobotsRules, PageError, RequestContext>
  /** The rules of the cached robots.txt of this URL's origin, without a request. */
  knownRules(url: URL): Effect.Effect<RobotsRules | undefined>
}>()("gleaner/web/visits/Visits") {
  static readonly layerNoDeps = Layer.effect(
    Visits,
    Effect.gen(function*() {
      const robots = yield* RobotsCache
      const limiter = yield* DomainRateLimiter
      const { crawlDelayCap, userAgent } = yield* Settings

      const adapt = rateAdapter(limiter)

      /**
       * Each request for a robots.txt waits for a turn. The visit that needed it follows at once, unless robots.txt was
       * redirected.
       */
      const robotsWithTurn = (visit: object | undefined): WithTurn => {
        let first = visit
        return (url, request) => {
          const turn = { url, crawlDelay: Duration.zero, visit: first }
          first = undefined
          return Effect.flatMap(
            limiter.withTurn(turn, Effect.tap(Effect.result(request), (outcome) => adapt(url, outcome))),
            Effect.fromResult
          )
        }
      }

      /** The turn for a visit of this URL, if robots.txt allows it. */
      const permitted = Effect.fnUntraced(function*(url: URL) {
        const visit = {}
        const [elapsed, rules] = yield* RequestContext.timed(robots.rulesFor(url, robotsWithTurn(visit)))
        const { waits } = yield* RequestContext
        waits.robots += elapsed
        if (rules.failure !== undefined) return yield* fault.transport(url, rules.failure)
        if (rules.status === "unreachable") return yield* fault.robotsUnreachable(url)
        if (!rules.isAllowed(url)) return yield* fault.robotsDisallowed(url, userAgent)
        return { url, crawlDelay: Duration.min(rules.crawlDelay, crawlDelayCap), visit }
      })

      const browse = <A extends Answered, E, R>(
        url: URL,
        exchange: (mayVisit: MayVisit) => Effect.Effect<A, E, R>
      ) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            const turn = visitTurn(limiter, permitted)
            yield* turn.moveTo(url, restore)
            const context = yield* RequestContext
            const mayVisit: MayVisit = (next) =>
              Effect.provideService(
                Effect.uninterruptibleMask((wait) => turn.moveTo(next, wait)),
                RequestContext,
                context
              )
            const exchanged = limiter.duringTurn(url, Effect.result(exchange(mayVisit)))
            return yield* restore(exchanged).pipe(
              Effect.tap((outcome) => adapt(turn.url() ?? url, outcome)),
              Effect.ensuring(turn.finish)
            )
          })
        )

      return Visits.of({
        visit: (url, exchange) => browse(url, () => exchange),
        browse,
        knownRules: (url) => robots.known(url),
        rulesFor: (url) => robots.rulesFor(url, robotsWithTurn(undefined))
      })
    })
  )

  /** Over a `DomainLease` that other nodes and later processes share. */
  static readonly layerShared = this.layerNoDeps.pipe(
    Layer.provide([RobotsCache.layer, DomainRateLimiter.layerNoDeps])
  )

  static readonly layer = this.layerShared.pipe(Layer.provide(DomainLease.layerOpen))
}

/**
 * Slows the domain down after a 429 or 503, and before it if the site names a quota. Any other answer lets it recover.
 */
const rateAdapter =
  (limiter: DomainRateLimiter["Service"]) =>
  (url: URL, outcome: Result.Result<Answered, unknown>): Effect.Effect<void> => {
    if (Result.isFailure(outcome)) return Effect.void
    if (!isTooMuch(outcome.success)) {
      const asked = quotaPause(outcome.success)
      return asked === undefined
        ? limiter.recovered(url)
        : Effect.andThen(limiter.recovered(url), limiter.pause(url, asked))
    }
    return Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => limiter.slowDown(url, retryAfter(outcome.success, now), outcome.success.status)
    )
  }

/** The turn of a visit, which moves from one URL to the next: a visit has one turn at most. */
const visitTurn = (
  limiter: DomainRateLimiter["Service"],
  permitted: (url: URL) => Effect.Effect<Turn, PageError, RequestContext>
) => {
  let turn: { readonly url: URL; readonly leave: Effect.Effect<void> } | undefined
  let isOver = false
  const leave = Effect.suspend(() => {
    const left = turn?.leave ?? Effect.void
    turn = undefined
    return left
  })
  return {
    url: () => turn?.url,
    /** Only `wait` may be interrupted. */
    moveTo: Effect.fnUntraced(function*(next: URL, wait: Restore) {
      yield* leave
      const end = yield* limiter.take(yield* wait(permitted(next)))
      if (isOver) return yield* end
      const { progress } = yield* RequestContext
      if (progress !== undefined) progress.isRequested = true
      turn = { url: next, leave: end }
    }),
    finish: Effect.suspend(() => {
      isOver = true
      return leave
    })
  }
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
