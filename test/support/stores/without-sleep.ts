import { Clock, Effect, Layer } from "effect"

/**
 * A clock for a memory store whose test advances time by days. The store sweeps its jobs when it is read. Its own sweeps
 * would wake a million times in a year.
 */
export const withoutSleep = Layer.effect(
  Clock.Clock,
  Clock.clockWith((clock) => Effect.succeed({ ...clock, sleep: () => Effect.never }))
)
