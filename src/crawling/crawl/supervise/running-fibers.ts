import { Deferred, type Duration, Effect, Fiber, type Scope } from "effect"
import type { JobId } from "../../../core/domain/job/Job.ts"

interface Running {
  readonly owner: string
  readonly fiber: Fiber.Fiber<void>
  /** Done when this node stops working on the job. */
  readonly leaving: Deferred.Deferred<void>
}

/**
 * The fibers of the jobs that this node works on, one for each. `ended` is called at the end of each. A parked job has
 * `gracePeriod` to finish its requested pages.
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
    /** Returns when the fiber of the job has ended. */
    stop: (id: JobId) =>
      Effect.suspend(() => {
        const running = fibers.get(id)
        return running === undefined ? Effect.void : Fiber.interrupt(running.fiber)
      }),
    /** Does not wait for its end. */
    stopSoon: (id: JobId): void => fibers.get(id)?.fiber.interruptUnsafe(),
    stopAllBut: (ids: ReadonlySet<JobId>) =>
      Effect.suspend(() => Fiber.interruptAll([...fibers].flatMap(([id, { fiber }]) => ids.has(id) ? [] : [fiber]))),
    /** The job sends no more requests. Does not wait for its end. */
    parkSoon: (id: JobId): Effect.Effect<void> =>
      Effect.suspend(() => {
        const running = fibers.get(id)
        const isLeaving = running === undefined || Deferred.isDoneUnsafe(running.leaving)
        return isLeaving ? Effect.void : Effect.asVoid(Effect.forkIn(park(running), scope))
      }),
    /** Returns when all fibers have ended. */
    parkAll: Effect.suspend(() =>
      Effect.forEach([...fibers.values()], park, { concurrency: "unbounded", discard: true })
    )
  }
}

export type RunningFibers = ReturnType<typeof runningFibers>
