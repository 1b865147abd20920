import { Effect, Option, Schema } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import type { RunningFibers } from "./running-fibers.ts"

/**
 * The crawl has stopped, and the job store could not store the status `cancelled`. The write is retried. If the service
 * ends before it succeeds, the crawl continues with the next start.
 */
export class CancelUnwritten extends Schema.TaggedError<CancelUnwritten>()("CancelUnwritten", {
  reason: Schema.String
}) {}

/** Jobs that were cancelled while the store was unavailable, and their owners. */
export const unwrittenCancels = (store: JobStore["Service"], fibers: RunningFibers) => {
  const owners = new Map<JobId, string>()
  return {
    has: (id: JobId): boolean => owners.has(id),
    delete: (id: JobId): void => void owners.delete(id),
    /** Stops a crawl of the owner that the store cannot cancel now. */
    stop: Effect.fnUntraced(function*(owner: string, id: JobId, why: StoreUnavailable) {
      const known = fibers.ownerOf(id) ?? owners.get(id)
      const isOwn = known === undefined
        ? Option.contains(yield* Effect.orElseSucceed(store.ownerOf(id), Option.none), owner)
        : known === owner
      if (!isOwn) return yield* why
      owners.set(id, owner)
      yield* fibers.stop(id)
      return yield* new CancelUnwritten({ reason: why.reason })
    }, Effect.uninterruptible),
    /** Retries the writes. */
    write: Effect.suspend(() =>
      Effect.forEach(
        [...owners],
        ([id, owner]) => Effect.andThen(store.cancel(owner, id), Effect.sync(() => owners.delete(id))),
        { discard: true }
      )
    ).pipe(Effect.ignore)
  }
}
