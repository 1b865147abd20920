import { Deferred, Effect } from "effect"
import type { JobId } from "../../../core/domain/job/Job.ts"

/** Fibers that wait for the next change of a job. */
export class Watchers {
  private readonly waiting = new Map<JobId, Deferred.Deferred<void>>()

  wake(id: JobId): void {
    const waiting = this.waiting.get(id)
    if (waiting === undefined) return
    this.waiting.delete(id)
    Deferred.doneUnsafe(waiting, Effect.void)
  }

  next(id: JobId): Effect.Effect<void> {
    return Effect.suspend(() => {
      const waiting = this.waiting.get(id) ?? Deferred.makeUnsafe<void>()
      this.waiting.set(id, waiting)
      return Deferred.await(waiting)
    })
  }
}
