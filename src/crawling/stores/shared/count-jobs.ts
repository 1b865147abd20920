import type { Job } from "../../../core/domain/job/Job.ts"
import type { JobCounts } from "../../jobs/JobStore.ts"

/** Counts jobs. They must not be final, and oldest first. `now` in milliseconds. */
export const countJobs = (jobs: ReadonlyArray<Pick<Job, "created_at" | "status">>, now: number): JobCounts => {
  const queued = jobs.filter(({ status }) => status === "queued")
  const since = queued[0]?.created_at ?? now / 1000
  return { queued: queued.length, running: jobs.length - queued.length, queueAge: Math.max(0, now / 1000 - since) }
}
