/** $1 id, $2 owner, $3 lanes */
export const openWebhook =
  "INSERT INTO gleaner.webhooks (id, owner, lanes) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING"

const after = (seconds: string) => `clock_timestamp() + make_interval(secs => ${seconds}::float8)`

/**
 * $1 how many, $2 seconds of the lease, $3 owners whose webhooks are left, $4 claim. The rows that an earlier statement
 * took with this claim come again.
 */
export const takeWebhooks = `
WITH mine AS MATERIALIZED (SELECT id FROM gleaner.webhooks WHERE claim = $4::bigint
), due AS MATERIALIZED (
  SELECT id FROM gleaner.webhooks WHERE due_at <= clock_timestamp() AND owner <> ALL($3::text[])
  ORDER BY due_at LIMIT greatest(0, $1::int - (SELECT count(*) FROM mine)) FOR UPDATE SKIP LOCKED
)
UPDATE gleaner.webhooks SET due_at = ${
  after("$2")
}, claim = $4::bigint WHERE id IN (SELECT id FROM mine UNION ALL SELECT id FROM due)
RETURNING id, owner, lanes, claim::float8 AS claim`

/** $1 id, $2 claim, $3 lanes, $4 seconds until it is due */
export const keepWebhook = `UPDATE gleaner.webhooks SET lanes = $3, due_at = ${
  after("$4")
} WHERE id = $1 AND claim = $2::bigint RETURNING id`

/**
 * The same, for a webhook that is given back: until another node takes it, it is not to be written. Its claim is turned
 * round, by which the same statement knows that it has run before.
 */
export const giveBackWebhook = `UPDATE gleaner.webhooks SET lanes = $3, due_at = ${
  after("$4")
}, claim = -$2::bigint WHERE id = $1 AND (claim = $2::bigint OR claim = -$2::bigint AND lanes = $3) RETURNING id`

/** $1 id, $2 claim */
export const closeWebhook = "DELETE FROM gleaner.webhooks WHERE id = $1 AND claim = $2::bigint"
