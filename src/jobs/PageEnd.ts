import type { JobError, JobStats } from "../domain/job/Job.ts"
import type { StoredPage } from "../domain/job/LedgerRow.ts"

/** What changes in a job when one of its pages is settled: all of it, or nothing. */
export interface PageEnd {
  readonly row: StoredPage
  /** Added to the counters. */
  readonly change: Partial<Omit<JobStats, "pending">>
  /** How many URLs wait or are in flight. */
  readonly pending: number
  readonly errors: ReadonlyArray<Omit<JobError, "at">>
  /** URLs that this page links to and that have failed: their rows of the ledger tell it. */
  readonly linksToFailed: ReadonlyArray<string>
  /** One encoded Document. */
  readonly document?: Uint8Array
}
