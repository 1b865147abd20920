/** Profiles, stored as schedules are. Their values are encrypted. */
export const profiles = [
  `CREATE TABLE gleaner.profiles (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE, owner text NOT NULL,
    version int NOT NULL, is_deleted boolean NOT NULL, due_at float8, state text NOT NULL,
    leased_until timestamptz NOT NULL DEFAULT '-infinity', claim bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX profiles_of_owner ON gleaner.profiles (owner, place) WHERE NOT is_deleted"
]
