/** Indexes for the next jobs that get a slot, so that a long queue costs no more than a short one. */
export const queuedJobs = [
  "CREATE INDEX jobs_queued ON gleaner.jobs (owner, job) WHERE status = 'queued'",
  "CREATE INDEX jobs_running ON gleaner.jobs (job) WHERE status = 'running'"
]
