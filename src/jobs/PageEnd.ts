import type { JobError, JobStats } from "../domain/Job.ts"
import type { StoredPage } from "../domain/LedgerRow.ts"

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

/** The end of a page whose document finds no room. `limit` is the byte budget of all jobs. */
export const withoutDocument = ({ document: _document, ...end }: PageEnd, limit: number): PageEnd => {
  // Nobody has this page, so a later crawl must not take it as known.
  const { seen: _seen, ...row } = end.row
  const { stored: _stored, ...change } = end.change
  return {
    ...end,
    row: { ...row, outcome: "skipped", code: "store_full" },
    change: { ...change, skipped: (change.skipped ?? 0) + 1 },
    errors: [...end.errors, {
      url: end.row.url,
      code: "store_full",
      message:
        `The document was not kept: all jobs together may hold ${limit} bytes, and one key not quite all of that.`
    }]
  }
}
