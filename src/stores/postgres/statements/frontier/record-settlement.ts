import type { JobError } from "../../../../domain/job/Job.ts"
import type { StoredPage } from "../../../../domain/job/LedgerRow.ts"
import { bigints, type Db, ints, tableOf, texts } from "../../statement.ts"
import { moreOf } from "../jobs/ledger-row.ts"
import type { KnownName } from "./admit-urls.ts"

/** Decisions about visits of one job. */
export interface Decisions {
  readonly job: number
  readonly settled: ReadonlyArray<number>
  readonly rows: ReadonlyArray<StoredPage & { readonly n: number }>
  readonly storedDocuments: ReadonlyArray<{ readonly seq: number; readonly n: number }>
  readonly droppedDocuments: ReadonlyArray<number>
  /** Names that were known before and have another place now. */
  readonly changedNames: ReadonlyArray<KnownName>
  readonly newTexts: ReadonlyArray<bigint>
  /** Pages that link to a URL that waits, and to the URL of a row that failed. */
  readonly linksToWaiting: ReadonlyArray<{ readonly seq: number; readonly page: string }>
  readonly linksToFailed: ReadonlyArray<{ readonly n: number; readonly page: string }>
  readonly errors: ReadonlyArray<Omit<JobError, "at"> & { readonly n: number }>
  readonly maxReferrers: number
  readonly maxErrors: number
}

const rowColumns = {
  n: ints,
  url: texts,
  outcome: texts,
  code: texts,
  status: ints,
  depth: ints,
  found_on: texts,
  more: texts,
  referrers: texts,
  elapsed_ms: ints
}

/** Writes all decisions but those about new URLs and about the job itself. */
export const recordSettlement = (db: Db, decisions: Decisions) => {
  const { changedNames, droppedDocuments, errors, job, linksToFailed, linksToWaiting, maxErrors, maxReferrers } =
    decisions
  // URLs have no spaces.
  const rows = decisions.rows.map((row) => ({ ...row, more: moreOf(row), referrers: row.referrers?.join(" ") ?? null }))
  const settled = bigints(decisions.settled)
  return db.run`WITH visits AS (
      DELETE FROM gleaner.visits WHERE job = ${job} AND seq = ANY(${settled})
    ), referrers AS (
      DELETE FROM gleaner.referrers WHERE job = ${job} AND seq = ANY(${settled})
    ), rows AS (
      INSERT INTO gleaner.ledger (job, n, url, outcome, code, status, depth, found_on, more, referrers, elapsed_ms)
      SELECT ${job}, n, url, outcome, code, status, depth, found_on, more, string_to_array(referrers, ' '), elapsed_ms
      FROM ${tableOf("x", rows, rowColumns)}
    ), stored AS (
      UPDATE gleaner.documents d SET n = x.n
      FROM ${tableOf("x", decisions.storedDocuments, { seq: bigints, n: ints })} WHERE d.job = ${job} AND d.seq = x.seq
    ), dropped AS (
      DELETE FROM gleaner.documents WHERE job = ${job} AND seq = ANY(${bigints(droppedDocuments)})
    ), names AS (
      UPDATE gleaner.seen s SET at = x.at
      FROM ${tableOf("x", changedNames, { hash: bigints, at: bigints })} WHERE s.job = ${job} AND s.hash = x.hash
    ), texts AS (
      INSERT INTO gleaner.texts (job, hash) SELECT ${job}, h FROM unnest(${bigints(decisions.newTexts)}) AS x (h)
    ), waiting AS (
      INSERT INTO gleaner.referrers AS r (job, seq, pages)
      SELECT ${job}, seq, (array_agg(page))[1:${maxReferrers}]
      FROM ${tableOf("x", linksToWaiting, { seq: bigints, page: texts })} GROUP BY seq
      ON CONFLICT (job, seq) DO UPDATE SET pages = (r.pages || excluded.pages)[1:${maxReferrers}]
      WHERE cardinality(r.pages) < ${maxReferrers}
    ), failed AS (
      UPDATE gleaner.ledger l SET referrers = (coalesce(l.referrers, '{}') || x.pages)[1:${maxReferrers}]
      FROM (
        SELECT n, array_agg(page) AS pages FROM ${tableOf("x", linksToFailed, { n: ints, page: texts })} GROUP BY n
      ) x WHERE l.job = ${job} AND l.n = x.n
    ), errors AS (
      SELECT * FROM ${tableOf("x", errors, { n: ints, url: texts, code: texts, message: texts })}
    ), old AS (
      DELETE FROM gleaner.errors WHERE job = ${job} AND n <= (SELECT max(n) - ${maxErrors} FROM errors)
    )
    INSERT INTO gleaner.errors (job, n, url, code, message) SELECT ${job}, n, url, code, message FROM errors`
}
