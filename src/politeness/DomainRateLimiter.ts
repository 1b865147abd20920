import { Clock, Context, Deferred, Duration, Effect, Layer, Scope } from "effect"
import { PageError } from "../domain/PageError.ts"
import { Settings } from "../Settings.ts"
import type { DomainQueue, VisitStep, Waiter } from "./DomainQueue.ts"
import { DomainQueues } from "./DomainQueues.ts"

/** Who asks for a turn: interactive requests go before crawl traffic (never starving it), owners of one kind take turns. */
export interface Turn {
  readonly url: URL
  readonly priority: "interactive" | "crawl"
  /** Fairness is between owners: the id of a job, or of a caller. */
  readonly owner: string
  /** The site's own Crawl-delay, already capped. */
  readonly crawlDelay: Duration.Duration
  readonly step: VisitStep
  /** Milliseconds since the epoch after which the asker no longer waits (`domain_busy`). */
  readonly deadline: number
}

/** When may we: one queue per registrable domain, shared by everything in the process. */
export class DomainRateLimiter extends Context.Service<DomainRateLimiter, {
  /** Runs `effect` when the domain's turn has come, alone on that domain while a delay is in force. */
  withTurn<A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R>
  /** The site asked to be left alone for a while (429, 503, Retry-After). Tell it within the turn, before the next one begins. */
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
      /** When each queue is due to be looked at again. */
      const alarms = new WeakMap<DomainQueue, number>()

      /** Grants turns as far as the domain allows now, and sees to it that the next is granted when it falls due. */
      const pump = (queue: DomainQueue): Effect.Effect<void> =>
        Effect.suspend(() => {
          const now = clock.currentTimeMillisUnsafe()
          for (let waiter = queue.take(now); waiter !== undefined; waiter = queue.take(now)) {
            Deferred.doneUnsafe(waiter.granted, Effect.void)
          }
          const due = queue.nextAt()
          if (due === undefined || due >= (alarms.get(queue) ?? Number.POSITIVE_INFINITY)) return Effect.void
          alarms.set(queue, due)
          return Effect.sleep(Math.max(1, due - now)).pipe(
            Effect.andThen(Effect.suspend(() => {
              if (alarms.get(queue) === due) alarms.delete(queue)
              return pump(queue)
            })),
            Effect.forkIn(scope),
            Effect.asVoid
          )
        })

      const withTurn = <A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.suspend((): Effect.Effect<A, E | PageError, R> => {
            const now = clock.currentTimeMillisUnsafe()
            const left = turn.deadline - now
            const waiter: Waiter = {
              priority: turn.priority,
              owner: turn.owner,
              delay: Duration.toMillis(turn.crawlDelay),
              step: turn.step,
              granted: Deferred.makeUnsafe<void>()
            }
            const queue = queues.of(turn.url, now)
            const wait = queue.expectedWait(waiter, now)
            // Better told at once than at the deadline.
            if (wait > left) return Effect.fail(busy(turn, wait))
            queue.add(waiter)
            const granted = Deferred.await(waiter.granted).pipe(
              Effect.timeoutOrElse({
                duration: Math.max(0, left),
                orElse: () => Effect.suspend(() => Effect.fail(busy(turn, queue.expectedWait(waiter, turn.deadline))))
              })
            )
            // Mostly nobody else is there, and a time-out costs more than the rest.
            const turned = Effect.suspend(() =>
              Deferred.isDoneUnsafe(waiter.granted) ? effect : Effect.andThen(granted, effect)
            )
            const finish = Effect.suspend(() => {
              queue.leave(waiter)
              return pump(queue)
            })
            return pump(queue).pipe(Effect.andThen(restore(turned)), Effect.ensuring(finish))
          })
        )

      const slowDown = (url: URL, retryAfter: Duration.Duration | undefined) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          queues.of(url, now).slowDown(now, retryAfter === undefined ? undefined : Duration.toMillis(retryAfter))
        })

      const recovered = (url: URL) => Effect.sync(() => queues.find(url)?.recovered())

      return DomainRateLimiter.of({ withTurn, slowDown, recovered })
    })
  )
}

const busy = (turn: Turn, wait: number) => {
  const retryAfter = Math.max(1, Math.ceil(wait / 1000))
  return new PageError({
    url: turn.url.href,
    code: "domain_busy",
    detail:
      `Other requests to ${turn.url.hostname} go first and would take longer than the time allowed; try again in ${retryAfter} s.`,
    retryAfter
  })
}
