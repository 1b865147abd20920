/** $1 id, $2 owner, $3 lanes */
export const openWebhook =
  "INSERT INTO gleaner.webhooks (id, owner, lanes) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING"

const after = (seconds: string) => `clock_timestamp() + make_interval(secs => ${seconds}::float8)`

/** $1 how many, $2 seconds of the lease, $3 owners whose webhooks are left */
export const takeWebhooks = `
UPDATE gleaner.webhooks SET due_at = ${after("$2")}, claim = claim + 1 WHERE id IN (
  SELECT id FROM gleaner.webhooks WHERE due_at <= clock_timestamp() AND owner <> ALL($3::text[])
  ORDER BY due_at LIMIT $1::int FOR UPDATE SKIP LOCKED
) RETURNING id, owner, lanes, claim::float8 AS claim`

/** $1 id, $2 claim, $3 lanes, $4 seconds until it is due */
export const keepWebhook = `UPDATE gleaner.webhooks SET lanes = $3, due_at = ${
  after("$4")
} WHERE id = $1 AND claim = $2::bigint RETURNING id`

/** The same, for a webhook that is given back: until another node takes it, it is not to be written. */
export const giveBackWebhook = `UPDATE gleaner.webhooks SET lanes = $3, due_at = ${
  after("$4")
}, claim = claim + 1 WHERE id = $1 AND claim = $2::bigint RETURNING id`

/** $1 id, $2 claim */
export const closeWebhook = "DELETE FROM gleaner.webhooks WHERE id = $1 AND claim = $2::bigint"
