import type { JobId } from "../../../core/domain/job/Job.ts"

/**
 * Exponential backoff of crawls that failed because the store was unavailable. Each retry fetches the pages in flight
 * once more, which must not happen every second.
 */
export class Pauses {
  private readonly pauses = new Map<JobId, number>()

  /** Milliseconds until the next try, after one that ran for `ran` milliseconds. */
  after(id: JobId, ran: number): number {
    const last = this.pauses.get(id)
    const pause = last === undefined || ran > maxPause ? minPause : Math.min(2 * last, maxPause)
    this.pauses.set(id, pause)
    return pause
  }

  /** Deletes all other jobs. */
  retain(ids: ReadonlySet<JobId>): void {
    for (const id of this.pauses.keys()) if (!ids.has(id)) this.pauses.delete(id)
  }
}

const minPause = 1000
const maxPause = 30_000
