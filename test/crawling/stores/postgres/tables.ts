const withChanges = (column: string) =>
  `finished_${column} + (SELECT coalesce(sum(${column}), 0) FROM gleaner.count_changes c WHERE c.owner = owners.owner)`

/**
 * All that a store has written, without what differs from run to run: times, tokens, hashes with a random key, and
 * numbers that the database gives out.
 */
const columns: Readonly<Record<string, string>> = {
  jobs:
    "owner, place, idempotency_key, asked, url, status, revision, started_at IS NULL, finished_at IS NULL, spent, admitted, settled, head, known, listed, characters, base, was_full, is_cut, seed_error, crawled, stored, failed, skipped, duplicates, documents, errors, indexed, indexed_terms, bytes",
  owners: `owner, made, ${withChanges("jobs")}, ${withChanges("bytes")}`,
  errors: "n, url, code, message",
  frontier: "seq, domain, url, depth, found_on",
  domain_queues: "domain, first",
  leases: "seq, domain, url, depth, found_on",
  visits: "seq, bytes",
  seen: "at",
  texts: "1",
  referrers: "seq, pages",
  ledger: "n, url, outcome, code, status, depth, found_on, referrers",
  documents: "seq, n, bytes",
  page_terms: "place, origin, n, length, terms",
  domain_leases: "domain, delay_ms, back_off_ms, node IS NULL",
  schedules: "id, owner, version, is_deleted, due_at, state, leased_until > clock_timestamp(), claim > 0",
  wrappers: "id, owner, version, is_deleted, due_at, state, leased_until > clock_timestamp(), claim > 0, digest",
  webhooks: "owner, lanes, claim > 0",
  rates: "key, count",
  nodes: "version"
}

/** The rows of a crawl that is over go at any time. */
const ofCrawls = new Set(["frontier", "domain_queues", "visits", "seen", "texts", "referrers"])
const ofRunning = "WHERE job IN (SELECT job FROM gleaner.jobs WHERE finished_at IS NULL)"

/** The rows of all tables, in one order. */
export const allRows = Object.entries(columns)
  .map(([table, names]) =>
    `SELECT '${table}' AS "table", row(${names})::text AS row FROM gleaner.${table} ${
      ofCrawls.has(table) ? ofRunning : ""
    }`
  )
  .join(" UNION ALL ") + " ORDER BY 1, 2"

/** Deletes all rows. Nodes stay registered. */
export const deleteAll = `DO $$ BEGIN ${
  [...Object.keys(columns), "count_changes"].filter((table) => table !== "nodes").map((table) =>
    `DELETE FROM gleaner.${table}; `
  ).join("")
} END $$`
