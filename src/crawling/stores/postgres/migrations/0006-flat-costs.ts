/**
 * Costs that do not grow with stored jobs and resting domains: indexes of jobs that are not final, sums over the
 * finished jobs of each owner, and the time at which a domain of a job is due. The table of the ledger gets its name.
 * Triggers keep the sums.
 */
export const flatCosts = [
  // In the order in which nodes lock them.
  "LOCK TABLE gleaner.jobs, gleaner.owners, gleaner.lines, gleaner.pages IN ACCESS EXCLUSIVE MODE",

  "CREATE INDEX jobs_active ON gleaner.jobs (job) WHERE finished_at IS NULL",
  "CREATE INDEX jobs_finished ON gleaner.jobs (finished_at) WHERE finished_at IS NOT NULL",
  "CREATE INDEX jobs_unswept ON gleaner.jobs (job) WHERE finished_at IS NOT NULL AND NOT is_swept",

  // A job that runs is not counted, so settling its pages locks no row of its owner.
  `ALTER TABLE gleaner.owners
    ADD COLUMN finished_jobs int NOT NULL DEFAULT 0, ADD COLUMN finished_bytes bigint NOT NULL DEFAULT 0`,
  `UPDATE gleaner.owners o SET finished_jobs = j.jobs, finished_bytes = j.bytes FROM (
    SELECT owner, count(*) AS jobs, sum(bytes) AS bytes FROM gleaner.jobs WHERE finished_at IS NOT NULL GROUP BY owner
  ) j WHERE j.owner = o.owner`,
  `CREATE FUNCTION gleaner.count_finished() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      jobs int := (NEW.finished_at IS NOT NULL)::int - (OLD.finished_at IS NOT NULL)::int;
      bytes bigint := CASE WHEN NEW.finished_at IS NULL THEN 0 ELSE NEW.bytes END
        - CASE WHEN OLD.finished_at IS NULL THEN 0 ELSE OLD.bytes END;
    BEGIN
      UPDATE gleaner.owners SET finished_jobs = finished_jobs + jobs, finished_bytes = finished_bytes + bytes
      WHERE owner = coalesce(NEW.owner, OLD.owner);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER finished_job AFTER UPDATE ON gleaner.jobs FOR EACH ROW
    WHEN (NEW.finished_at IS NOT NULL AND (OLD.finished_at IS NULL OR OLD.bytes <> NEW.bytes))
    EXECUTE FUNCTION gleaner.count_finished()`,
  `CREATE TRIGGER deleted_job AFTER DELETE ON gleaner.jobs FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL)
    EXECUTE FUNCTION gleaner.count_finished()`,

  // due: no turn of the domain can begin earlier. Null: read its gate.
  "ALTER TABLE gleaner.lines ADD COLUMN due timestamptz",
  "DROP INDEX gleaner.lines_in_order",
  "CREATE INDEX lines_ready ON gleaner.lines (job, first) WHERE first IS NOT NULL AND due IS NULL",
  "CREATE INDEX lines_resting ON gleaner.lines (job, due) WHERE first IS NOT NULL AND due IS NOT NULL",

  "ALTER TABLE gleaner.pages RENAME TO ledger",
  "ALTER INDEX gleaner.pages_pkey RENAME TO ledger_pkey",
  "ALTER INDEX gleaner.pages_by_outcome RENAME TO ledger_by_outcome"
]
