import { Clock, Context, Duration, Effect } from "effect"

/** A caller goes before a crawl. */
export type Priority = "interactive" | "crawl"

/**
 * Who asks for a page. The edge (a handler, a command, a crawl) puts one into the fiber's context for each page, and nothing
 * below passes these on by hand.
 *
 * @effect-leakable-service
 */
export class Asker extends Context.Service<Asker, {
  /** Turns are shared between owners: the id of a job, or a caller's name. */
  readonly owner: string
  readonly priority: Priority
  /** When the asker needs an answer: milliseconds of the monotonic clock. */
  readonly deadline: number
  /** How long the page has waited for others so far, in milliseconds: for its turn, for a thread. */
  readonly waited: { millis: number }
}>()("gleaner/domain/Asker") {
  /** Runs an effect for an asker whose patience starts now. */
  static readonly by =
    (owner: string, priority: Priority, patience: Duration.Duration) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Asker>> =>
      Effect.flatMap(monotonicMillis, (now) => {
        const deadline = now + Duration.toMillis(patience)
        return Effect.provideService(effect, Asker, { owner, priority, deadline, waited: { millis: 0 } })
      })

  /** Ends an effect after `limit`, or at the asker's deadline if that is sooner; the error is told how long it had. */
  static readonly within =
    <E2>(limit: Duration.Duration, slow: (left: Duration.Duration) => E2) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R | Asker> =>
      Effect.gen(function*() {
        const { deadline } = yield* Asker
        const left = Duration.min(limit, Duration.millis(Math.max(0, Math.ceil(deadline - (yield* monotonicMillis)))))
        return yield* Effect.timeoutOrElse(effect, { duration: left, orElse: () => Effect.fail(slow(left)) })
      })

  /** How long an effect takes that is no waiting for others, in milliseconds. */
  static readonly timed = <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<readonly [millis: number, A], E, R | Asker> =>
    Effect.flatMap(Asker, ({ waited }) =>
      Effect.clockWith((clock) => {
        const own = () => millisOf(clock.monotonicTimeNanosUnsafe()) - waited.millis
        const before = own()
        return Effect.map(effect, (value) => [own() - before, value] as const)
      }))
}

/** The monotonic clock measures gaps and deadlines: setting the wall clock neither bars a site nor lets a crowd in. */
export const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, millisOf)

export function millisOf(nanos: bigint): number {
  return Number(nanos) / 1e6
}
