import type { CrawlOptions, JobError, JobStats } from "../../core/domain/job/Job.ts"
import type { StoredPage } from "../../core/domain/job/LedgerRow.ts"
import { maxReferrers } from "../../core/domain/job/max-referrers.ts"
import { compact } from "../../core/kernel/compact.ts"
import { counted } from "../../core/kernel/counted.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import type { PageEnd } from "./PageEnd.ts"
import type { StoreBudget } from "./StoreBudget.ts"

/** Maximum of errors of a job, the newest ones, besides `ledgerFullCode`. */
export const maxErrors = 100

/** The ledger of a job before a page is added. */
export interface LedgerState {
  readonly owner: string
  readonly rows: number
  /** A row was left out, and the job has the error `ledger_full`. */
  readonly isCut: boolean
}

/** The part of a settled page for which the store has capacity. */
export interface Accounted {
  /** The page as the job shows it. Its errors list parts that are not stored. */
  readonly end: PageEnd
  readonly isDocumentKept: boolean
  /** Otherwise the page is counted and not listed. */
  readonly isRowKept: boolean
  readonly isCut: boolean
  /** Size of document and row: exact for the document, an estimate for the row. */
  readonly bytes: number
  /** The terms that the index stores. */
  readonly terms?: string
}

/**
 * Decides which parts of a page are stored. `document`: the stored size of its document and fingerprint in bytes,
 * undefined if the page has none. The row is measured as it is stored, after the decision about the document.
 */
export const account = (
  end: PageEnd,
  document: number | "refused" | undefined,
  ledger: LedgerState,
  budget: StoreBudget,
  { ledgerPages, storeBytes }: Pick<Settings["Service"], "ledgerPages" | "storeBytes">
): Accounted => {
  const indexBytes = end.terms === undefined ? 0 : termBytes(end.terms)
  const isDocumentKept = typeof document === "number" &&
    budget.hasCapacityForDocument(ledger.owner, document + indexBytes)
  const documentBytes = (isDocumentKept ? document : 0) + (isDocumentKept || document === undefined ? indexBytes : 0)
  const shown = document === undefined || isDocumentKept ? end : withoutDocument(end, storeBytes)
  const row = shown.row === undefined ? 0 : rowBytes(shown.row)
  const isRowKept = shown.row !== undefined && ledger.rows < ledgerPages &&
    budget.hasCapacityForRow(documentBytes + row)
  const terms = isDocumentKept || document === undefined && isRowKept ? end.terms : undefined
  const bytes = (isDocumentKept ? document : 0) + (terms === undefined ? 0 : indexBytes) + (isRowKept ? row : 0)
  let spent = 0
  const errors = shown.errors.filter((error) => {
    const fits = budget.hasCapacityForError(bytes + spent + errorBytes(error))
    if (fits) spent += errorBytes(error)
    return fits
  })
  const isCut = ledger.isCut || !isRowKept && shown.row !== undefined
  // Once for each job.
  if (isCut && !ledger.isCut) errors.push(ledgerFull(shown.row?.url ?? "", ledger.rows))
  return {
    end: { ...shown, errors },
    isDocumentKept,
    isRowKept,
    isCut,
    bytes,
    ...compact({ terms })
  }
}

/** A page whose document is not stored. `limit`: the byte quota of all jobs. */
export const withoutDocument = (
  { document: _document, fingerprint: _fingerprint, terms: _terms, ...end }: PageEnd,
  limit: number
): PageEnd => {
  const { stored: _stored, ...change } = end.change
  if (end.row === undefined) return end
  return {
    ...end,
    row: { ...end.row, outcome: "skipped", code: "store_full" },
    change: { ...change, skipped: (change.skipped ?? 0) + 1 },
    errors: [...end.errors, {
      url: end.row.url,
      code: "store_full",
      message:
        `The document was not stored: all jobs together are limited to ${limit} bytes, and one key to slightly less.`
    }]
  }
}

const ledgerFull = (url: string, rows: number): Omit<JobError, "at"> => ({
  url,
  code: ledgerFullCode,
  message: `The ledger of this job is full after ${counted(rows, "page")}; further pages are counted but not listed.`
})

/** Whether an error with this code says that a page is not listed or not stored. */
export const isLoss = (code: string): boolean => code === ledgerFullCode || code === "store_full"

/** A job has at most one such error, which no later ones displace. */
export const ledgerFullCode = "ledger_full"

/** The counters after a page. `pending` stays. */
export const addStats = (stats: JobStats, change: PageEnd["change"]): JobStats => ({
  crawled: stats.crawled + (change.crawled ?? 0),
  stored: stats.stored + (change.stored ?? 0),
  failed: stats.failed + (change.failed ?? 0),
  skipped: stats.skipped + (change.skipped ?? 0),
  duplicates: stats.duplicates + (change.duplicates ?? 0),
  pending: stats.pending
})

/** The row of a failed URL with one more referrer. Undefined if it is listed already, or the list is full. */
export const withReferrer = (row: StoredPage, page: string): StoredPage | undefined => {
  const { referrers = [] } = row
  return referrers.length >= maxReferrers || referrers.includes(page)
    ? undefined
    : { ...row, referrers: [...referrers, page] }
}

/** Bytes of a page in an index: less than those of its terms. An estimate, the same for all engines. */
const termBytes = (terms: string): number => terms.length

/** A V8 object with its slots, without its strings. */
const objectBytes = 128

export const rowBytes = (row: StoredPage): number =>
  objectBytes + row.url.length + row.found_on.length + (row.referrers?.join("").length ?? 0) +
  (row.seen === undefined ? 0 : objectBytes + Object.values(row.seen).join("").length) +
  (row.seen?.history === undefined ? 0 : objectBytes) + likenessBytes(row) +
  (row.seen?.data === undefined ? 0 : objectBytes + row.seen.data.missing.join("").length) + rightsBytes(row)

/** Of refused pages only. Licenses and directives have the size that the site chooses. */
const rightsBytes = ({ rights }: StoredPage): number =>
  rights === undefined ? 0 : 4 * objectBytes + JSON.stringify(rights).length

const likenessBytes = ({ duplicate_of = "", seen, similar_to }: StoredPage): number =>
  duplicate_of.length +
  (seen?.likeness === undefined ? 0 : objectBytes + Object.values(seen.likeness).join("").length) +
  (similar_to === undefined ? 0 : objectBytes + similar_to.url.length)

export const errorBytes = (error: Omit<JobError, "at">): number => objectBytes + error.url.length + error.message.length

export const jobBytes = (url: string, options: CrawlOptions): number =>
  8 * objectBytes + url.length + JSON.stringify(options).length
