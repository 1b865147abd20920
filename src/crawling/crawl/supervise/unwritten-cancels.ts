import { Effect } from "effect"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { JobStore } from "../../jobs/JobStore.ts"

/** Jobs that were cancelled while the store was unavailable, and their owners. */
export const unwrittenCancels = (store: JobStore["Service"]) => {
  const owners = new Map<JobId, string>()
  return {
    has: (id: JobId): boolean => owners.has(id),
    ownerOf: (id: JobId): string | undefined => owners.get(id),
    add: (id: JobId, owner: string): void => void owners.set(id, owner),
    delete: (id: JobId): void => void owners.delete(id),
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
