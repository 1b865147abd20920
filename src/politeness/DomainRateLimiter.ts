import { Clock, Context, Deferred, Duration, Effect, Layer, Scope } from "effect"
import { Asker, millisOf } from "../domain/Asker.ts"
import * as fault from "../domain/page-errors.ts"
import type { PageError } from "../domain/PageError.ts"
import { Settings } from "../Settings.ts"
import type { DomainQueue, Waiter } from "./DomainQueue.ts"
import { DomainQueues } from "./DomainQueues.ts"

/** What the turn is for. */
export interface Turn {
  readonly url: URL
  /** The site's own Crawl-delay, already capped. */
  readonly crawlDelay: Duration.Duration
  /** The second turn of a visit follows the first at once, if no other turn came between. */
  readonly visit?: object | undefined
}

/**
 * When may we? One queue for each registrable domain, shared by everything in the process. Interactive requests go
 * before crawls but do not starve them, and owners take turns.
 */
export class DomainRateLimiter extends Context.Service<DomainRateLimiter, {
  /**
   * Runs `effect` when the domain's turn has come, alone on that domain while a delay is in force. Fails with
   * `domain_busy`.
   */
  withTurn<A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R | Asker>
  /** Returns when the turn has come, with the effect that ends it. Only the wait can be interrupted. */
  take(turn: Turn): Effect.Effect<Effect.Effect<void>, PageError, Asker>
  /**
   * The site asked us to stay away for a while (429, 503, Retry-After). Call it within the turn, before the next one
   * begins.
   */
  slowDown(url: URL, retryAfter: Duration.Duration | undefined): Effect.Effect<void>
  /** The site answered well: a slowed domain recovers step by step. */
  recovered(url: URL): Effect.Effect<void>
}>()("gleaner/politeness/DomainRateLimiter") {
  static readonly layer = Layer.effect(
    DomainRateLimiter,
    Effect.gen(function*() {
      const scope = yield* Scope.Scope
      const clock = yield* Clock.Clock
      const { backOffCap, crawlDelayCap, domainConcurrency, domainDelay } = yield* Settings
      const rule = {
        delay: Duration.toMillis(domainDelay),
        concurrency: domainConcurrency,
        backOffCap: Duration.toMillis(backOffCap)
      }
      const queues = new DomainQueues(rule, Duration.toMillis(crawlDelayCap))
      /** When each queue must be looked at again. */
      const alarms = new WeakMap<DomainQueue, number>()

      /** Grants the turns that the domain allows now, and arranges for the next one. */
      const pump = (queue: DomainQueue): Effect.Effect<void> =>
        Effect.suspend(() => {
          const now = nowOf(clock)
          for (let waiter = queue.take(now); waiter !== undefined; waiter = queue.take(now)) {
            Deferred.doneUnsafe(waiter.granted, Effect.void)
          }
          const due = queue.nextAt()
          if (due === undefined || due >= (alarms.get(queue) ?? Number.POSITIVE_INFINITY)) return Effect.void
          alarms.set(queue, due)
          return Effect.sleep(Math.max(1, Math.ceil(due - now))).pipe(
            Effect.andThen(Effect.suspend(() => {
              if (alarms.get(queue) === due) alarms.delete(queue)
              return pump(queue)
            })),
            Effect.forkIn(scope),
            Effect.asVoid
          )
        })

      const take = ({ crawlDelay, url, visit }: Turn) =>
        Effect.uninterruptible(Effect.flatMap(Asker, ({ deadline, owner, priority, waited }) => {
          const now = nowOf(clock)
          const asked = { priority, owner, delay: Duration.toMillis(crawlDelay), visit }
          const queue = queues.of(url, now)
          const wait = queue.expectedWait(asked, now)
          // The caller learns it now, not at the deadline.
          if (wait > deadline - now) return Effect.fail(fault.domainBusy(url, wait))
          const waiter: Waiter = { ...asked, granted: Deferred.makeUnsafe<void>() }
          queue.add(waiter)
          const leave = Effect.suspend(() => {
            queue.leave(waiter, nowOf(clock))
            return pump(queue)
          })
          const wentOver = Effect.suspend(() => Effect.fail(fault.domainBusy(url, queue.expectedWait(asked, deadline))))
          const granted = Deferred.await(waiter.granted).pipe(
            Effect.timeoutOrElse({ duration: Math.max(0, deadline - now), orElse: () => wentOver }),
            Effect.interruptible,
            Effect.onError(() => leave),
            Effect.ensuring(Effect.sync(() => void (waited.millis += nowOf(clock) - now))),
            Effect.withSpan("DomainRateLimiter.wait", { attributes: { host: url.hostname } })
          )
          // Usually nobody else is there, and a time-out would cost more than the rest.
          const turned = Effect.suspend(() => Deferred.isDoneUnsafe(waiter.granted) ? Effect.void : granted)
          return pump(queue).pipe(Effect.andThen(turned), Effect.as(leave))
        }))

      const withTurn = <A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(take(turn), (leave) => Effect.ensuring(restore(effect), leave))
        )

      const slowDown = (url: URL, retryAfter: Duration.Duration | undefined) =>
        Effect.sync(() => {
          const now = nowOf(clock)
          queues.of(url, now).slowDown(now, retryAfter === undefined ? undefined : Duration.toMillis(retryAfter))
        })

      const recovered = (url: URL) => Effect.sync(() => queues.find(url)?.recovered())

      return DomainRateLimiter.of({ withTurn, take, slowDown, recovered })
    })
  )
}

/** Gaps use the monotonic clock, so changing the wall clock affects none of them. */
const nowOf = (clock: Clock.Clock): number => millisOf(clock.monotonicTimeNanosUnsafe())
