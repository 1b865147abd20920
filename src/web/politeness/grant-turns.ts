import { type Clock, Deferred, Effect, type Scope } from "effect"
import { monotonicNow } from "../../core/kernel/RequestContext.ts"
import type { DomainQueue } from "./DomainQueue.ts"

/** Grants the turns that a domain allows now, and arranges for the next one. */
export const turnGranter = (clock: Clock.Clock, scope: Scope.Scope) => {
  /** When each queue must be checked again. */
  const alarms = new WeakMap<DomainQueue, number>()

  const grantTurns = (queue: DomainQueue): Effect.Effect<void> =>
    Effect.suspend(() => {
      const now = monotonicNow(clock)
      for (let waiter = queue.take(now); waiter !== undefined; waiter = queue.take(now)) {
        Deferred.doneUnsafe(waiter.granted, Effect.succeed(queue.isContinuationTurn))
      }
      const due = queue.nextAt()
      if (due === undefined || due >= (alarms.get(queue) ?? Number.POSITIVE_INFINITY)) return Effect.void
      alarms.set(queue, due)
      return Effect.sleep(Math.max(1, Math.ceil(due - now))).pipe(
        Effect.andThen(Effect.suspend(() => {
          if (alarms.get(queue) === due) alarms.delete(queue)
          return grantTurns(queue)
        })),
        Effect.forkIn(scope),
        Effect.asVoid
      )
    })
  return grantTurns
}
