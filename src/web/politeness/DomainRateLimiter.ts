import { Clock, Context, Deferred, Duration, Effect, Layer, Metric, Scope } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { registrableDomain } from "../../core/domain/WebUrl.ts"
import { monotonicNow, RequestContext } from "../../core/kernel/RequestContext.ts"
import { log } from "../../core/observability/log-lines.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { DomainLease } from "./DomainLease.ts"
import type { WaitingTurn } from "./DomainQueue.ts"
import { DomainQueues } from "./DomainQueues.ts"
import { type DomainView, domainViews } from "./DomainView.ts"
import { turnGranter } from "./grant-turns.ts"
import { knownDomains } from "./known-domains.ts"
import { logSlowdown } from "./log-slowdown.ts"
import { type InLine, waitInLine, waitMetrics } from "./wait-in-line.ts"

/** The visit that needs a turn. */
export interface Turn {
  readonly url: URL
  /** The site's own Crawl-delay, already capped. */
  readonly crawlDelay: Duration.Duration
  /** The second turn of a visit follows the first at once, if no other turn came between. */
  readonly visit?: object | undefined
}

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
      const grantTurns = turnGranter(clock, scope)
      const meet = knownDomains(lease, clock)

      const take = ({ crawlDelay, url, visit }: Turn) =>
        Effect.uninterruptible(Effect.flatMap(RequestContext, (requester) => {
          const { deadline, delay = 0, owner, priority } = requester
          const since = monotonicNow(clock)
          const queue = queues.of(url, since)
          const asking = { priority, owner, delay: Math.max(delay, Duration.toMillis(crawlDelay)), visit }
          const wait = queue.expectedWait(asking, since)
          // Fails now, not at the deadline.
          if (wait > deadline - since) return Effect.fail(fault.domainBusy(url, wait))
          queue.setCrawlDelay(Duration.toMillis(crawlDelay))
          const waiter: WaitingTurn = { ...asking, granted: Deferred.makeUnsafe<boolean>() }
          queue.add(waiter)
          const place = { url, requester, queue, waiter, since }
          return lease.isOpen ? takeHere(place) : takeByLease(place)
        }))

      const leaveQueue = ({ queue, waiter }: InLine) =>
        Effect.suspend(() => {
          queue.leave(waiter, monotonicNow(clock))
          return grantTurns(queue)
        })

      const takeHere = (place: InLine) => {
        const leave = leaveQueue(place)
        const { requester: { priority }, queue, waiter: { granted } } = place
        // The queue is usually empty, and a timeout would cost more than the rest.
        const turn = Effect.suspend(() =>
          Deferred.isDoneUnsafe(granted)
            ? Metric.update(waitMetrics[priority], 0)
            : waitInLine(clock, place, Deferred.await(granted), leave)
        )
        return grantTurns(queue).pipe(Effect.andThen(turn), Effect.as(leave))
      }

      const takeByLease = (place: InLine) => {
        let endLease = Effect.void
        const leave = Effect.andThen(Effect.suspend(() => endLease), leaveQueue(place))
        return Effect.as(waitInLine(clock, place, underLease(place, (end) => void (endLease = end)), leave), leave)
      }

      /** The local turn comes first, and lasts while the lease is requested. */
      const underLease = ({ queue, url, waiter }: InLine, passed: (end: Effect.Effect<void>) => void) =>
        Effect.gen(function*() {
          const domain = registrableDomain(url.hostname)
          yield* meet(queue, domain)
          yield* grantTurns(queue)
          const isContinuation = yield* Deferred.await(waiter.granted)
          const delay = Duration.millis(queue.delayOf(waiter))
          yield* Effect.uninterruptible(Effect.map(lease.acquire(domain, delay, isContinuation), passed))
        }).pipe(Effect.catchTag("StoreUnavailable", () => Effect.fail(fault.storeUnavailable(url))))

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
