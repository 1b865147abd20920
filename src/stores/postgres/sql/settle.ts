import { isKept } from "./jobs.ts"

/**
 * Visits that may be settled now, in order: $1 job, $2 the first URL that is not settled, $3 how many, $4 bytes at
 * most, $5 whether order may be given up: then visits beyond the newest $6, and those that ended $7 milliseconds ago,
 * are settled whatever is missing before them, and any when they hold $8 bytes together.
 */
export const readyVisits = `
WITH missing AS MATERIALIZED (
  SELECT least(
    (SELECT seq FROM gleaner.frontier WHERE job = $1::int AND seq >= $2::bigint ORDER BY seq LIMIT 1),
    (SELECT min(seq) FROM gleaner.leases WHERE job = $1::int)) AS seq
), ready AS (
  SELECT seq, bytes, sum(bytes) OVER (ORDER BY seq) AS until FROM gleaner.visits
  WHERE job = $1::int AND (coalesce(seq < (SELECT seq FROM missing), true) OR $5::bool AND (
    ended_at < clock_timestamp() - make_interval(secs => $7::float8 / 1000)
    OR seq <= (SELECT seq FROM gleaner.visits WHERE job = $1::int ORDER BY seq DESC OFFSET $6::int LIMIT 1)
    OR (SELECT sum(bytes) FROM gleaner.visits WHERE job = $1::int) >= $8::bigint))
  ORDER BY seq LIMIT $3::int
)
SELECT v.seq::float8 AS seq, v.record, d.bytes AS "documentBytes", r.pages AS referrers
FROM ready JOIN gleaner.visits v ON v.job = $1::int AND v.seq = ready.seq
LEFT JOIN gleaner.documents d ON d.job = $1::int AND d.seq = v.seq LEFT JOIN gleaner.referrers r ON r.job = $1::int AND r.seq = v.seq
WHERE ready.until - ready.bytes < $4::bigint ORDER BY v.seq`

/** Whether readyVisits could find any. $1 job */
export const hasVisits = "SELECT EXISTS (SELECT FROM gleaner.visits WHERE job = $1::int) AS \"hasVisits\""

/**
 * What the tables know of a batch: URLs with their places, texts, and the bytes of all jobs that are kept and of this
 * owner's. $1 job, $2 hashes of URLs, $3 hashes of texts, $4 retention in seconds, $5 owner
 */
export const factsOf = `
SELECT 'url' AS kind, s.hash, s.at, 0::float8 AS held, 0::float8 AS own FROM unnest($2::bigint[]) AS x(h)
  CROSS JOIN LATERAL (SELECT hash, at FROM gleaner.seen WHERE job = $1::int AND hash = x.h LIMIT 1) s
UNION ALL SELECT 'text', t.hash, NULL, 0, 0 FROM unnest($3::bigint[]) AS x(h)
  CROSS JOIN LATERAL (SELECT hash FROM gleaner.texts WHERE job = $1::int AND hash = x.h LIMIT 1) t
UNION ALL SELECT 'bytes', 0, NULL, coalesce(sum(bytes), 0)::float8, coalesce(sum(bytes) FILTER (WHERE owner = $5), 0)::float8
  FROM gleaner.jobs j WHERE ${isKept("$4")}`

/**
 * $1 job; URLs that become known: $2 hash, $3 place; those of them that join: $4 seq, $5 domain, $6 url, $7 depth, $8
 * found on
 */
export const admit = `
WITH fresh AS (INSERT INTO gleaner.seen (job, hash, at) SELECT $1::int, h, a FROM unnest($2::bigint[], $3::bigint[]) AS x(h, a)
), joined AS (
  INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
  SELECT $1::int, s, d, u, l, f FROM unnest($4::bigint[], $5::text[], $6::text[], $7::int[], $8::text[]) AS x(s, d, u, l, f)
)
INSERT INTO gleaner.lines AS l (job, domain, first) SELECT $1::int, d, min(s) FROM unnest($4::bigint[], $5::text[]) AS x(s, d) GROUP BY d ORDER BY d
ON CONFLICT (job, domain) DO UPDATE SET first = excluded.first WHERE l.first IS NULL`

/**
 * $1 job, $2 settled seqs; ledger rows: $3 n, $4 url, $5 outcome, $6 code, $7 status, $8 depth, $9 found on, $10 more,
 * $11 referrers, separated by spaces, $12 elapsed; documents: $13 seq and $14 n of those kept, $15 seq of those
 * dropped; what is known of settled URLs: $16 hash, $17 place; $18 new texts; links: $19 seq that waits, $20 page; $21
 * row that failed, $22 page; errors: $23 n, $24 url, $25 code, $26 message
 */
export const record = `
WITH gone AS (DELETE FROM gleaner.visits WHERE job = $1::int AND seq = ANY($2::bigint[])
), forgotten AS (DELETE FROM gleaner.referrers WHERE job = $1::int AND seq = ANY($2::bigint[])
), rows AS (
  INSERT INTO gleaner.pages (job, n, url, outcome, code, status, depth, found_on, more, referrers, elapsed_ms)
  SELECT $1::int, n, url, outcome, code, status, depth, found_on, more, string_to_array(referrers, ' '), elapsed_ms
  FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $9::text[], $10::text[], $11::text[], $12::int[])
    AS x(n, url, outcome, code, status, depth, found_on, more, referrers, elapsed_ms)
), kept AS (UPDATE gleaner.documents d SET n = x.n FROM unnest($13::bigint[], $14::int[]) AS x(seq, n) WHERE d.job = $1::int AND d.seq = x.seq
), dropped AS (DELETE FROM gleaner.documents WHERE job = $1::int AND seq = ANY($15::bigint[])
), known AS (UPDATE gleaner.seen s SET at = x.at FROM unnest($16::bigint[], $17::bigint[]) AS x(hash, at) WHERE s.job = $1::int AND s.hash = x.hash
), texts AS (INSERT INTO gleaner.texts (job, hash) SELECT $1::int, h FROM unnest($18::bigint[]) AS x(h)
), linked AS (
  INSERT INTO gleaner.referrers AS r (job, seq, pages) SELECT $1::int, s, (array_agg(p))[1:10] FROM unnest($19::bigint[], $20::text[]) AS x(s, p) GROUP BY s
  ON CONFLICT (job, seq) DO UPDATE SET pages = (r.pages || excluded.pages)[1:10] WHERE cardinality(r.pages) < 10
), told AS (
  UPDATE gleaner.pages p SET referrers = (coalesce(p.referrers, '{}') || x.pages)[1:10]
  FROM (SELECT n, array_agg(p) AS pages FROM unnest($21::int[], $22::text[]) AS x(n, p) GROUP BY n) x WHERE p.job = $1::int AND p.n = x.n
), old AS (DELETE FROM gleaner.errors WHERE job = $1::int AND n <= (SELECT max(n) FROM unnest($23::int[]) AS x(n)) - 100
)
INSERT INTO gleaner.errors (job, n, url, code, message) SELECT $1::int, n, url, code, message FROM unnest($23::int[], $24::text[], $25::text[], $26::text[]) AS x(n, url, code, message)`

/** What the job is after it. The head is the first URL that is not settled. */
export const advance = `
UPDATE gleaner.jobs SET revision = revision + 1, spent = $2::int, admitted = $3::bigint, settled = $4::bigint, known = $5::int, listed = $6::int,
  characters = $7::bigint, base = $8, was_full = $9::bool, is_cut = $10::bool, seed_error = $11, documents = $12::int, errors = $13::int,
  bytes = bytes + $14::bigint, crawled = crawled + $15::int, stored = stored + $16::int, failed = failed + $17::int,
  skipped = skipped + $18::int, duplicates = duplicates + $19::int,
  head = coalesce(least(
    (SELECT seq FROM gleaner.frontier WHERE job = $1::int AND seq >= $20::bigint ORDER BY seq LIMIT 1),
    (SELECT min(seq) FROM gleaner.leases WHERE job = $1::int),
    (SELECT min(seq) FROM gleaner.visits WHERE job = $1::int)), $3::bigint)
WHERE job = $1::int`
