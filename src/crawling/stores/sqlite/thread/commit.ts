import type { JobError } from "../../../../core/domain/job/Job.ts"
import type { StoredPage } from "../../../../core/domain/job/LedgerRow.ts"
import { compressedJson } from "../../../../extract/works/compressed-json.ts"
import { account, addStats, errorBytes, ledgerFullCode, maxErrors, withReferrer } from "../../../jobs/accounting.ts"
import type { StoreBudget } from "../../../jobs/StoreBudget.ts"
import type { FilterCounts } from "../../shared/FilterCounts.ts"
import type { Changed, Commit, CommittedPage } from "../../shared/one-process/operations.ts"
import type { Statements } from "../../shared/Statements.ts"
import { type Fts5Index, indexedDocument } from "../../shared/terms/Fts5Index.ts"
import type { FileLimits } from "../messages.ts"
import { errorsOf, findRow, type JobRow, keyOf } from "./job-rows.ts"

/** The context of an operation. */
export interface JobFile {
  readonly sql: Statements
  readonly limits: FileLimits
  readonly budget: StoreBudget
  /** The number of jobs of each owner, those that have expired included. */
  readonly jobs: Map<string, number>
  readonly counts: FilterCounts
  readonly index: Fts5Index
}

/** Writes settled pages. Undefined if the job is final or deleted. */
export const commit = (file: JobFile, { job, now, pages }: Commit): Changed | undefined => {
  const row = findRow(file.sql, job)
  if (row === undefined || row.finished_at !== null) return undefined
  const errors = row.errors
  const named = new Set<string>()
  for (const page of pages) {
    const { bytes } = row
    const kept = commitPage(file, row, page, now)
    if (kept?.seen?.kept !== undefined) named.add(kept.seen.kept.job)
    file.budget.add(row.owner, row.bytes - bytes)
  }
  for (const id of named) {
    file.sql.run("INSERT INTO needed_jobs VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET is_named = 1", job, id)
  }
  row.revision++
  save(file.sql, row)
  return changed(file, row, row.errors > errors)
}

export const changed = ({ sql }: Pick<JobFile, "sql">, row: JobRow, hasErrors: boolean): Changed => ({
  revision: row.revision,
  shown: { status: row.status, finished_at: row.finished_at, stats: row.stats, document_count: row.documents },
  errors: hasErrors ? errorsOf(sql, row.job) : undefined
})

/** Returns the row of the page, if it is listed. */
const commitPage = (file: JobFile, row: JobRow, page: CommittedPage, now: number): StoredPage | undefined => {
  const { budget, limits, sql } = file
  const body = bodyOf(page.document)
  const ledger = { owner: row.owner, rows: row.ledgerRows, isCut: row.isLedgerCut }
  const fingerprint = page.end.fingerprint
  const size = body === undefined
    ? page.document === undefined ? undefined : "refused"
    : body.length + (fingerprint?.length ?? 0)
  const accounted = account(page.end, size, ledger, budget, limits)
  const { end } = accounted
  row.bytes += accounted.bytes
  row.isLedgerCut = accounted.isCut
  if (end.row !== undefined) { for (const url of end.linksToFailed) addReferrer(sql, row, url, end.row.url) }
  for (const error of end.errors) addError(sql, row, error, now)
  if (accounted.isDocumentKept) {
    const key = keyOf(row.job, row.documents++)
    sql.run("INSERT INTO documents VALUES (?, ?)", key, body ?? "")
    if (fingerprint !== undefined) sql.run("INSERT INTO fingerprints VALUES (?, ?)", key, fingerprint)
  }
  const listed = accounted.isRowKept ? end.row : undefined
  if (listed !== undefined) addRow(sql, row, listed)
  const indexed = indexedDocument(accounted.isDocumentKept ? row.documents - 1 : undefined, end.row?.seen?.kept)
  if (accounted.terms !== undefined && indexed !== undefined) file.index.add(row.job, indexed, accounted.terms)
  sql.run("INSERT INTO steps VALUES (?, ?)", keyOf(row.job, row.settled++), page.step)
  row.stats = { ...addStats(row.stats, end.change), pending: end.pending }
  return listed
}

/** Undefined without a document, or if the document store has refused it. */
const bodyOf = (document: CommittedPage["document"]): Uint8Array | string | undefined => {
  if (document === undefined || document === "refused") return undefined
  return "ref" in document ? document.ref : compressedJson(document.json)
}

const addRow = (sql: Statements, row: JobRow, page: StoredPage): void => {
  const failedUrl = page.outcome === "failed" ? page.url : null
  const key = keyOf(row.job, row.ledgerRows++)
  sql.run("INSERT INTO ledger VALUES (?, ?, ?, ?)", key, page.outcome, failedUrl, JSON.stringify(page))
}

/** Records that `page` links to a failed URL. */
const addReferrer = (sql: Statements, row: JobRow, url: string, page: string): void => {
  const found = sql.get(
    "SELECT key, row FROM ledger WHERE failed_url = ? AND key >= ? AND key < ?",
    url,
    keyOf(row.job, 0),
    keyOf(row.job + 1, 0)
  )
  if (found === undefined) return
  const changed = withReferrer(JSON.parse(String(found["row"])) as StoredPage, page)
  if (changed === undefined) return
  sql.run("UPDATE ledger SET row = ? WHERE key = ?", JSON.stringify(changed), Number(found["key"]))
  row.bytes += page.length
}

export const addError = (sql: Statements, row: JobRow, error: Omit<JobError, "at">, now: number): void => {
  sql.run("INSERT INTO errors VALUES (?, ?)", keyOf(row.job, row.errors++), JSON.stringify({ ...error, at: now }))
  row.bytes += errorBytes(error)
  if (row.errors <= maxErrors) return
  const oldest = keyOf(row.job, row.errors - maxErrors - 1)
  const gone = sql.get(
    "DELETE FROM errors WHERE key = ? AND error ->> '$.code' <> ? RETURNING error",
    oldest,
    ledgerFullCode
  )
  if (gone !== undefined) row.bytes -= errorBytes(JSON.parse(String(gone["error"])) as JobError)
}

/** Writes the columns that change while a job runs. */
export const save = (sql: Statements, row: JobRow): void => {
  const { crawled, duplicates, failed, pending, skipped, stored } = row.stats
  sql.run(
    `UPDATE jobs SET status = ?, finished_at = ?, started = ?, crawled = ?, stored = ?, failed = ?, skipped = ?,
      duplicates = ?, pending = ?, settled = ?, ledger_rows = ?, is_ledger_cut = ?, documents = ?, errors = ?,
      bytes = ?, revision = ? WHERE job = ?`,
    row.status,
    row.finished_at,
    row.started,
    crawled,
    stored,
    failed,
    skipped,
    duplicates,
    pending,
    row.settled,
    row.ledgerRows,
    row.isLedgerCut ? 1 : 0,
    row.documents,
    row.errors,
    row.bytes,
    row.revision,
    row.job
  )
}
