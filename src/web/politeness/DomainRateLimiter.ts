import { Clock, Context, Duration, Effect, Layer, Scope } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { registrableDomain } from "../../core/domain/WebUrl.ts"
import { monotonicNow, type RequestContext } from "../../core/kernel/RequestContext.ts"
import { log } from "../../core/observability/log-lines.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { DomainLease } from "./DomainLease.ts"
import { DomainQueues } from "./DomainQueues.ts"
import { type DomainView, domainViews } from "./DomainView.ts"
import { logSlowdown } from "./log-slowdown.ts"
import { type Turn, turnTaker } from "./take-turn.ts"

/**
 * One queue for each registrable domain, shared by the whole process. Interactive requests go
 * before crawls but do not starve them, and owners take turns.
 */
export class DomainRateLimiter extends Context.Service<DomainRateLimiter, {
  /**
   * Runs `effect` when the domain's turn has come, alone on that domain while a delay is in force. Fails with
   * `domain_busy` or `store_unavailable`.
   */
  withTurn<A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R | RequestContext>
  /** Returns when the turn has come, with the effect that ends it. Only the wait can be interrupted. */
  take(turn: Turn): Effect.Effect<Effect.Effect<void>, PageError, RequestContext>
  /**
   * Runs `effect` within a turn of `take`. Shortly before another node may take the turn over, `effect` is interrupted,
   * and the failure is `store_unavailable`. `withTurn` does it itself.
   */
  duringTurn<A, E, R>(url: URL, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R>
  /**
   * The site reported overload (429, 503, Retry-After). Call it within the turn, before the next one begins. `status`
   * is that of its answer.
   */
  slowDown(url: URL, retryAfter: Duration.Duration | undefined, status?: number): Effect.Effect<void>
  /** The site names a quota, and this pause keeps within it. Call it within the turn. */
  pause(url: URL, asked: Duration.Duration): Effect.Effect<void>
  /** The site answered well: a slowed domain recovers step by step. */
  recovered(url: URL): Effect.Effect<void>
  /**
   * The domains that this owner has requested and that this process still remembers, those with its requests in line
   * first. Times count from now: past times are negative.
   */
  domainsOf(owner: string): Effect.Effect<ReadonlyArray<DomainView>>
}>()("gleaner/web/politeness/DomainRateLimiter") {
  /** Over a lease that other nodes and later processes share. */
  static readonly layerNoDeps = Layer.effect(
    DomainRateLimiter,
    Effect.gen(function*() {
      const scope = yield* Scope.Scope
      const clock = yield* Clock.Clock
      const lease = yield* DomainLease
      const { backOffCap, crawlDelayCap, domainConcurrency, domainDelay } = yield* Settings
      const rule = {
        delay: Duration.toMillis(domainDelay),
        concurrency: domainConcurrency,
        backOffCap: Duration.toMillis(backOffCap)
      }
      const queues = new DomainQueues(rule, Duration.toMillis(crawlDelayCap))

      const take = turnTaker({ clock, scope, lease, queues })

      const duringTurn = <A, E, R>(url: URL, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R> =>
        lease.lost === undefined
          ? effect
          : Effect.raceFirst(effect, Effect.mapError(lease.lost, () => fault.storeUnavailable(url)))

      const withTurn = <A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(take(turn), (leave) => Effect.ensuring(restore(duringTurn(turn.url, effect)), leave))
        )

      const slowDown = (url: URL, retryAfter: Duration.Duration | undefined, status?: number) =>
        Effect.suspend(() => {
          const now = monotonicNow(clock)
          const asked = retryAfter === undefined ? undefined : Duration.toMillis(retryAfter)
          const { backOff, rest } = queues.of(url, now).slowDown(now, asked)
          const domain = registrableDomain(url.hostname)
          return Effect.andThen(
            logSlowdown(domain, { status, asked, rest, backOff }),
            lease.slowDown(domain, Duration.millis(rest), Duration.millis(backOff))
          )
        })

      const pause = (url: URL, asked: Duration.Duration) =>
        Effect.suspend(() => {
          const now = monotonicNow(clock)
          const paused = queues.of(url, now).pause(now, Duration.toMillis(asked))
          if (paused === undefined) return Effect.void
          const { backOff, rest } = paused
          return lease.slowDown(registrableDomain(url.hostname), Duration.millis(rest), Duration.millis(backOff))
        })

      const recovered = (url: URL) =>
        Effect.suspend(() => {
          const left = queues.find(url)?.recovered()
          if (left === undefined) return Effect.void
          const domain = registrableDomain(url.hostname)
          return Effect.andThen(
            left > 0 ? Effect.void : log("domain has recovered", { "server.address": domain }),
            lease.recovered(domain, Duration.millis(left))
          )
        })

      const domainsOf = (owner: string) => Effect.sync(() => domainViews(queues, owner, monotonicNow(clock)))

      return DomainRateLimiter.of({ withTurn, take, duringTurn, slowDown, pause, recovered, domainsOf })
    })
  )

  /** For one process whose politeness ends with it. */
  static readonly layer = this.layerNoDeps.pipe(Layer.provide(DomainLease.layerOpen))
}
