import { Cause, type Duration, Effect, Schedule, type Scope } from "effect"

/**
 * Does the housekeeping of a store at intervals, in the background. The next time may succeed where this one failed, so
 * nothing ends it: a fault of the store passes, and a defect is logged.
 */
export const repeatedly = <E>(
  task: string,
  effect: Effect.Effect<unknown, E>,
  interval: Duration.Duration
): Effect.Effect<void, never, Scope.Scope> =>
  effect.pipe(
    Effect.catchCause((cause) => Cause.hasDies(cause) ? Effect.logError(`a defect while ${task}`, cause) : Effect.void),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped,
    Effect.asVoid
  )
