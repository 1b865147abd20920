import { Clock, Context, Duration, Effect } from "effect"
import type { Priority } from "./fair/FairQueue.ts"

export type { Priority } from "./fair/FairQueue.ts"

/** Timeout of a page of a crawl, for that of an interactive request. It may wait longer for its turn. */
export const crawlTimeout = (requestTimeout: Duration.Duration): Duration.Duration => Duration.times(requestTimeout, 60)

export interface Progress {
  /** A request for the page has gone out. Until then, giving the page up costs the site nothing. */
  isRequested: boolean
}

/** Milliseconds of a page's way so far. */
export interface Waits {
  /** For the turns of its domain. */
  turn: number
  /** For robots.txt, without the turns. */
  robots: number
}

/**
 * The requester of a page. The edge (a handler, a command, a crawl) provides one for each page, and the code below
 * reads it from the context of the fiber.
 *
 * @effect-leakable-service
 */
export class RequestContext extends Context.Service<RequestContext, {
  /** The name of the API key. Owners share everything scarce fairly. */
  readonly owner: string
  /** The id of the job, for a crawl. */
  readonly job?: string | undefined
  readonly priority: Priority
  /** Deadline of the answer, in milliseconds of the monotonic clock. */
  readonly deadline: number
  /** Milliseconds between two of its requests to one domain, where that is longer than the delay in force. */
  readonly delay?: number | undefined
  /** Milliseconds that the page has waited so far, for its turn and for a free process. */
  readonly queueTime: { millis: number }
  readonly waits: Waits
  readonly progress?: Progress | undefined
}>()("gleaner/core/kernel/RequestContext") {
  /** Runs an effect for a requester, whose deadline is `timeout` from now. */
  static readonly by = (
    owner: string,
    priority: Priority,
    timeout: Duration.Duration,
    { delay = 0, job, progress }: Partial<Pick<RequestContext["Service"], "delay" | "job" | "progress">> = {}
  ) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, RequestContext>> =>
    Effect.flatMap(monotonicMillis, (now) => {
      const deadline = now + Duration.toMillis(timeout)
      const waits: Waits = { turn: 0, robots: 0 }
      const requester = { owner, priority, deadline, delay, job, progress, queueTime: { millis: 0 }, waits }
      return Effect.provideService(effect, RequestContext, requester)
    })

  /** Moves the deadline to at most `seconds` from now. Without `seconds`, it is unchanged. */
  static readonly atMost =
    (seconds: number | undefined) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | RequestContext> =>
      seconds === undefined ? effect : Effect.gen(function*() {
        const context = yield* RequestContext
        const deadline = Math.min(context.deadline, (yield* monotonicMillis) + seconds * 1000)
        return yield* Effect.provideService(effect, RequestContext, { ...context, deadline })
      })

  /** Ends an effect after `limit`, or at the requester's deadline if that is sooner. `slow` gets the time it had. */
  static readonly within =
    <E2>(limit: Duration.Duration, slow: (left: Duration.Duration) => E2) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R | RequestContext> =>
      Effect.gen(function*() {
        const { deadline } = yield* RequestContext
        const left = Duration.min(limit, Duration.millis(Math.max(0, Math.ceil(deadline - (yield* monotonicMillis)))))
        return yield* Effect.timeoutOrElse(effect, { duration: left, orElse: () => Effect.fail(slow(left)) })
      })

  /** How long an effect takes, in milliseconds, without its waits for others. */
  static readonly timed = <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<readonly [millis: number, A], E, R | RequestContext> =>
    Effect.flatMap(RequestContext, ({ queueTime }) =>
      Effect.clockWith((clock) => {
        const own = () => monotonicNow(clock) - queueTime.millis
        const before = own()
        return Effect.map(effect, (value) => [own() - before, value] as const)
      }))
}

/** State from a site (cookies, private answers, whether it needs rendering) is shared within one job, or one key. */
export const partitionOf = ({ job, owner }: RequestContext["Service"]): string => job ?? owner

/** Milliseconds. Gaps and deadlines use the monotonic clock, so changing the wall clock affects none of them. */
export const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, millisOf)

/** The same, of this clock. */
export const monotonicNow = (clock: Clock.Clock): number => millisOf(clock.monotonicTimeNanosUnsafe())

export function millisOf(nanos: bigint): number {
  return Number(nanos) / 1e6
}
