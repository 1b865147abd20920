/**
 * Jobs that must not expire before the job that needs them: the one of its `since`, and those whose documents the rows
 * of these two name. is_named: rows of the job itself do.
 *
 * Ids are found by their text: JSON with a NUL in one of its texts is valid, and Postgres does not read it.
 */
export const jobsWithDocuments = [
  `CREATE TABLE gleaner.needed_jobs (
    job int NOT NULL, id text NOT NULL, is_named boolean NOT NULL, PRIMARY KEY (job, id)
  )`,
  "CREATE INDEX needed_jobs_by_id ON gleaner.needed_jobs (id)",
  `INSERT INTO gleaner.needed_jobs
    SELECT DISTINCT j.job, substring(l.more FROM '"kept":\\{"job":"([0-9a-f]{32})"'), true
    FROM gleaner.jobs j JOIN gleaner.ledger l ON l.job = j.job
    WHERE j.options LIKE '%"since":"%' AND l.more LIKE '%"kept":{"job":"%'`,
  `INSERT INTO gleaner.needed_jobs
    SELECT job, substring(options FROM '"since":"([0-9a-f]{32})"'), false FROM gleaner.jobs
    WHERE options ~ '"since":"[0-9a-f]{32}"'
    ON CONFLICT DO NOTHING`,
  `INSERT INTO gleaner.needed_jobs
    SELECT j.job, n.id, false FROM gleaner.jobs j
    JOIN gleaner.jobs i ON i.id = substring(j.options FROM '"since":"([0-9a-f]{32})"')
    JOIN gleaner.needed_jobs n ON n.job = i.job AND n.is_named
    ON CONFLICT DO NOTHING`
]
