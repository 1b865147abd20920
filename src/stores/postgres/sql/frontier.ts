/**
 * The lock is a statement of its own, and so is whatever reads under it. Within one statement Postgres reads the locked
 * row again after another transaction has changed it, and nothing else. $1 id
 */
export const lockJob = `
SELECT job, owner, url, options, status, max_pages AS "maxPages", spent, admitted::float8 AS admitted, settled::float8 AS settled, head::float8 AS head, known, listed,
  characters::float8 AS characters, hash_key AS "hashKey", base, was_full AS "wasFull", is_cut AS "isCut", seed_error AS "seedError",
  documents, errors, slot_at IS NOT NULL AS "hasSlot"
FROM gleaner.jobs WHERE id = $1 FOR NO KEY UPDATE`

/**
 * $1 job, $2 node, $3 token, $4 how many, $5 leases of a domain at most, $6 only URLs before this one, $7 pages that
 * the budget has left, $8 milliseconds before the domain's next turn, $9 only URLs before this one if $10 bytes wait to
 * be settled. The gates are only looked at: the turn is taken when it has come.
 */
export const lease = `
WITH flying AS MATERIALIZED (SELECT domain, count(*)::int AS n FROM gleaner.leases WHERE job = $1::int GROUP BY domain
), room AS MATERIALIZED (
  SELECT greatest(0, least($4::int, $7::int - coalesce((SELECT sum(n) FROM flying), 0) - (SELECT count(*) FROM gleaner.visits WHERE job = $1::int))) AS n
), bound AS MATERIALIZED (
  SELECT CASE WHEN (SELECT sum(bytes) FROM gleaner.visits WHERE job = $1::int) >= $10::bigint THEN $9::bigint ELSE $6::bigint END AS seq
), open AS MATERIALIZED (
  SELECT l.domain, l.first, $5::int - coalesce(f.n, 0) AS free FROM gleaner.lines l LEFT JOIN flying f USING (domain) LEFT JOIN gleaner.gates g USING (domain)
  WHERE l.job = $1::int AND l.first < (SELECT seq FROM bound) AND coalesce(f.n, 0) < $5::int
    AND (g.domain IS NULL OR g.node IS NULL AND greatest(g.next_at, g.rest_until) <= clock_timestamp() + make_interval(secs => $8::float8 / 1000))
  ORDER BY l.first LIMIT (SELECT n FROM room)
), pick AS MATERIALIZED (
  SELECT w.* FROM open o CROSS JOIN LATERAL (
    SELECT * FROM gleaner.frontier f WHERE f.job = $1::int AND f.domain = o.domain AND f.seq >= o.first AND f.seq < (SELECT seq FROM bound) ORDER BY f.seq LIMIT o.free
  ) w ORDER BY w.seq LIMIT (SELECT n FROM room)
), gone AS (DELETE FROM gleaner.frontier f USING pick p WHERE f.job = $1::int AND f.seq = p.seq
), moved AS (
  UPDATE gleaner.lines l SET first = (SELECT f.seq FROM gleaner.frontier f WHERE f.job = $1::int AND f.domain = l.domain AND f.seq > p.last ORDER BY f.seq LIMIT 1)
  FROM (SELECT domain, max(seq) AS last FROM pick GROUP BY domain) p WHERE l.job = $1::int AND l.domain = p.domain
)
INSERT INTO gleaner.leases (job, seq, node, token, domain, url, depth, found_on)
SELECT job, seq, $2::int, $3::bigint, domain, url, depth, found_on FROM pick ORDER BY seq
RETURNING seq::float8 AS seq, domain, url, depth, found_on AS "foundOn"`

/**
 * Ends a visit, if the lease is still this node's. Returns a row if the visit has ended, by this statement or by an
 * earlier one with the same record, whose answer was lost. A settled visit gives no row any more. $1 job, $2 seq, $3
 * node, $4 token, $5 record, $6 bytes in all, $7 document, $8 where it is instead, $9 its bytes
 */
export const endVisit = `
WITH mine AS (DELETE FROM gleaner.leases WHERE job = $1::int AND seq = $2::bigint AND node = $3::int AND token = $4::bigint RETURNING job, seq
), kept AS (SELECT mine.* FROM mine JOIN gleaner.jobs USING (job) WHERE status = 'running'
), document AS (INSERT INTO gleaner.documents (job, seq, bytes, body, ref) SELECT job, seq, $9::int, $7::bytea, $8::text FROM kept WHERE $7::bytea IS NOT NULL OR $8::text IS NOT NULL
), made AS (INSERT INTO gleaner.visits (job, seq, record, bytes) SELECT job, seq, $5::bytea, $6::int FROM kept RETURNING 1)
SELECT 1 AS ok FROM made
UNION ALL SELECT 1 FROM gleaner.visits WHERE job = $1::int AND seq = $2::bigint AND record = $5::bytea AND NOT EXISTS (SELECT FROM mine)`

/**
 * Leases wait again. Under the lock of their job, and nothing waits in a job that is final. $1 job, $2 seqs, $3 tokens,
 * $4 whether it runs
 */
export const giveBack = `
WITH mine AS (
  DELETE FROM gleaner.leases l USING unnest($2::bigint[], $3::bigint[]) AS x(seq, token) WHERE l.job = $1::int AND l.seq = x.seq AND l.token = x.token RETURNING l.*
), back AS (INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on) SELECT job, seq, domain, url, depth, found_on FROM mine WHERE $4::bool)
UPDATE gleaner.lines l SET first = least(l.first, m.first) FROM (SELECT domain, min(seq) AS first FROM mine GROUP BY domain) m
WHERE l.job = $1::int AND l.domain = m.domain AND $4::bool`

/** The leases of these nodes, with one token or all: $1 nodes, $2 token or null */
export const leasesOf = `
SELECT id, seq, token FROM gleaner.leases JOIN gleaner.jobs USING (job)
WHERE node = ANY($1::int[]) AND ($2::bigint IS NULL OR token = $2::bigint) ORDER BY job, seq`

/** Whether a node that lives holds a lease of the job. $1 id, $2 seconds of silence */
export const isLeased = `
SELECT EXISTS (
  SELECT FROM gleaner.leases JOIN gleaner.jobs USING (job) JOIN gleaner.nodes USING (node)
  WHERE id = $1 AND beat_at > clock_timestamp() - make_interval(secs => $2::float8)
) AS "isLeased"`

/**
 * What waits, and when the next domain of a job is due, of the first thousand: $1 job. Null where only an end or a
 * settlement can change anything.
 */
export const lookAtJob = `
SELECT status, revision::float8 AS revision, spent, max_pages AS "maxPages", seed_error AS "seedError",
  EXISTS (SELECT FROM gleaner.frontier WHERE job = $1::int) AS waiting,
  (SELECT count(*)::int FROM gleaner.leases WHERE job = $1::int) AS leased,
  (SELECT count(*)::int FROM gleaner.visits WHERE job = $1::int) AS ended,
  (SELECT 1000 * extract(epoch FROM min(CASE WHEN g.node IS NULL THEN greatest(g.next_at, g.rest_until) ELSE greatest(g.rest_until, g.leased_at + make_interval(secs => greatest(g.delay_ms, g.back_off_ms) / 1000.0)) END) - clock_timestamp())::float8
    FROM (SELECT domain FROM gleaner.lines WHERE job = $1::int AND first IS NOT NULL ORDER BY first LIMIT 1000) l JOIN gleaner.gates g USING (domain)) AS due
FROM gleaner.jobs WHERE job = $1::int`

/** $1 job, $2 hash */
export const isKnown =
  "SELECT EXISTS (SELECT FROM gleaner.seen WHERE job = $1::int AND hash = $2::bigint) AS \"isKnown\""

/** Domains with URLs that wait, of jobs that have a slot, and those that are due: $1 how many are looked at */
export const countDomains = `
SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE g.domain IS NULL OR g.node IS NULL AND greatest(g.next_at, g.rest_until) <= clock_timestamp()))::int AS due
FROM (
  SELECT domain FROM gleaner.jobs j JOIN gleaner.lines l USING (job) WHERE j.status = 'running' AND j.slot_at IS NOT NULL AND l.first IS NOT NULL LIMIT $1::int
) w LEFT JOIN gleaner.gates g USING (domain)`

/** $1 id */
export const openJob = "SELECT job, hash_key AS \"hashKey\", base FROM gleaner.jobs WHERE id = $1"
