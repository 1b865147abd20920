/**
 * How far the webhook of a job has got. A node that takes a row moves `due_at` beyond its lease and counts `claim` up.
 */
export const webhooks = [
  `CREATE TABLE gleaner.webhooks (
    id text PRIMARY KEY, owner text NOT NULL, lanes text NOT NULL,
    due_at timestamptz NOT NULL DEFAULT clock_timestamp(), claim bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX webhooks_due ON gleaner.webhooks (due_at)"
]
