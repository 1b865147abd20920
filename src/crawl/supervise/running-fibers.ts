import { Deferred, type Duration, Effect, Fiber, type Scope } from "effect"
import type { JobId } from "../../domain/job/Job.ts"

interface Running {
  readonly owner: string
  readonly fiber: Fiber.Fiber<void>
  /** Done when the job is to leave this node. */
  readonly leaving: Deferred.Deferred<void>
}

/**
 * The fibers of the jobs in which this node takes part, one a job. `ended` is called when one has ended. A job that is
 * parked has `gracePeriod` to finish the pages that it has requested.
 */
export const runningFibers = (scope: Scope.Scope, gracePeriod: Duration.Duration, ended: () => void) => {
  const fibers = new Map<JobId, Running>()

  const park = ({ fiber, leaving }: Running) =>
    Deferred.succeed(leaving, undefined).pipe(
      Effect.andThen(Effect.timeoutOption(Fiber.await(fiber), gracePeriod)),
      Effect.andThen(Fiber.interrupt(fiber))
    )

  return {
    ids: (): ReadonlyArray<JobId> => [...fibers.keys()],
    has: (id: JobId): boolean => fibers.has(id),
    ownerOf: (id: JobId): string | undefined => fibers.get(id)?.owner,
    launch: (id: JobId, owner: string, run: (leaving: Deferred.Deferred<void>) => Effect.Effect<void>) => {
      const leaving = Deferred.makeUnsafe<void>()
      return Effect.map(Effect.forkIn(Effect.interruptible(run(leaving)), scope), (fiber) => {
        fibers.set(id, { fiber, owner, leaving })
        fiber.addObserver(() => {
          if (fibers.get(id)?.fiber === fiber) fibers.delete(id)
          ended()
        })
      })
    },
    /** Returns when the job does nothing here any more. */
    stop: (id: JobId) =>
      Effect.suspend(() => {
        const running = fibers.get(id)
        return running === undefined ? Effect.void : Fiber.interrupt(running.fiber)
      }),
    /** Does not wait for its end. */
    stopSoon: (id: JobId): void => fibers.get(id)?.fiber.interruptUnsafe(),
    stopAllBut: (ids: ReadonlySet<JobId>) =>
      Effect.suspend(() => Fiber.interruptAll([...fibers].flatMap(([id, { fiber }]) => ids.has(id) ? [] : [fiber]))),
    /** The job requests nothing more. Does not wait for its end. */
    parkSoon: (id: JobId): Effect.Effect<void> =>
      Effect.suspend(() => {
        const running = fibers.get(id)
        const isLeaving = running === undefined || Deferred.isDoneUnsafe(running.leaving)
        return isLeaving ? Effect.void : Effect.asVoid(Effect.forkIn(park(running), scope))
      }),
    /** Returns when no job does anything here any more. */
    parkAll: Effect.suspend(() =>
      Effect.forEach([...fibers.values()], park, { concurrency: "unbounded", discard: true })
    )
  }
}
