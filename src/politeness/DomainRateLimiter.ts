import { Clock, Context, Deferred, Duration, Effect, Layer, Scope } from "effect"
import { PageError } from "../domain/PageError.ts"
import { registrableDomain } from "../domain/WebUrl.ts"
import { Settings } from "../Settings.ts"
import { DomainQueue, type Waiter } from "./DomainQueue.ts"

/** Who asks for a turn: interactive requests go before crawl traffic (never starving it), owners of one kind take turns. */
export interface Turn {
  readonly url: URL
  readonly priority: "interactive" | "crawl"
  /** Fairness is between owners: the id of a job, or of a caller. */
  readonly owner: string
  /** The site's own Crawl-delay, already capped. */
  readonly crawlDelay: Duration.Duration
  /** Milliseconds since the epoch after which the asker no longer waits (`domain_busy`). */
  readonly deadline: number
}

/** When may we: one queue per registrable domain, shared by everything in the process. */
export class DomainRateLimiter extends Context.Service<DomainRateLimiter, {
  /** Runs `effect` when the domain's turn has come, alone on that domain while a delay is in force. */
  withTurn<A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R>
  /** The site asked to be left alone for a while (429, 503, Retry-After in seconds). */
  slowDown(url: URL, retryAfter: Duration.Duration | undefined): Effect.Effect<void>
  /** The site answered well: a slowed domain recovers step by step. */
  recovered(url: URL): Effect.Effect<void>
}>()("gleaner/politeness/DomainRateLimiter") {
  static readonly layer = Layer.effect(
    DomainRateLimiter,
    Effect.gen(function*() {
      const scope = yield* Scope.Scope
      const clock = yield* Clock.Clock
      const standard = Duration.toMillis((yield* Settings).domainDelay)
      const domains = new Map<string, DomainQueue>()
      let sweepAt = sweepSize

      const queueOf = (url: URL): DomainQueue => {
        const domain = registrableDomain(url.hostname)
        const known = domains.get(domain)
        if (known !== undefined) return known
        if (domains.size >= sweepAt) sweep()
        const made = new DomainQueue(standard)
        domains.set(domain, made)
        return made
      }

      /** Thousands of idle domains cost nothing: they are dropped when the map has grown, at most doubling between sweeps. */
      const sweep = () => {
        const now = clock.currentTimeMillisUnsafe()
        for (const [domain, queue] of domains) if (queue.isIdle(now)) domains.delete(domain)
        sweepAt = Math.max(sweepSize, domains.size * 2)
      }

      /** Grants turns as far as the domain allows now, and wakes itself when the next falls due. */
      const pump = (queue: DomainQueue): Effect.Effect<void> =>
        Effect.suspend(() => {
          const now = clock.currentTimeMillisUnsafe()
          for (let waiter = queue.take(now); waiter !== undefined; waiter = queue.take(now)) {
            Deferred.doneUnsafe(waiter.granted, Effect.void)
          }
          const wait = queue.timeToNext(now)
          if (wait === undefined || queue.hasTimer) return Effect.void
          queue.hasTimer = true
          return Effect.sleep(wait).pipe(
            Effect.andThen(Effect.sync(() => (queue.hasTimer = false))),
            Effect.andThen(pump(queue)),
            Effect.forkIn(scope),
            Effect.asVoid
          )
        })

      const withTurn = <A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            const queue = queueOf(turn.url)
            const now = yield* Clock.currentTimeMillis
            const left = turn.deadline - now
            if (queue.expectedWait(turn, now) > left) return yield* busy(turn, queue.expectedWait(turn, now))
            const waiter: Waiter = {
              priority: turn.priority,
              owner: turn.owner,
              delay: Duration.toMillis(turn.crawlDelay),
              granted: Deferred.makeUnsafe<void>()
            }
            queue.add(waiter)
            const finish = Effect.suspend(() => {
              queue.leave(waiter, clock.currentTimeMillisUnsafe())
              return pump(queue)
            })
            yield* pump(queue)
            return yield* restore(Deferred.await(waiter.granted)).pipe(
              Effect.timeoutOrElse({ duration: Math.max(0, left), orElse: () => busy(turn, standard) }),
              Effect.andThen(restore(effect)),
              Effect.ensuring(finish)
            )
          })
        )

      const slowDown = Effect.fnUntraced(function*(url: URL, retryAfter: Duration.Duration | undefined) {
        queueOf(url).slowDown(
          yield* Clock.currentTimeMillis,
          retryAfter === undefined ? undefined : Duration.toMillis(retryAfter)
        )
      })

      const recovered = (url: URL) => Effect.sync(() => domains.get(registrableDomain(url.hostname))?.recovered())

      return DomainRateLimiter.of({ withTurn, slowDown, recovered })
    })
  )
}

const sweepSize = 1024

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
