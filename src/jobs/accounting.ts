import { counted } from "../domain/counted.ts"
import type { CrawlOptions, JobError, JobStats } from "../domain/Job.ts"
import type { StoredPage } from "../domain/LedgerRow.ts"
import type { PageEnd } from "./PageEnd.ts"

/** The newest errors that a job keeps. */
export const keptErrors = 100

export const ledgerFull = (rows: number): string =>
  `The ledger of this job is full after ${counted(rows, "page")}; further pages are counted but not listed.`

/** The counters after a page. `pending` stays. */
export const addStats = (stats: JobStats, change: PageEnd["change"]): JobStats => ({
  crawled: stats.crawled + (change.crawled ?? 0),
  stored: stats.stored + (change.stored ?? 0),
  failed: stats.failed + (change.failed ?? 0),
  skipped: stats.skipped + (change.skipped ?? 0),
  duplicates: stats.duplicates + (change.duplicates ?? 0),
  pending: stats.pending
})

/** A V8 object with its slots. Its strings come on top. */
const objectBytes = 128

export const rowBytes = (row: StoredPage): number =>
  objectBytes + row.url.length + row.found_on.length + (row.referrers?.join("").length ?? 0) +
  (row.seen === undefined ? 0 : objectBytes + Object.values(row.seen).join("").length)

export const errorBytes = (error: Omit<JobError, "at">): number => objectBytes + error.url.length + error.message.length

export const jobBytes = (url: string, options: CrawlOptions): number =>
  8 * objectBytes + url.length + JSON.stringify(options).length
