/** Wrappers, stored as schedules are, and the digest of the schema of those that have rules. */
export const wrappers = [
  `CREATE TABLE gleaner.wrappers (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE, owner text NOT NULL,
    version int NOT NULL, is_deleted boolean NOT NULL, due_at float8, state text NOT NULL,
    leased_until timestamptz NOT NULL DEFAULT '-infinity', claim bigint NOT NULL DEFAULT 0,
    digest text GENERATED ALWAYS AS
      (CASE WHEN jsonb_typeof(state::jsonb -> 'rules') = 'object' THEN state::jsonb ->> 'digest' END) STORED
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX wrappers_due ON gleaner.wrappers (due_at) WHERE due_at IS NOT NULL",
  "CREATE INDEX wrappers_claimed ON gleaner.wrappers (claim)",
  "CREATE INDEX wrappers_of_owner ON gleaner.wrappers (owner, place) WHERE NOT is_deleted",
  "CREATE INDEX wrappers_ready ON gleaner.wrappers (owner, digest) WHERE digest IS NOT NULL"
]
