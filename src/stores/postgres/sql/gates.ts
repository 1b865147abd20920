import { backOffLife } from "../../../politeness/DomainQueue.ts"

/**
 * The back-off. It ends when nobody has renewed it for so long, because the node that would take it back may be gone.
 */
export const backOff =
  `CASE WHEN slowed_at > clock_timestamp() - interval '${backOffLife} milliseconds' THEN back_off_ms ELSE 0 END`

/**
 * One turn on a domain: $1 domain, $2 node, $3 delay in milliseconds, $4 whether it may follow this node's own turn at
 * once, $5 token. A row with isOurs: it is ours, also if an earlier answer that said so was lost. A token that has
 * released the domain does not get it again: that is a statement that arrives late. Else wait is the least number of
 * milliseconds before it can be. Nobody else's turn can begin before the holder's delay has passed since its beginning,
 * so a held gate need not be asked again until then.
 */
export const acquireGate = `
WITH taken AS (
  UPDATE gleaner.gates SET node = $2::int, last_node = $2::int, token = $5::bigint, delay_ms = $3::int, leased_at = clock_timestamp()
  WHERE domain = $1 AND (node = $2::int AND token = $5::bigint
    OR node IS NULL AND token <> $5::bigint AND rest_until <= clock_timestamp() AND (next_at <= clock_timestamp() OR $4::bool AND last_node = $2::int))
  RETURNING 1
), made AS (
  INSERT INTO gleaner.gates (domain, node, last_node, token, delay_ms, leased_at)
  SELECT $1, $2::int, $2::int, $5::bigint, $3::int, clock_timestamp() WHERE NOT EXISTS (SELECT FROM gleaner.gates WHERE domain = $1)
  ON CONFLICT DO NOTHING RETURNING 1
)
SELECT true AS "isOurs", 0::float8 AS wait FROM taken
UNION ALL SELECT true, 0 FROM made
UNION ALL SELECT false, 1000 * extract(epoch FROM greatest(rest_until, CASE WHEN node IS NULL THEN next_at
  ELSE leased_at + make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0) END) - clock_timestamp())::float8
FROM gleaner.gates WHERE domain = $1 AND NOT EXISTS (SELECT FROM taken) AND NOT EXISTS (SELECT FROM made)`

/** The turn has ended: $1 domain, $2 node, $3 token. */
export const releaseGate = `
UPDATE gleaner.gates SET node = NULL, next_at = clock_timestamp() + make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0)
WHERE domain = $1 AND node = $2::int AND token = $3::bigint`

/**
 * A node releases what it took some time ago and does not know of: $1 node, $2 seconds, $3 the tokens that it knows. Its
 * list may be a little older than the table.
 */
export const releaseStrayGates = `
UPDATE gleaner.gates SET node = NULL, next_at = clock_timestamp() + make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0)
WHERE node = $1::int AND leased_at < clock_timestamp() - make_interval(secs => $2::float8) AND token <> ALL($3::bigint[]) RETURNING domain`

/** $1 domain, $2 rest and $3 back-off in milliseconds. */
export const slowDownGate = `
INSERT INTO gleaner.gates AS g (domain, rest_until, back_off_ms, slowed_at)
VALUES ($1, clock_timestamp() + make_interval(secs => $2::float8 / 1000), $3::int, clock_timestamp())
ON CONFLICT (domain) DO UPDATE SET rest_until = greatest(g.rest_until, excluded.rest_until), back_off_ms = excluded.back_off_ms, slowed_at = excluded.slowed_at`

/** $1 domain, $2 what is left of the back-off in milliseconds */
export const recoverGate = "UPDATE gleaner.gates SET back_off_ms = $2::int WHERE domain = $1"

/** $1 domain */
export const lookAtGate = `
SELECT ${backOff} AS "backOff", 1000 * extract(epoch FROM greatest(next_at, rest_until) - clock_timestamp())::float8 AS rest
FROM gleaner.gates WHERE domain = $1`

/** What dead nodes held is free, after the delay: their last request may have gone out just now. $1 their numbers */
export const freeGates = `
UPDATE gleaner.gates SET node = NULL, next_at = clock_timestamp() + make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0)
WHERE node = ANY($1::int[])`

/** Domains that nobody has visited for so many seconds are forgotten: $1 */
export const forgetGates = `
DELETE FROM gleaner.gates WHERE node IS NULL AND greatest(next_at, rest_until) < clock_timestamp() - make_interval(secs => $1::float8)`
