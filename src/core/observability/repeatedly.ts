import { Cause, type Duration, Effect, Schedule, type Scope } from "effect"

/**
 * Runs a task at intervals, in the background. Failures, as of a store, are ignored and defects are logged: the next run
 * may succeed.
 */
export const repeatedly = <E>(
  task: string,
  effect: Effect.Effect<unknown, E>,
  interval: Duration.Input
): Effect.Effect<void, never, Scope.Scope> =>
  effect.pipe(
    Effect.catchCause((cause) => Cause.hasDies(cause) ? Effect.logError(`a defect while ${task}`, cause) : Effect.void),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped,
    Effect.asVoid
  )
