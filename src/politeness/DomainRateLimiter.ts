import { Clock, Context, Deferred, Duration, Effect, Layer, Metric, Option, Scope } from "effect"
import { Asker, millisOf } from "../domain/Asker.ts"
import * as fault from "../domain/page-errors.ts"
import type { PageError } from "../domain/PageError.ts"
import type { StoreUnavailable } from "../domain/StoreUnavailable.ts"
import { registrableDomain } from "../domain/WebUrl.ts"
import { tell } from "../observability/log-lines.ts"
import { metrics } from "../observability/metrics.ts"
import { Settings } from "../Settings.ts"
import type { DomainQueue, QueueView, Waiter } from "./DomainQueue.ts"
import { DomainQueues } from "./DomainQueues.ts"
import { HostGate } from "./HostGate.ts"

/** What the turn is for. */
export interface Turn {
  readonly url: URL
  /** The site's own Crawl-delay, already capped. */
  readonly crawlDelay: Duration.Duration
  /** The second turn of a visit follows the first at once, if no other turn came between. */
  readonly visit?: object | undefined
}

/**
 * A domain as some owners see it. Of other owners it shows only how many of their requests wait. Times in milliseconds.
 */
export interface DomainView extends QueueView {
  readonly domain: string
}

/**
 * When may we? One queue for each registrable domain, shared by everything in the process. Interactive requests go
 * before crawls but do not starve them, and owners take turns.
 */
export class DomainRateLimiter extends Context.Service<DomainRateLimiter, {
  /**
   * Runs `effect` when the domain's turn has come, alone on that domain while a delay is in force. Fails with
   * `domain_busy` or `store_unavailable`.
   */
  withTurn<A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R | Asker>
  /** Returns when the turn has come, with the effect that ends it. Only the wait can be interrupted. */
  take(turn: Turn): Effect.Effect<Effect.Effect<void>, PageError, Asker>
  /**
   * Runs what a turn of `take` is for. Shortly before another node may take the turn over, `effect` is interrupted, and
   * the failure is `store_unavailable`. `withTurn` does it itself.
   */
  whileOurs<A, E, R>(url: URL, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R>
  /**
   * The site asked us to stay away for a while (429, 503, Retry-After). Call it within the turn, before the next one
   * begins. `status` is what it answered.
   */
  slowDown(url: URL, retryAfter: Duration.Duration | undefined, status?: number): Effect.Effect<void>
  /** The site answered well: a slowed domain recovers step by step. */
  recovered(url: URL): Effect.Effect<void>
  /**
   * The domains that these owners have asked for and that this process still remembers, those with their requests in
   * line first. Times count from now: what is over is negative.
   */
  domainsOf(owners: ReadonlySet<string>): Effect.Effect<ReadonlyArray<DomainView>>
}>()("gleaner/politeness/DomainRateLimiter") {
  /** Over a gate that other nodes and later processes share. */
  static readonly layerNoDeps = Layer.effect(
    DomainRateLimiter,
    Effect.gen(function*() {
      const scope = yield* Scope.Scope
      const clock = yield* Clock.Clock
      const gate = yield* HostGate
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
            Deferred.doneUnsafe(waiter.granted, Effect.succeed(queue.isSequelTurn))
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

      /** What the gate knows of a domain is asked for once. */
      const asked = new WeakMap<DomainQueue, Effect.Effect<void, StoreUnavailable>>()
      const meet = (queue: DomainQueue, domain: string) =>
        Effect.suspend(() => {
          const known = asked.get(queue)
          if (known !== undefined) return known
          const asking = Effect.map(
            gate.known(domain),
            Option.match({
              onNone: () => {},
              onSome: ({ backOff, rest }) =>
                queue.remember(nowOf(clock), Duration.toMillis(rest), Duration.toMillis(backOff))
            })
          )
          return Effect.flatMap(
            Effect.cached(Effect.onError(asking, () => Effect.sync(() => asked.delete(queue)))),
            (once) => {
              asked.set(queue, once)
              return once
            }
          )
        })

      const take = ({ crawlDelay, url, visit }: Turn) =>
        Effect.uninterruptible(Effect.flatMap(Asker, ({ deadline, delay = 0, owner, priority, waited }) => {
          const now = nowOf(clock)
          const queue = queues.of(url, now)
          const asking = { priority, owner, delay: Math.max(delay, Duration.toMillis(crawlDelay)), visit }
          const wait = queue.expectedWait(asking, now)
          // The caller learns it now, not at the deadline.
          if (wait > deadline - now) return Effect.fail(fault.domainBusy(url, wait))
          queue.heardCrawlDelay(Duration.toMillis(crawlDelay))
          const waiter: Waiter = { ...asking, granted: Deferred.makeUnsafe<boolean>() }
          queue.add(waiter)
          const leaveQueue = Effect.suspend(() => {
            queue.leave(waiter, nowOf(clock))
            return pump(queue)
          })
          let leaveGate = Effect.void
          const leave = gate.isOpen ? leaveQueue : Effect.andThen(Effect.suspend(() => leaveGate), leaveQueue)
          const inTime = <A, E>(effect: Effect.Effect<A, E>) =>
            effect.pipe(
              Effect.timeoutOrElse({
                duration: Math.max(0, deadline - nowOf(clock)),
                orElse: () => Effect.fail(fault.domainBusy(url, queue.expectedWait(asking, deadline)))
              }),
              Effect.interruptible,
              Effect.onError(() => leave),
              Effect.ensuring(Effect.suspend(() => {
                const millis = nowOf(clock) - now
                waited.millis += millis
                return Metric.update(waits[priority], millis / 1000)
              })),
              Effect.withSpan("DomainRateLimiter.wait", { attributes: { host: url.hostname } })
            )
          if (!gate.isOpen) {
            return Effect.as(inTime(throughGate(queue, waiter, url, (end) => void (leaveGate = end))), leave)
          }
          // Usually nobody else is there, and a time-out would cost more than the rest.
          const turned = Effect.suspend(() =>
            Deferred.isDoneUnsafe(waiter.granted)
              ? Metric.update(waits[priority], 0)
              : inTime(Deferred.await(waiter.granted))
          )
          return pump(queue).pipe(Effect.andThen(turned), Effect.as(leave))
        }))

      /** The local turn comes first, and it is held while the gate is asked. */
      const throughGate = (queue: DomainQueue, waiter: Waiter, url: URL, passed: (end: Effect.Effect<void>) => void) =>
        Effect.gen(function*() {
          const domain = registrableDomain(url.hostname)
          yield* meet(queue, domain)
          yield* pump(queue)
          const isSequel = yield* Deferred.await(waiter.granted)
          const delay = Duration.millis(queue.delayOf(waiter))
          yield* Effect.uninterruptible(Effect.map(gate.acquire(domain, delay, isSequel), passed))
        }).pipe(Effect.catchTag("StoreUnavailable", () => Effect.fail(fault.storeUnavailable(url))))

      const whileOurs = <A, E, R>(url: URL, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R> =>
        gate.isOpen
          ? effect
          : Effect.raceFirst(effect, Effect.mapError(gate.lost, () => fault.storeUnavailable(url)))

      const withTurn = <A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(take(turn), (leave) => Effect.ensuring(restore(whileOurs(turn.url, effect)), leave))
        )

      const slowDown = (url: URL, retryAfter: Duration.Duration | undefined, status?: number) =>
        Effect.suspend(() => {
          const now = nowOf(clock)
          const asked = retryAfter === undefined ? undefined : Duration.toMillis(retryAfter)
          const { backOff, rest } = queues.of(url, now).slowDown(now, asked)
          const domain = registrableDomain(url.hostname)
          return Effect.andThen(
            tellSlower(domain, { status, asked, rest, backOff }),
            gate.slowDown(domain, Duration.millis(rest), Duration.millis(backOff))
          )
        })

      const recovered = (url: URL) =>
        Effect.suspend(() => {
          const left = queues.find(url)?.recovered()
          if (left === undefined) return Effect.void
          const domain = registrableDomain(url.hostname)
          return Effect.andThen(
            left > 0 ? Effect.void : tell("domain has recovered", { "server.address": domain }),
            gate.recovered(domain, Duration.millis(left))
          )
        })

      const domainsOf = (owners: ReadonlySet<string>) =>
        Effect.sync(() => {
          const now = nowOf(clock)
          const since = (at: number | undefined) => at === undefined ? undefined : at - now
          return [...queues.entries()].flatMap(([domain, queue]): ReadonlyArray<DomainView> => {
            const view = queue.viewOf(owners, now)
            return view === undefined
              ? []
              : [{ domain, ...view, nextAt: since(view.nextAt), lastTurn: since(view.lastTurn) }]
          }).toSorted((one, other) =>
            other.waiting - one.waiting || other.active - one.active || (other.lastTurn ?? 0) - (one.lastTurn ?? 0)
          )
        })

      return DomainRateLimiter.of({ withTurn, take, whileOurs, slowDown, recovered, domainsOf })
    })
  )

  /** For one process whose politeness ends with it. */
  static readonly layer = this.layerNoDeps.pipe(Layer.provide(HostGate.layerOpen))
}

const waits = {
  interactive: Metric.withAttributes(metrics.domainWait, { priority: "interactive" }),
  crawl: Metric.withAttributes(metrics.domainWait, { priority: "crawl" })
} as const

interface Slower {
  readonly status: number | undefined
  /** What its Retry-After asks for. This and the next two are milliseconds. */
  readonly asked: number | undefined
  readonly rest: number
  readonly backOff: number
}

const tellSlower = (domain: string, { asked, backOff, rest, status }: Slower) =>
  Effect.andThen(
    Metric.update(metrics.slowedDomains, 1),
    tell("domain slowed down", {
      "server.address": domain,
      ...(status === undefined ? {} : { "http.response.status_code": status }),
      ...(asked === undefined ? {} : { "retry_after.seconds": asked / 1000 }),
      "rest.seconds": rest / 1000,
      "delay.seconds": backOff / 1000
    })
  )

/** Gaps use the monotonic clock, so changing the wall clock affects none of them. */
const nowOf = (clock: Clock.Clock): number => millisOf(clock.monotonicTimeNanosUnsafe())
