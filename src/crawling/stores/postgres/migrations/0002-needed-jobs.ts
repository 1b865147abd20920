/**
 * The finished job that a job compares its pages with: it is kept while that job needs it. And what an idempotency key
 * stands for.
 */
export const neededJobs = [
  "ALTER TABLE gleaner.jobs ADD COLUMN since text, ADD COLUMN asked text",
  "UPDATE gleaner.jobs SET since = options::json ->> 'since' WHERE finished_at IS NULL",
  "CREATE INDEX jobs_since ON gleaner.jobs (since) WHERE since IS NOT NULL AND finished_at IS NULL"
]
