import { isFinal, type Job, type JobError, type JobId, type JobStatus } from "../../../core/domain/job/Job.ts"
import type { StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import {
  type Accounted,
  addStats,
  errorBytes,
  jobBytes,
  ledgerFullCode,
  type LedgerState,
  maxErrors,
  withReferrer
} from "../../jobs/accounting.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import type { KeptDocument } from "../shared/KeptDocuments.ts"
import type { Fts5Index } from "../shared/terms/Fts5Index.ts"

/** One job in memory. Every change replaces `job`, so a reader has a snapshot. */
export class JobEntry {
  readonly id: JobId
  readonly owner: string
  /** Ascending in the order of creation. */
  readonly place: number
  readonly idempotency: Idempotency | undefined
  /** Released documents are undefined. */
  readonly documents: Array<KeptDocument | undefined> = []
  /** Fingerprints of the documents, by the same indexes. */
  readonly fingerprints: Array<Uint8Array | null> = []
  readonly pages: Array<StoredPage> = []
  /** Jobs whose documents its rows name. */
  readonly named = new Set<JobId>()
  /** These, the job of `since`, and the jobs whose documents that one names. */
  readonly needed = new Set<JobId>()
  /** Memory in bytes: exact for the documents, an estimate for the rest. */
  bytes: number
  /** Set once a page is in the index. */
  index: Fts5Index | undefined
  job: Job
  revision = 0
  isPinned: boolean
  /** The indexes of failed URLs in the ledger. */
  private readonly failed = new Map<string, number>()
  private isLedgerCut = false
  private released = 0

  constructor(owner: string, place: number, job: Job, idempotency: Idempotency | undefined) {
    this.id = job.id
    this.owner = owner
    this.place = place
    this.idempotency = idempotency
    this.job = job
    this.bytes = jobBytes(job.url, job.options)
    this.isPinned = job.options.schedule !== undefined
  }

  get ledger(): LedgerState {
    return { owner: this.owner, rows: this.pages.length, isCut: this.isLedgerCut }
  }

  /** Adds a settled page, with its compressed document if it is stored. */
  commit({ bytes, end, isCut, isRowKept }: Accounted, document: KeptDocument | undefined, now: number): void {
    this.bytes += bytes
    this.isLedgerCut = isCut
    if (end.row !== undefined) this.addReferrer(end.row.url, end.linksToFailed)
    for (const error of end.errors) this.addError(error, now)
    if (document !== undefined) {
      this.documents.push(document)
      this.fingerprints.push(end.fingerprint ?? null)
    }
    if (isRowKept && end.row !== undefined) {
      if (end.row.outcome === "failed") this.failed.set(end.row.url, this.pages.length)
      this.pages.push(end.row)
    }
    this.job = {
      ...this.job,
      stats: { ...addStats(this.job.stats, end.change), pending: end.pending },
      document_count: this.documents.length
    }
  }

  /** Records that `page` links to these failed URLs. */
  private addReferrer(page: string, urls: ReadonlyArray<string>): void {
    for (const url of urls) {
      const index = this.failed.get(url) ?? -1
      const row = this.pages[index]
      const changed = row === undefined ? undefined : withReferrer(row, page)
      if (changed === undefined) continue
      this.pages[index] = changed
      this.bytes += page.length
    }
  }

  /** Deletes the documents before this index. Returns the change of bytes. */
  release(before: number): number {
    const { bytes } = this
    for (; this.released < Math.min(before, this.documents.length); this.released++) {
      this.bytes -= (this.documents[this.released]?.length ?? 0) + (this.fingerprints[this.released]?.length ?? 0)
      this.documents[this.released] = undefined
      this.fingerprints[this.released] = null
    }
    return this.bytes - bytes
  }

  addError(error: Omit<JobError, "at">, now: number): void {
    const errors = [...this.job.errors, { ...error, at: now / 1000 }]
    this.bytes += errorBytes(error)
    const oldest = errors.findIndex(({ code }) => code !== ledgerFullCode)
    if (errors.length > maxErrors) { for (const gone of errors.splice(oldest, 1)) this.bytes -= errorBytes(gone) }
    this.job = { ...this.job, errors }
  }

  /** A final status never changes. A job that starts has at least its seed pending, and at the end `pending` is 0. */
  setStatus(status: JobStatus, now: number): void {
    if (isFinal(this.job.status)) return
    this.job = isFinal(status)
      ? { ...this.job, status, finished_at: now / 1000, stats: { ...this.job.stats, pending: 0 } }
      : { ...this.job, status, stats: { ...this.job.stats, pending: Math.max(1, this.job.stats.pending) } }
  }
}
