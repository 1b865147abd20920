import { Schema } from "effect"
import type { Db } from "../../statement.ts"

interface EndedVisit {
  readonly job: number
  readonly seq: number
  readonly node: number
  readonly token: bigint
  readonly record: Uint8Array
  /** Of record and document. */
  readonly bytes: number
  /** The document, or where it is. */
  readonly body: Uint8Array | null
  readonly ref: string | null
  readonly documentBytes: number
}

const Ended = Schema.Struct({ ok: Schema.Number })

/**
 * Ends a visit, if the lease is still this node's. Returns a row if the visit has ended, by this statement or by an
 * earlier one with the same record, whose answer was lost. A settled visit gives no row any more.
 */
export const endVisit = (db: Db, visit: EndedVisit) =>
  db.first(Ended)`WITH sent AS MATERIALIZED (
      SELECT ${visit.documentBytes}::int AS bytes, ${visit.body}::bytea AS body, ${visit.ref}::text AS ref,
        ${visit.record}::bytea AS record
    ), mine AS (
      DELETE FROM gleaner.leases
      WHERE job = ${visit.job} AND seq = ${visit.seq} AND node = ${visit.node} AND token = ${visit.token}
      RETURNING job, seq
    ), running AS (
      SELECT mine.* FROM mine JOIN gleaner.jobs USING (job) WHERE status = 'running'
    ), document AS (
      INSERT INTO gleaner.documents (job, seq, bytes, body, ref)
      SELECT job, seq, bytes, body, ref FROM running, sent WHERE body IS NOT NULL OR ref IS NOT NULL
    ), made AS (
      INSERT INTO gleaner.visits (job, seq, record, bytes)
      SELECT job, seq, record, ${visit.bytes} FROM running, sent RETURNING 1
    )
    SELECT 1 AS ok FROM made
    UNION ALL SELECT 1 FROM gleaner.visits
    WHERE job = ${visit.job} AND seq = ${visit.seq} AND record = (SELECT record FROM sent)
      AND NOT EXISTS (SELECT FROM mine)`
