/**
 * Changes of the sums of an owner, which a sweep adds to its row: jobs of one owner that end or are deleted at the same
 * time do not wait for each other. Nodes of the previous version read the sums as of the last sweep.
 */
export const countChanges = [
  `CREATE TABLE gleaner.count_changes (owner text NOT NULL, n bigint GENERATED ALWAYS AS IDENTITY, jobs int NOT NULL,
    bytes bigint NOT NULL, PRIMARY KEY (owner, n))`,
  `CREATE OR REPLACE FUNCTION gleaner.count_finished() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      jobs int := (NEW.finished_at IS NOT NULL)::int - (OLD.finished_at IS NOT NULL)::int;
      bytes bigint := CASE WHEN NEW.finished_at IS NULL THEN 0 ELSE NEW.bytes END
        - CASE WHEN OLD.finished_at IS NULL THEN 0 ELSE OLD.bytes END;
    BEGIN
      INSERT INTO gleaner.count_changes (owner, jobs, bytes) VALUES (coalesce(NEW.owner, OLD.owner), jobs, bytes);
      RETURN NULL;
    END $$`
]
