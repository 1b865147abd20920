/**
 * The tables of crawls that several nodes share. A URL of a job is in one of four places: `frontier` while it waits,
 * `leases` while a node visits it, `visits` when it has ended, `pages` when it is settled. Names are qualified: a
 * search_path would hide the migrator's own table.
 */
export const crawls = [
  "CREATE SEQUENCE gleaner.node_numbers AS int",
  "CREATE SEQUENCE gleaner.tokens CACHE 32",
  `CREATE TABLE gleaner.nodes (node int PRIMARY KEY, beat_at timestamptz NOT NULL, version text NOT NULL)`,

  // One row is the politeness of one registrable domain. A row with a node is held by it, until `token` says otherwise.
  // last_node had the last turn. All times are of this database's clock.
  `CREATE TABLE gleaner.gates (
    domain text PRIMARY KEY, next_at timestamptz NOT NULL DEFAULT 'epoch',
    rest_until timestamptz NOT NULL DEFAULT 'epoch', delay_ms int NOT NULL DEFAULT 0,
    back_off_ms int NOT NULL DEFAULT 0, slowed_at timestamptz NOT NULL DEFAULT 'epoch',
    node int, token bigint NOT NULL DEFAULT 0, leased_at timestamptz NOT NULL DEFAULT 'epoch', last_node int
  ) WITH (fillfactor = 50)`,

  // spent: of the budget. admitted: URLs so far, and the next seq. settled: URLs that are done with. head: the first
  // that is not. known: rows of seen. listed: rows of pages. characters: of the URLs that wait. place: among the
  // owner's jobs.
  `CREATE TABLE gleaner.jobs (
    job int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE, owner text NOT NULL, place int NOT NULL,
    idempotency_key text, url text NOT NULL, options text NOT NULL,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(), started_at timestamptz, finished_at timestamptz,
    revision bigint NOT NULL DEFAULT 0, is_swept boolean NOT NULL DEFAULT false, max_pages int NOT NULL,
    spent int NOT NULL DEFAULT 0, admitted bigint NOT NULL DEFAULT 0, settled bigint NOT NULL DEFAULT 0,
    head bigint NOT NULL DEFAULT 0, known int NOT NULL DEFAULT 0, listed int NOT NULL DEFAULT 0,
    characters bigint NOT NULL DEFAULT 0, hash_key bigint NOT NULL, base text, was_full boolean NOT NULL DEFAULT false,
    is_cut boolean NOT NULL DEFAULT false, seed_error text, crawled int NOT NULL DEFAULT 0,
    stored int NOT NULL DEFAULT 0, failed int NOT NULL DEFAULT 0, skipped int NOT NULL DEFAULT 0,
    duplicates int NOT NULL DEFAULT 0, documents int NOT NULL DEFAULT 0, errors int NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    UNIQUE (owner, idempotency_key), UNIQUE (owner, place)
  ) WITH (fillfactor = 50)`,
  "CREATE TABLE gleaner.owners (owner text PRIMARY KEY, made int NOT NULL, last_start timestamptz)",
  `CREATE TABLE gleaner.errors (
    job int NOT NULL, n int NOT NULL, url text NOT NULL, code text NOT NULL, message text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (job, n)
  )`,

  `CREATE TABLE gleaner.frontier (
    job int NOT NULL, seq bigint NOT NULL, domain text NOT NULL, url text NOT NULL, depth int NOT NULL,
    found_on text NOT NULL, PRIMARY KEY (job, seq)
  )`,
  "CREATE INDEX frontier_of_domain ON gleaner.frontier (job, domain, seq)",
  // The domains of a job, each with its first URL that waits. A lease reads them in order.
  "CREATE TABLE gleaner.lines (job int NOT NULL, domain text NOT NULL, first bigint, PRIMARY KEY (job, domain))",
  "CREATE INDEX lines_in_order ON gleaner.lines (job, first) WHERE first IS NOT NULL",
  `CREATE TABLE gleaner.leases (
    job int NOT NULL, seq bigint NOT NULL, node int NOT NULL, token bigint NOT NULL, domain text NOT NULL,
    url text NOT NULL, depth int NOT NULL, found_on text NOT NULL, PRIMARY KEY (job, seq)
  )`,
  `CREATE TABLE gleaner.visits (
    job int NOT NULL, seq bigint NOT NULL, record bytea NOT NULL, bytes int NOT NULL,
    ended_at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (job, seq)
  )`,
  // The URLs that a job knows, by hash. at: the place while the URL is not settled, -1 - n if row n of the ledger says
  // that it failed.
  `CREATE TABLE gleaner.seen (
    job int NOT NULL, hash bigint NOT NULL, at bigint, PRIMARY KEY (job, hash)
  ) WITH (fillfactor = 90)`,
  "CREATE TABLE gleaner.texts (job int NOT NULL, hash bigint NOT NULL, PRIMARY KEY (job, hash))",
  `CREATE TABLE gleaner.referrers (
    job int NOT NULL, seq bigint NOT NULL, pages text[] NOT NULL, PRIMARY KEY (job, seq)
  )`,

  // more: what only some rows have, as JSON.
  `CREATE TABLE gleaner.pages (
    job int NOT NULL, n int NOT NULL, url text NOT NULL, outcome text NOT NULL, code text NOT NULL, status int NOT NULL,
    depth int NOT NULL, found_on text NOT NULL, more text, referrers text[], elapsed_ms int NOT NULL,
    PRIMARY KEY (job, n)
  )`,
  "CREATE INDEX pages_by_outcome ON gleaner.pages (job, outcome, n)",
  // n counts the documents of the job in the order of the ledger; a visit that is not settled has none yet.
  `CREATE TABLE gleaner.documents (
    job int NOT NULL, seq bigint NOT NULL, n int, bytes int NOT NULL, ref text, body bytea, PRIMARY KEY (job, seq)
  )`,
  "ALTER TABLE gleaner.documents ALTER body SET STORAGE EXTERNAL",
  "CREATE UNIQUE INDEX documents_in_order ON gleaner.documents (job, n) WHERE n IS NOT NULL",

  // It may be lost in a crash, and costs no write to disk.
  `CREATE UNLOGGED TABLE gleaner.rates (
    key text PRIMARY KEY, count int NOT NULL, resets_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`
]
