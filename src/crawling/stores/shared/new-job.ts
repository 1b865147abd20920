import { type CrawlOptions, type Job, type JobId, noStats, notesOf } from "../../../core/domain/job/Job.ts"

/** A queued job. `now` is in milliseconds. */
export const newJob = (id: JobId, url: string, options: CrawlOptions, now: number): Job => ({
  id,
  url,
  status: "queued",
  created_at: now / 1000,
  finished_at: null,
  stats: noStats,
  errors: [],
  document_count: 0,
  notes: notesOf(options),
  options
})
