import type { JobError, JobStats } from "../../../../core/domain/job/Job.ts"
import type { StoredPage } from "../../../../core/domain/job/LedgerRow.ts"
import type { KnownName, StoredOriginal, WaitingUrl } from "./rows.ts"

/** Its number within the job. */
interface Numbered {
  readonly n: number
}

/** A page in the index of a job. */
export interface IndexedPage {
  readonly place: number
  /** The earlier job that has its document. */
  readonly origin: string | null
  readonly n: number
  readonly length: number
  readonly terms: string
}

/** The changes of the store that settling a batch of visits makes, besides those of the row of the job. */
export class BatchChanges {
  readonly settledSeqs: Array<number> = []
  readonly rows: Array<StoredPage & Numbered> = []
  readonly storedDocuments: Array<Numbered & { readonly seq: number }> = []
  readonly droppedDocuments: Array<number> = []
  readonly indexedPages: Array<IndexedPage> = []
  readonly newTexts: Array<{ readonly hash: bigint; readonly url: string }> = []
  readonly newOriginals: Array<StoredOriginal> = []
  /** Pages that link to a URL that waits, and to the URL of a row that failed. */
  readonly linksToWaiting: Array<{ readonly seq: number; readonly page: string }> = []
  readonly linksToFailed: Array<Numbered & { readonly page: string }> = []
  /** Jobs whose documents the rows name. */
  readonly namedJobs = new Set<string>()
  readonly errors: Array<Omit<JobError, "at"> & Numbered> = []
  readonly enqueued: Array<WaitingUrl> = []
  change: JobStats = { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0, pending: 0 }
  bytes = 0
  /** Names that the crawl knows from now on, and changes of older ones: their hashes with their places. */
  readonly added = new Map<bigint, bigint | null>()
  readonly changed = new Map<bigint, bigint | null>()

  get newNames(): ReadonlyArray<KnownName> {
    return namesIn(this.added)
  }

  get changedNames(): ReadonlyArray<KnownName> {
    return namesIn(this.changed)
  }
}

const namesIn = (names: ReadonlyMap<bigint, bigint | null>): ReadonlyArray<KnownName> =>
  Array.from(names, ([hash, at]) => ({ hash, at }))
