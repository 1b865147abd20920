import { Clock, Duration, Effect } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import { type LiveJob, type LiveJobs, liveOf } from "./LiveJobs.ts"
import type { LocalStore } from "./LocalStore.ts"

export interface JobFinder {
  /** Jobs that ended before this time have expired. In seconds. */
  readonly expiry: Effect.Effect<number>
  /** Finds a job in memory, else in the store, unless it has expired. */
  readonly find: (id: JobId) => Effect.Effect<LiveJob | undefined, StoreUnavailable>
  /** Undefined also for a job of another owner. */
  readonly findOwn: (owner: string, id: JobId) => Effect.Effect<LiveJob | undefined, StoreUnavailable>
}

export const jobFinder = (
  local: LocalStore["Service"],
  live: LiveJobs,
  retention: Duration.Duration
): JobFinder => {
  const expiry = Effect.map(Clock.currentTimeMillis, (now) => now / 1000 - Duration.toSeconds(retention))
  const find = Effect.fnUntraced(function*(id: JobId) {
    const known = live.get(id)
    if (known !== undefined) return known
    const stored = yield* local.call("find", { id, expired: yield* expiry })
    return stored === undefined ? undefined : liveOf(stored)
  })
  const findOwn = (owner: string, id: JobId) => Effect.map(find(id), (job) => job?.owner === owner ? job : undefined)
  return { expiry, find, findOwn }
}
