import { type Clock, Deferred, Duration, Effect, Metric, type Scope } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { registrableDomain } from "../../core/domain/WebUrl.ts"
import { monotonicNow, RequestContext } from "../../core/kernel/RequestContext.ts"
import type { DomainLease } from "./DomainLease.ts"
import type { WaitingTurn } from "./DomainQueue.ts"
import type { DomainQueues } from "./DomainQueues.ts"
import { turnGranter } from "./grant-turns.ts"
import { knownDomains } from "./known-domains.ts"
import { type InLine, waitInLine, waitMetrics } from "./wait-in-line.ts"

/** The visit that needs a turn. */
export interface Turn {
  readonly url: URL
  /** The site's own Crawl-delay, already capped. */
  readonly crawlDelay: Duration.Duration
  /** The second turn of a visit follows the first at once, if no other turn came between. */
  readonly visit?: object | undefined
}

export interface TurnSources {
  readonly clock: Clock.Clock
  readonly scope: Scope.Scope
  readonly lease: DomainLease["Service"]
  readonly queues: DomainQueues
}

/** Waits in the queue of the domain, then for its lease where other nodes have turns too. */
export const turnTaker = ({ clock, lease, queues, scope }: TurnSources) => {
  const grantTurns = turnGranter(clock, scope)
  const meet = knownDomains(lease, clock)

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

  /** Returns when the turn has come, with the effect that ends it. */
  return ({ crawlDelay, url, visit }: Turn): Effect.Effect<Effect.Effect<void>, PageError, RequestContext> =>
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
}
