import { indexedPages } from "../../shared/terms/Fts5Index.ts"

/**
 * The schema in steps; `user_version` counts those that a file has. A step is never changed once it was released.
 *
 * Rows of a job have keys from `job * 2^27` on, in their order, so they are adjacent and need no index.
 */
export const migrations: ReadonlyArray<string> = [
  `
  CREATE TABLE jobs (
    job INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    idempotency_key TEXT,
    url TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at REAL NOT NULL,
    finished_at REAL,
    started INT NOT NULL DEFAULT 0,
    crawled INT NOT NULL DEFAULT 0,
    stored INT NOT NULL DEFAULT 0,
    failed INT NOT NULL DEFAULT 0,
    skipped INT NOT NULL DEFAULT 0,
    duplicates INT NOT NULL DEFAULT 0,
    pending INT NOT NULL DEFAULT 0,
    settled INT NOT NULL DEFAULT 0,
    ledger_rows INT NOT NULL DEFAULT 0,
    is_ledger_cut INT NOT NULL DEFAULT 0,
    documents INT NOT NULL DEFAULT 0,
    released INT NOT NULL DEFAULT 0,
    errors INT NOT NULL DEFAULT 0,
    bytes INT NOT NULL,
    revision INT NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX jobs_of_owner ON jobs (owner, job);
  CREATE INDEX jobs_active ON jobs (owner) WHERE finished_at IS NULL;
  CREATE INDEX jobs_final ON jobs (finished_at) WHERE finished_at IS NOT NULL;
  CREATE UNIQUE INDEX jobs_idempotent ON jobs (owner, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE TABLE errors (key INTEGER PRIMARY KEY, error TEXT NOT NULL) STRICT;
  CREATE TABLE ledger (key INTEGER PRIMARY KEY, outcome TEXT NOT NULL, failed_url TEXT, row TEXT NOT NULL) STRICT;
  CREATE INDEX ledger_failed ON ledger (failed_url, key) WHERE failed_url IS NOT NULL;
  CREATE TABLE documents (key INTEGER PRIMARY KEY, body ANY NOT NULL) STRICT;
  CREATE TABLE steps (key INTEGER PRIMARY KEY, step TEXT NOT NULL) STRICT;
  -- Jobs whose rows are still to be deleted, some at a time: only their steps, or all that they had.
  CREATE TABLE doomed (job INTEGER PRIMARY KEY, is_gone INT NOT NULL) STRICT;
  CREATE TABLE gates (
    domain TEXT PRIMARY KEY,
    next_at REAL NOT NULL,
    delay REAL NOT NULL,
    back_off REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Whether the last process ended in order. Otherwise requests were in flight that no gate knows of.
  CREATE TABLE process (is_clean INT NOT NULL) STRICT;
  INSERT INTO process VALUES (1);
  `,
  // The finished job that a job compares its pages with, which must not expire meanwhile. The request of an idempotency
  // key.
  `
  ALTER TABLE jobs ADD COLUMN since TEXT;
  ALTER TABLE jobs ADD COLUMN asked TEXT;
  UPDATE jobs SET since = options ->> '$.since' WHERE finished_at IS NULL;
  CREATE INDEX jobs_since ON jobs (since) WHERE since IS NOT NULL AND finished_at IS NULL;
  `,
  // The progress of webhooks.
  "CREATE TABLE webhooks (id TEXT PRIMARY KEY, owner TEXT NOT NULL, lanes TEXT NOT NULL) STRICT, WITHOUT ROWID",
  // When the next turn of a domain was decided, to detect a clock that has stepped back since.
  "ALTER TABLE gates ADD COLUMN written_at REAL NOT NULL DEFAULT 0",
  // Schedules as JSON, and jobs that outlive their retention as runs of a schedule.
  `
  CREATE TABLE schedules (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, schedule TEXT NOT NULL) STRICT;
  ALTER TABLE jobs ADD COLUMN is_pinned INT NOT NULL DEFAULT 0;
  DROP INDEX jobs_final;
  CREATE INDEX jobs_final ON jobs (finished_at) WHERE finished_at IS NOT NULL AND is_pinned = 0;
  `,
  // Fingerprints of documents, by the same keys. Beside long documents they would take long to read.
  "CREATE TABLE fingerprints (key INTEGER PRIMARY KEY, fingerprint BLOB NOT NULL) STRICT",
  // Jobs that must not expire before the job that needs them: the one of its `since`, and those whose documents rows of
  // these two name (is_named: its own rows do).
  `
  CREATE TABLE needed_jobs (job INT NOT NULL, id TEXT NOT NULL, is_named INT NOT NULL, PRIMARY KEY (job, id))
    STRICT, WITHOUT ROWID;
  CREATE INDEX needed_jobs_by_id ON needed_jobs (id);
  INSERT INTO needed_jobs SELECT DISTINCT j.job, l.row ->> '$.seen.kept.job', 1
    FROM jobs j JOIN ledger l ON l.key >= j.job * 134217728 AND l.key < (j.job + 1) * 134217728
    WHERE j.options ->> '$.since' IS NOT NULL AND l.row ->> '$.seen.kept.job' IS NOT NULL;
  INSERT OR IGNORE INTO needed_jobs SELECT job, options ->> '$.since', 0 FROM jobs
    WHERE options ->> '$.since' IS NOT NULL;
  INSERT OR IGNORE INTO needed_jobs SELECT j.job, n.id, 0
    FROM jobs j JOIN jobs i ON i.id = j.options ->> '$.since' JOIN needed_jobs n ON n.job = i.job AND n.is_named = 1;
  DROP INDEX jobs_since;
  ALTER TABLE jobs DROP COLUMN since;
  `,
  // For filters of the ledger. Only jobs with `since` have changes.
  `
  CREATE INDEX ledger_by_outcome ON ledger (outcome);
  CREATE INDEX ledger_by_change ON ledger (row ->> '$.change') WHERE row ->> '$.change' IS NOT NULL;
  `,
  // Tables by the names of what they hold.
  "ALTER TABLE gates RENAME TO domain_leases; ALTER TABLE doomed RENAME TO pending_deletes",
  // Wrappers as JSON.
  "CREATE TABLE wrappers (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, wrapper TEXT NOT NULL) STRICT",
  // Profiles as JSON, their values encrypted.
  "CREATE TABLE profiles (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, profile TEXT NOT NULL) STRICT",
  // The index itself is a table of each job.
  indexedPages
]

/** Maximum number of rows of one kind for each job: more than the largest budget. */
export const rowsPerJob = 2 ** 27
