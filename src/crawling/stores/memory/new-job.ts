import { randomBytes } from "node:crypto"
import { type CrawlOptions, type Job, JobId, noStats, notesOf } from "../../../core/domain/job/Job.ts"

/** A queued job. `now` is in milliseconds. */
export const newJob = (url: string, options: CrawlOptions, now: number): Job => ({
  id: newJobId(),
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

/** 128 bits that cannot be guessed. Not from `Random`, whose seed may be known. */
const newJobId = (): JobId => JobId.make(randomBytes(16).toString("hex"))
