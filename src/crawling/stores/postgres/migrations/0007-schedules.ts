/**
 * Schedules with their histories, as JSON. A node that takes a row leases it until a time by the database's clock; what
 * is due is a time by the clock of a node. Jobs that are pinned outlive their retention as runs of a schedule.
 */
export const schedules = [
  `CREATE TABLE gleaner.schedules (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE, owner text NOT NULL,
    version int NOT NULL, is_deleted boolean NOT NULL, due_at float8, state text NOT NULL,
    leased_until timestamptz NOT NULL DEFAULT '-infinity', claim bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX schedules_due ON gleaner.schedules (due_at) WHERE due_at IS NOT NULL",
  "CREATE INDEX schedules_claimed ON gleaner.schedules (claim)",
  "CREATE INDEX schedules_of_owner ON gleaner.schedules (owner, place) WHERE NOT is_deleted",
  "ALTER TABLE gleaner.jobs ADD COLUMN is_pinned boolean NOT NULL DEFAULT false",
  `CREATE INDEX jobs_unpinned ON gleaner.jobs (finished_at) WHERE finished_at IS NOT NULL AND NOT is_pinned`
]
