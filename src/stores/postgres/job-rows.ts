import { Schema } from "effect"
import { isFinal, type Job, JobError, JobId, JobStatus } from "../../domain/job/Job.ts"
import type { Snapshot } from "../../jobs/JobStore.ts"
import { optionsAndNotes } from "../stored-options.ts"

export interface JobRow {
  readonly job: number
  readonly id: string
  readonly owner: string
  readonly place: number
  readonly url: string
  readonly options: string
  readonly status: string
  readonly createdAt: number
  readonly finishedAt: number | null
  readonly revision: number
  readonly crawled: number
  readonly stored: number
  readonly failed: number
  readonly skipped: number
  readonly duplicates: number
  readonly documents: number
  readonly pending: number
  readonly errors: string | null
}

const errors = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(JobError)))
const status = Schema.decodeUnknownSync(JobStatus)

export const jobOf = (row: JobRow): Job => ({
  id: idOf(row),
  url: row.url,
  status: status(row.status),
  created_at: row.createdAt,
  finished_at: row.finishedAt,
  stats: {
    crawled: row.crawled,
    stored: row.stored,
    failed: row.failed,
    skipped: row.skipped,
    duplicates: row.duplicates,
    pending: row.pending
  },
  errors: row.errors === null ? [] : errors(row.errors),
  document_count: row.documents,
  ...optionsAndNotes(row.options)
})

export const snapshotOf = (row: JobRow): Snapshot => ({ job: jobOf(row), revision: row.revision })

export const idOf = ({ id }: Pick<JobRow, "id">): JobId => JobId.make(id)
export const isOver = (row: Pick<JobRow, "status">): boolean => isFinal(status(row.status))
