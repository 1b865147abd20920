import type { Job, JobId } from "../../../core/domain/job/Job.ts"
import type { RunningJob } from "../../jobs/JobStore.ts"
import { shareSlots } from "../../jobs/share-slots.ts"

/** The slots of running jobs in a store with a single process. They are not stored. */
export class LocalSlots<A extends { readonly id: JobId; readonly owner: string }> {
  /** When a job got its slot, in milliseconds. */
  private readonly since = new Map<A, number>()
  /** The number of each owner's last grant. */
  private readonly lastGrants: Map<string, number>
  private readonly slice: number
  private grants: number

  constructor(slice: number, lastGrants = new Map<string, number>()) {
    this.slice = slice
    this.lastGrants = lastGrants
    this.grants = Math.max(0, ...lastGrants.values())
  }

  running(job: A, { options, url }: Pick<Job, "options" | "url">): RunningJob {
    return { id: job.id, owner: job.owner, url, options, hasSlot: this.since.has(job) }
  }

  /** Gives slots to jobs that an earlier process had started. */
  resume(jobs: ReadonlyArray<A>, now: number): void {
    for (const job of jobs) this.since.set(job, now)
  }

  /** Shares the slots among these jobs, oldest first. Returns the jobs that got one, with the number of the grant. */
  share(jobs: ReadonlyArray<A>, limit: number, now: number): ReadonlyArray<readonly [job: A, grant: number]> {
    const candidates = jobs.map((job) => {
      const since = this.since.get(job)
      return { job, owner: job.owner, slotTime: since === undefined ? undefined : now - since }
    })
    const lastGrant = (owner: string) => this.lastGrants.get(owner) ?? 0
    const { granted, parked } = shareSlots(candidates, { limit, slice: this.slice, lastGrant })
    const active = new Set(jobs)
    for (const job of this.since.keys()) if (!active.has(job)) this.since.delete(job)
    for (const { job } of parked) this.since.delete(job)
    return granted.map(({ job }) => {
      this.since.set(job, now)
      this.lastGrants.set(job.owner, ++this.grants)
      return [job, this.grants] as const
    })
  }
}
