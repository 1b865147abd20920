import { Schema } from "effect"
import type { Lease } from "../../../../crawl/model/Frontier.ts"
import type { KeptDocument } from "../../../shared/KeptDocuments.ts"
import type { EncodedVisit } from "../../../shared/settlement/visit-bytes.ts"
import type { Db } from "../../statement.ts"

const Ended = Schema.Struct({ ok: Schema.Finite })

/**
 * Ends a visit, if this node still has the lease. Returns a row if the visit has ended, by this statement or by an
 * earlier one with the same record, whose answer was lost. A settled visit returns no row.
 */
export const endVisit = (
  db: Db,
  { job, node }: { readonly job: number; readonly node: number },
  { seq, token }: Lease,
  { record, size }: EncodedVisit,
  document: KeptDocument | null,
  fingerprint: Uint8Array | null
) => {
  const [body, ref] = typeof document === "string" ? [null, document] : [document, null]
  const bytes = document === null ? 0 : document.length + (fingerprint?.length ?? 0)
  return db.first(Ended)`WITH sent AS MATERIALIZED (
      SELECT ${bytes}::int AS bytes, ${body}::bytea AS body, ${ref}::text AS ref,
        ${record}::bytea AS record, ${fingerprint}::bytea AS fingerprint
    ), mine AS (
      DELETE FROM gleaner.leases
      WHERE job = ${job} AND seq = ${seq} AND node = ${node} AND token = ${BigInt(token)}
      RETURNING job, seq
    ), running AS (
      SELECT mine.* FROM mine JOIN gleaner.jobs USING (job) WHERE status = 'running'
    ), document AS (
      INSERT INTO gleaner.documents (job, seq, bytes, body, ref, fingerprint)
      SELECT job, seq, bytes, body, ref, fingerprint FROM running, sent WHERE body IS NOT NULL OR ref IS NOT NULL
    ), made AS (
      INSERT INTO gleaner.visits (job, seq, record, bytes)
      SELECT job, seq, record, ${size + bytes} FROM running, sent RETURNING 1
    )
    SELECT 1 AS ok FROM made
    UNION ALL SELECT 1 FROM gleaner.visits
    WHERE job = ${job} AND seq = ${seq} AND record = (SELECT record FROM sent)
      AND NOT EXISTS (SELECT FROM mine)`
}
