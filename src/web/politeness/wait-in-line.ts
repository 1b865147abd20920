import { type Clock, Effect, Metric } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { monotonicNow, type RequestContext } from "../../core/kernel/RequestContext.ts"
import { metrics } from "../../core/observability/metrics.ts"
import type { DomainQueue, WaitingTurn } from "./DomainQueue.ts"

/** A request that waits in the queue of its domain. */
export interface InLine {
  readonly url: URL
  readonly requester: RequestContext["Service"]
  readonly queue: DomainQueue
  readonly waiter: WaitingTurn
  /** When it came, on the monotonic clock. */
  readonly since: number
}

/** Waits for the turn until the requester's deadline. `leave` is for a wait that ends without a turn. */
export const waitInLine = <A, E>(
  clock: Clock.Clock,
  { requester: { deadline, priority, queueTime, waits }, queue, since, url, waiter }: InLine,
  turn: Effect.Effect<A, E>,
  leave: Effect.Effect<void>
): Effect.Effect<A, E | PageError> =>
  turn.pipe(
    Effect.timeoutOrElse({
      duration: Math.max(0, deadline - monotonicNow(clock)),
      orElse: () => Effect.fail(fault.domainBusy(url, queue.expectedWait(waiter, deadline)))
    }),
    Effect.interruptible,
    Effect.onError(() => leave),
    Effect.ensuring(Effect.suspend(() => {
      const millis = monotonicNow(clock) - since
      queueTime.millis += millis
      waits.turn += millis
      return Metric.update(waitMetrics[priority], millis / 1000)
    })),
    Effect.withSpan("DomainRateLimiter.wait", { attributes: { host: url.hostname } })
  )

/** How long requests wait in line, in seconds. */
export const waitMetrics = {
  interactive: Metric.withAttributes(metrics.domainWait, { priority: "interactive" }),
  crawl: Metric.withAttributes(metrics.domainWait, { priority: "crawl" })
} as const
