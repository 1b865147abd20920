import type { JobId } from "../../domain/job/Job.ts"

/**
 * How long crawls wait that found the store away. Their pages in flight were lost for the crawl and are fetched again:
 * a site must not see that every second.
 */
export class Pauses {
  private readonly pauses = new Map<JobId, number>()

  /** Milliseconds until the next try, after one that ran for so long. Each time it is twice as long. */
  after(id: JobId, ran: number): number {
    const last = this.pauses.get(id)
    const pause = last === undefined || ran > longest ? first : Math.min(2 * last, longest)
    this.pauses.set(id, pause)
    return pause
  }

  /** Forgets all other jobs. */
  keep(ids: ReadonlySet<JobId>): void {
    for (const id of this.pauses.keys()) if (!ids.has(id)) this.pauses.delete(id)
  }
}

const first = 1000
const longest = 30_000
