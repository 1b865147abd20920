/**
 * One request more: $1 key, $2 limit, $3 seconds that each adds to the window, which is over when they have passed, $4
 * token. The request that was counted last is not counted again.
 */
export const countRequest = `
INSERT INTO gleaner.rates AS r (key, count, resets_at, token) VALUES ($1, 1, clock_timestamp() + make_interval(secs => $3::float8), $4::bigint)
ON CONFLICT (key) DO UPDATE SET token = excluded.token,
  count = CASE WHEN r.token = excluded.token THEN r.count WHEN r.resets_at <= clock_timestamp() THEN 1 ELSE least(r.count, $2::int) + 1 END,
  resets_at = CASE WHEN r.token = excluded.token THEN r.resets_at WHEN r.resets_at <= clock_timestamp() THEN excluded.resets_at WHEN r.count < $2::int THEN r.resets_at + make_interval(secs => $3::float8) ELSE r.resets_at END
RETURNING count, 1000 * extract(epoch FROM resets_at - clock_timestamp())::float8 AS wait`
