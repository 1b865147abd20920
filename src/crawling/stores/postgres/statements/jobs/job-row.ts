import { Schema } from "effect"
import { type Job, JobError, JobId, JobStatus } from "../../../../../core/domain/job/Job.ts"
import type { Snapshot } from "../../../../jobs/JobStore.ts"
import { optionsAndNotes } from "../../../shared/stored-options.ts"
import { sql } from "../../statement.ts"

export interface JobRow extends Schema.Schema.Type<typeof JobRow> {}
export const JobRow = Schema.Struct({
  job: Schema.Finite,
  id: JobId,
  owner: Schema.String,
  place: Schema.Finite,
  url: Schema.String,
  options: Schema.String,
  status: JobStatus,
  createdAt: Schema.Finite,
  finishedAt: Schema.NullOr(Schema.Finite),
  revision: Schema.Finite,
  crawled: Schema.Finite,
  stored: Schema.Finite,
  failed: Schema.Finite,
  skipped: Schema.Finite,
  duplicates: Schema.Finite,
  documents: Schema.Finite,
  pending: Schema.Finite,
  errors: Schema.fromJsonString(Schema.Array(JobError)),
  asked: Schema.NullOr(Schema.String)
})

/** The columns of a `JobRow`, of a table with the alias j. */
export const jobColumns = sql`j.job, j.id, j.owner, j.place, j.url, j.options, j.status, j.asked,
  extract(epoch FROM j.created_at)::float8 AS "createdAt", extract(epoch FROM j.finished_at)::float8 AS "finishedAt",
  j.revision::float8 AS revision, j.crawled, j.stored, j.failed, j.skipped, j.duplicates, j.documents,
  CASE WHEN j.status = 'running' THEN j.admitted - j.settled - j.cursors ELSE 0 END::float8 AS pending,
  CASE WHEN j.errors = 0 THEN '[]' ELSE (
    SELECT coalesce(json_agg(json_build_object(
      'url', e.url, 'code', e.code, 'message', e.message, 'at', extract(epoch FROM e.at)
    ) ORDER BY e.n), '[]')::text FROM gleaner.errors e WHERE e.job = j.job
  ) END AS errors`

export const jobOf = (row: JobRow): Job => ({
  id: row.id,
  url: row.url,
  status: row.status,
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
  errors: row.errors,
  document_count: row.documents,
  ...optionsAndNotes(row.options)
})

export const snapshotOf = (row: JobRow): Snapshot => ({ job: jobOf(row), revision: row.revision })
