import { Effect, Fiber, type Scope } from "effect"
import type { JobId } from "../domain/Job.ts"

/** The fibers of the jobs in which this node takes part, one a job. `ended` is called when one has ended. */
export const runningFibers = (scope: Scope.Scope, ended: () => void) => {
  const fibers = new Map<JobId, { readonly owner: string; readonly fiber: Fiber.Fiber<void> }>()
  return {
    ids: (): ReadonlyArray<JobId> => [...fibers.keys()],
    has: (id: JobId): boolean => fibers.has(id),
    ownerOf: (id: JobId): string | undefined => fibers.get(id)?.owner,
    launch: (id: JobId, owner: string, run: Effect.Effect<void>) =>
      Effect.map(Effect.forkIn(Effect.interruptible(run), scope), (fiber) => {
        fibers.set(id, { fiber, owner })
        fiber.addObserver(() => {
          if (fibers.get(id)?.fiber === fiber) fibers.delete(id)
          ended()
        })
      }),
    /** Returns when the job does nothing here any more. */
    stop: (id: JobId) =>
      Effect.suspend(() => {
        const running = fibers.get(id)
        return running === undefined ? Effect.void : Fiber.interrupt(running.fiber)
      }),
    /** Does not wait for its end. */
    stopSoon: (id: JobId): void => fibers.get(id)?.fiber.interruptUnsafe(),
    stopAllBut: (ids: ReadonlySet<JobId>) =>
      Effect.suspend(() => Fiber.interruptAll([...fibers].flatMap(([id, { fiber }]) => ids.has(id) ? [] : [fiber])))
  }
}
