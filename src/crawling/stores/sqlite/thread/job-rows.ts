import type { SQLOutputValue } from "node:sqlite"
import type { JobError, JobId, JobStats, JobStatus } from "../../../../core/domain/job/Job.ts"
import type { StoredJob } from "../../shared/one-process/operations.ts"
import type { Statements } from "../../shared/Statements.ts"
import { rowsPerJob } from "./migrations.ts"

/** All columns except the options, which may be long and never change. */
export const jobColumns =
  `job, id, owner, url, status, created_at, finished_at, started, crawled, stored, failed, skipped, duplicates, pending,
  settled, ledger_rows, is_ledger_cut, documents, released, errors, bytes, revision`

/** Jobs that have not ended, have ended after a time, or are runs of a schedule. */
const isKeptOf = (jobs: string) => `(${jobs}.finished_at IS NULL OR ${jobs}.finished_at > ? OR ${jobs}.is_pinned = 1)`

const isNeeded = `EXISTS (SELECT 1 FROM needed_jobs n JOIN jobs k ON k.job = n.job WHERE n.id = jobs.id AND ${
  isKeptOf("k")
})`

/** These jobs, and those that one of them needs. Both conditions have the time twice, see `twice`. */
export const isKept = `(${isKeptOf("jobs")} OR ${isNeeded})`
export const isExpired = `(finished_at <= ? AND is_pinned = 0 AND NOT ${isNeeded})`
export const twice = (time: number): readonly [number, number] => [time, time]

/** A row of `jobs`, with the counters that change as its pages are settled. */
export interface JobRow {
  readonly job: number
  readonly id: JobId
  readonly owner: string
  readonly url: string
  readonly status: JobStatus
  readonly created_at: number
  readonly finished_at: number | null
  readonly started: number
  stats: JobStats
  settled: number
  ledgerRows: number
  isLedgerCut: boolean
  documents: number
  readonly released: number
  errors: number
  bytes: number
  revision: number
}

/** The key of a row that belongs to a job. */
export const keyOf = (job: number, index: number): number => job * rowsPerJob + index

export const findRow = (sql: Statements, job: number): JobRow | undefined => {
  const row = sql.get(`SELECT ${jobColumns} FROM jobs WHERE job = ?`, job)
  return row === undefined ? undefined : rowOf(row)
}

export const rowOf = (row: Record<string, SQLOutputValue>): JobRow => {
  const int = (name: string) => Number(row[name])
  const text = (name: string) => String(row[name])
  return {
    job: int("job"),
    id: text("id") as JobId,
    owner: text("owner"),
    url: text("url"),
    status: text("status") as JobStatus,
    created_at: int("created_at"),
    finished_at: row["finished_at"] === null ? null : int("finished_at"),
    started: int("started"),
    stats: {
      crawled: int("crawled"),
      stored: int("stored"),
      failed: int("failed"),
      skipped: int("skipped"),
      duplicates: int("duplicates"),
      pending: int("pending")
    },
    settled: int("settled"),
    ledgerRows: int("ledger_rows"),
    isLedgerCut: int("is_ledger_cut") === 1,
    documents: int("documents"),
    released: int("released"),
    errors: int("errors"),
    bytes: int("bytes"),
    revision: int("revision")
  }
}

export const errorsOf = (sql: Statements, job: number): ReadonlyArray<JobError> =>
  sql.all("SELECT error FROM errors WHERE key >= ? AND key < ? ORDER BY key", keyOf(job, 0), keyOf(job + 1, 0))
    .map(({ error }) => JSON.parse(String(error)) as JobError)

export const storedJob = (sql: Statements, row: JobRow): StoredJob => ({
  job: row.job,
  owner: row.owner,
  revision: row.revision,
  started: row.started,
  shown: {
    id: row.id,
    url: row.url,
    status: row.status,
    created_at: row.created_at,
    finished_at: row.finished_at,
    stats: row.stats,
    errors: errorsOf(sql, row.job),
    document_count: row.documents
  },
  options: String(sql.get("SELECT options FROM jobs WHERE job = ?", row.job)?.["options"])
})
