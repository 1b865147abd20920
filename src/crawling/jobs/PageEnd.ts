import type { JobError, JobStats } from "../../core/domain/job/Job.ts"
import type { StoredPage } from "../../core/domain/job/LedgerRow.ts"

/** Changes of a job by one settled page, applied in one transaction. */
export interface PageEnd {
  /** Absent if the visit was not that of a page, but of a part of a sitemap. */
  readonly row?: StoredPage
  /** Added to the counters. */
  readonly change: Partial<Omit<JobStats, "pending">>
  /** Number of pages that wait or are in flight. */
  readonly pending: number
  readonly errors: ReadonlyArray<Omit<JobError, "at">>
  /** Failed URLs that this page links to. Their ledger rows list it as a referrer. */
  readonly linksToFailed: ReadonlyArray<string>
  /** One encoded Document. */
  readonly document?: Uint8Array
  /** The encoded fingerprint of that Document. */
  readonly fingerprint?: Uint8Array
  /** The terms of the page, if the job has an index (`pageTerms`). Also set for an unchanged page without a document. */
  readonly terms?: string
}
