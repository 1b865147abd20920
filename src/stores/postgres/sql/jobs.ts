/** One at a time over all nodes, until the end of the transaction: who counts jobs to decide on one more. */
export const lockLimits = "SELECT pg_advisory_xact_lock(6837021950401)"

const columns = `
j.job, j.id, j.owner, j.place, j.url, j.options, j.status, extract(epoch FROM j.created_at)::float8 AS "createdAt", extract(epoch FROM j.finished_at)::float8 AS "finishedAt",
j.revision::float8 AS revision, j.crawled, j.stored, j.failed, j.skipped, j.duplicates, j.documents, j.listed,
CASE WHEN j.status = 'running' THEN j.admitted - j.settled ELSE 0 END::float8 AS pending,
CASE WHEN j.errors = 0 THEN NULL ELSE (
  SELECT json_agg(json_build_object('url', e.url, 'code', e.code, 'message', e.message, 'at', extract(epoch FROM e.at)) ORDER BY e.n)::text FROM gleaner.errors e WHERE e.job = j.job
) END AS errors`

const isNeeded = (id: string) =>
  `${id} IN (SELECT since FROM gleaner.jobs WHERE since IS NOT NULL AND finished_at IS NULL)`
/** Not final, or not for longer than so many seconds, or a crawl compares its pages with it. */
export const isKept = (retention: string) =>
  `(j.finished_at IS NULL OR j.finished_at > clock_timestamp() - make_interval(secs => ${retention}::float8) OR ${
    isNeeded("j.id")
  })`
const kept = isKept("$1")

/** $1 retention in seconds, $2 owner, $3 id */
export const getJob = `SELECT ${columns} FROM gleaner.jobs j WHERE ${kept} AND j.owner = $2 AND j.id = $3`
/** $1 retention, $2 owner, $3 idempotency key */
export const jobByKey =
  `SELECT ${columns}, j.asked FROM gleaner.jobs j WHERE ${kept} AND j.owner = $2 AND j.idempotency_key = $3`
/** $1 retention, $2 owner, $3 only those below this place, $4 how many */
export const listJobs =
  `SELECT ${columns} FROM gleaner.jobs j WHERE ${kept} AND j.owner = $2 AND j.place < $3::bigint ORDER BY j.place DESC LIMIT $4::int`
export const countJobs =
  `SELECT count(*)::int AS total FROM gleaner.jobs j WHERE ${kept} AND ($2::text IS NULL OR j.owner = $2)`
/** $1 retention, $2 only those below this number, $3 how many */
export const listAllJobs =
  `SELECT ${columns} FROM gleaner.jobs j WHERE ${kept} AND j.job < $2::bigint ORDER BY j.job DESC LIMIT $3::int`
/** $1 retention, $2 id */
export const ownerOf = `SELECT owner FROM gleaner.jobs j WHERE ${kept} AND j.id = $2`

/** $1 owner */
export const activeJobs = `
SELECT count(*)::int AS total, (count(*) FILTER (WHERE owner = $1))::int AS own, (count(DISTINCT owner) FILTER (WHERE owner <> $1))::int AS others FROM gleaner.jobs WHERE status IN ('queued', 'running')`
export const countActive = `
SELECT (count(*) FILTER (WHERE status = 'queued'))::int AS queued, (count(*) FILTER (WHERE status = 'running'))::int AS running,
  coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE status = 'queued')), 0)::float8 AS "queueAge"
FROM gleaner.jobs WHERE status IN ('queued', 'running')`

/** A job that has expired and is not deleted yet leaves its key. $1 owner, $2 key */
export const freeKey = "UPDATE gleaner.jobs SET idempotency_key = NULL WHERE owner = $1 AND idempotency_key = $2"
/** $1 owner */
export const nextPlace =
  "INSERT INTO gleaner.owners AS o (owner, made) VALUES ($1, 1) ON CONFLICT (owner) DO UPDATE SET made = o.made + 1 RETURNING made - 1 AS place"
/**
 * A job and its first URLs: $1 id, $2 owner, $3 place, $4 idempotency key, $5 url, $6 options, $7 max_pages, $8 hash
 * key, $9 bytes; of each URL: $10 hash, $11 domain, $12 name; $13 since, $14 what was asked with the key
 */
export const insertJob = `
WITH first AS (SELECT hash, domain, name, n - 1 AS seq FROM unnest($10::bigint[], $11::text[], $12::text[]) WITH ORDINALITY AS x(hash, domain, name, n)
), made AS (
  INSERT INTO gleaner.jobs (id, owner, place, idempotency_key, url, options, max_pages, hash_key, bytes, since, asked, admitted, known, characters)
  SELECT $1, $2, $3::int, $4, $5, $6, $7::int, $8::bigint, $9::bigint, $13, $14, count(*), count(*), sum(length(name)) FROM first RETURNING job
), fresh AS (INSERT INTO gleaner.seen (job, hash, at) SELECT job, hash, seq FROM made, first
), waiting AS (INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on) SELECT job, seq, domain, name, 0, '' FROM made, first)
INSERT INTO gleaner.lines (job, domain, first) SELECT job, domain, min(seq) FROM made, first GROUP BY job, domain`

/** $1 payload: what happened, and the id of the job */
export const notify = "SELECT pg_notify('gleaner_jobs', $1)"

export const runningJobs =
  `SELECT id, owner, url, options, slot_at IS NOT NULL AS "hasSlot" FROM gleaner.jobs WHERE status = 'running' ORDER BY job`
/** Whether a job is queued or parked. */
export const isAnyWaiting = `
SELECT EXISTS (SELECT FROM gleaner.jobs WHERE status IN ('queued', 'running') AND slot_at IS NULL) AS "isAny"`
export const activeForSlots = `
SELECT job, j.owner, 1000 * extract(epoch FROM clock_timestamp() - slot_at)::float8 AS "slotTime", extract(epoch FROM coalesce(o.last_start, 'epoch'))::float8 AS "lastStart"
FROM gleaner.jobs j LEFT JOIN gleaner.owners o USING (owner) WHERE status IN ('queued', 'running') ORDER BY job`
/** $1 jobs */
export const grantSlots = `
WITH granted AS (
  UPDATE gleaner.jobs SET status = 'running', started_at = coalesce(started_at, clock_timestamp()), slot_at = clock_timestamp(), revision = revision + 1
  WHERE job = ANY($1::int[]) AND status IN ('queued', 'running') AND slot_at IS NULL RETURNING owner
) UPDATE gleaner.owners SET last_start = clock_timestamp() WHERE owner IN (SELECT owner FROM granted)`
/** $1 jobs */
export const takeSlots = "UPDATE gleaner.jobs SET slot_at = NULL WHERE job = ANY($1::int[])"

/** $1 id, $2 status */
export const endJob = `
UPDATE gleaner.jobs SET status = $2, finished_at = clock_timestamp(), revision = revision + 1
WHERE id = $1 AND status IN ('queued', 'running') RETURNING job, errors`
/** $1 job, $2 url, $3 code, $4 message, $5 bytes */
export const addError = `
WITH counted AS (UPDATE gleaner.jobs SET errors = errors + 1, bytes = bytes + $5::int, revision = revision + 1 WHERE job = $1::int RETURNING errors
), old AS (DELETE FROM gleaner.errors WHERE job = $1::int AND n <= (SELECT errors - 101 FROM counted))
INSERT INTO gleaner.errors (job, n, url, code, message) SELECT $1::int, errors - 1, $2, $3, $4 FROM counted`

/** $1 id, $2 from, $3 how many */
export const ledger = `
SELECT n, p.url, outcome, code, p.status, depth, found_on, more, referrers, elapsed_ms FROM gleaner.pages p JOIN gleaner.jobs USING (job) WHERE id = $1 AND n >= $2::bigint ORDER BY n LIMIT $3::int`
/** $4 outcome, $5 change; null stands for any */
export const ledgerOf = `
SELECT n, p.url, outcome, code, p.status, depth, found_on, more, referrers, elapsed_ms FROM gleaner.pages p JOIN gleaner.jobs USING (job) WHERE id = $1 AND ($4::text IS NULL OR outcome = $4) AND ($5::text IS NULL OR more::json ->> 'change' = $5) AND n >= $2::bigint ORDER BY n LIMIT $3::int`
/** $1 id */
export const countLedger = "SELECT listed AS total FROM gleaner.jobs WHERE id = $1"
/** $1 id, $2 outcome, $3 change; null stands for any */
export const countLedgerOf = `
SELECT listed, (SELECT count(*)::int FROM gleaner.pages p WHERE p.job = j.job AND ($2::text IS NULL OR outcome = $2) AND ($3::text IS NULL OR more::json ->> 'change' = $3)) AS total FROM gleaner.jobs j WHERE id = $1`

/** $1 id, $2 from, $3 before */
export const documents = `
SELECT d.n, body, ref FROM gleaner.documents d JOIN gleaner.jobs USING (job) WHERE id = $1 AND d.n >= $2::int AND d.n < $3::int ORDER BY d.n`
/** $1 id, $2 before */
export const releaseDocuments = `
WITH gone AS (DELETE FROM gleaner.documents d USING gleaner.jobs j WHERE d.job = j.job AND j.id = $1 AND d.n < $2::int RETURNING d.bytes)
UPDATE gleaner.jobs SET bytes = bytes - (SELECT coalesce(sum(bytes), 0) FROM gone) WHERE id = $1`
/** $1 retention */
export const heldInAll =
  `SELECT coalesce(sum(bytes), 0)::float8 AS bytes, count(*)::int AS jobs FROM gleaner.jobs j WHERE ${kept}`

/** $1 ids */
export const revisions = "SELECT id, revision::float8 AS revision FROM gleaner.jobs WHERE id = ANY($1::text[])"

/** Final jobs that still have rows of their crawl, of which no live node holds a lease. */
export const unswept = `
SELECT job FROM gleaner.jobs j WHERE finished_at IS NOT NULL AND NOT is_swept AND NOT EXISTS (SELECT FROM gleaner.leases l WHERE l.job = j.job) ORDER BY job LIMIT 16`
/** The tables that only a running crawl needs. */
export const ofTheCrawl = ["frontier", "lines", "visits", "seen", "texts", "referrers"] as const
/** What readers of a job need. */
export const ofTheJob = ["pages", "documents", "errors"] as const
/** Some rows at a time, so that no transaction is long. $1 job, $2 how many */
export const deleteSome = (table: string) => `
WITH gone AS (DELETE FROM gleaner.${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM gleaner.${table} WHERE job = $1::int LIMIT $2::int)) RETURNING 1) SELECT count(*)::int AS gone FROM gone`
export const swept = "UPDATE gleaner.jobs SET is_swept = true WHERE job = $1::int"
/** $1 retention in seconds */
export const expired =
  `SELECT job, id FROM gleaner.jobs WHERE finished_at < clock_timestamp() - make_interval(secs => $1::float8) AND NOT ${
    isNeeded("id")
  } ORDER BY job LIMIT 64`
/** $1 owner, $2 id */
export const finalJob = "SELECT job, id FROM gleaner.jobs WHERE owner = $1 AND id = $2 AND finished_at IS NOT NULL"
export const deleteJob = "DELETE FROM gleaner.jobs WHERE job = $1::int"
/** $1 id */
export const countDocuments = "SELECT documents AS total FROM gleaner.jobs WHERE id = $1"
