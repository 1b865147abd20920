import { Clock, Effect, Layer } from "effect"

/**
 * For a memory store under a clock that goes on by days: its jobs are swept whenever it is asked what it has. To sweep
 * them by itself it would wake a million times in a year.
 */
export const withoutSleep = Layer.effect(
  Clock.Clock,
  Clock.clockWith((clock) => Effect.succeed({ ...clock, sleep: () => Effect.never }))
)
