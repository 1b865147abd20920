import { maxReferrers } from "../../../../../core/domain/job/max-referrers.ts"
import { ledgerFullCode, maxErrors } from "../../../../jobs/accounting.ts"
import type { Batch } from "../../../shared/settlement/Batch.ts"
import { bigints, type Db, ints, tableOf, texts } from "../../statement.ts"
import { moreOf } from "../jobs/ledger-row.ts"

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

const indexedColumns = { place: ints, origin: texts, n: ints, length: ints, terms: texts }

export const recordSettlement = (db: Db, { changes, job: { job } }: Batch) => {
  const { settledSeqs } = changes
  // URLs have no spaces.
  const rows = changes.rows.map((row) => ({ ...row, more: moreOf(row), referrers: row.referrers?.join(" ") ?? null }))
  return db.run`WITH visits AS (
      DELETE FROM gleaner.visits WHERE job = ${job} AND seq = ANY(${bigints(settledSeqs)})
    ), referrers AS (
      DELETE FROM gleaner.referrers WHERE job = ${job} AND seq = ANY(${bigints(settledSeqs)})
    ), rows AS (
      INSERT INTO gleaner.ledger (job, n, url, outcome, code, status, depth, found_on, more, referrers, elapsed_ms)
      SELECT ${job}, n, url, outcome, code, status, depth, found_on, more, string_to_array(referrers, ' '), elapsed_ms
      FROM ${tableOf("x", rows, rowColumns)}
    ), named AS (
      INSERT INTO gleaner.needed_jobs AS n (job, id, is_named)
      SELECT ${job}, id, true FROM unnest(${texts([...changes.namedJobs])}) AS id
      ON CONFLICT (job, id) DO UPDATE SET is_named = true WHERE NOT n.is_named
    ), stored AS (
      UPDATE gleaner.documents d SET n = x.n
      FROM ${tableOf("x", changes.storedDocuments, { seq: bigints, n: ints })} WHERE d.job = ${job} AND d.seq = x.seq
    ), dropped AS (
      DELETE FROM gleaner.documents WHERE job = ${job} AND seq = ANY(${bigints(changes.droppedDocuments)})
    ), indexed AS (
      INSERT INTO gleaner.page_terms (job, place, origin, n, length, terms)
      SELECT ${job}, place, origin, n, length, terms FROM ${tableOf("x", changes.indexedPages, indexedColumns)}
    ), names AS (
      UPDATE gleaner.seen s SET at = x.at
      FROM ${
    tableOf("x", changes.changedNames, { hash: bigints, at: bigints })
  } WHERE s.job = ${job} AND s.hash = x.hash
    ), texts AS (
      INSERT INTO gleaner.texts (job, hash, url)
      SELECT ${job}, hash, url FROM ${tableOf("x", changes.newTexts, { hash: bigints, url: texts })}
    ), originals AS (
      INSERT INTO gleaner.originals (job, place, identity, simhash, url)
      SELECT ${job}, place, identity, simhash, url
      FROM ${tableOf("x", changes.newOriginals, { place: ints, identity: bigints, simhash: bigints, url: texts })}
    ), waiting AS (
      INSERT INTO gleaner.referrers AS r (job, seq, pages)
      SELECT ${job}, seq, (array_agg(page))[1:${maxReferrers}]
      FROM ${tableOf("x", changes.linksToWaiting, { seq: bigints, page: texts })} GROUP BY seq
      ON CONFLICT (job, seq) DO UPDATE SET pages = (r.pages || excluded.pages)[1:${maxReferrers}]
      WHERE cardinality(r.pages) < ${maxReferrers}
    ), failed AS (
      UPDATE gleaner.ledger l SET referrers = (coalesce(l.referrers, '{}') || x.pages)[1:${maxReferrers}]
      FROM (
        SELECT n, array_agg(page) AS pages FROM ${
    tableOf("x", changes.linksToFailed, { n: ints, page: texts })
  } GROUP BY n
      ) x WHERE l.job = ${job} AND l.n = x.n
    ), errors AS (
      SELECT * FROM ${tableOf("x", changes.errors, { n: ints, url: texts, code: texts, message: texts })}
    ), old AS (
      DELETE FROM gleaner.errors WHERE job = ${job} AND n <= (SELECT max(n) - ${maxErrors} FROM errors)
        AND code <> ${ledgerFullCode}
    )
    INSERT INTO gleaner.errors (job, n, url, code, message) SELECT ${job}, n, url, code, message FROM errors`
}
