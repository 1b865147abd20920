import { Schema } from "effect"
import { ago, type Db } from "../../statement.ts"

interface Ready {
  readonly job: number
  /** The first URL that is not settled. */
  readonly head: number
  readonly limit: number
  /** At most, but for the first visit. */
  readonly maxBytes: number
  /** Without order, visits are settled whatever is missing before them, if one of the following holds. */
  readonly isInOrder: boolean
  /** So many newer visits have ended. */
  readonly hold: number
  /** It ended so many milliseconds ago. */
  readonly reorderTimeout: number
  /** All visits together hold so many bytes. */
  readonly holdBytes: number
}

const Visit = Schema.Struct({
  record: Schema.Uint8Array,
  documentBytes: Schema.NullOr(Schema.Number),
  referrers: Schema.NullOr(Schema.Array(Schema.String))
})

/** Visits that may be settled now, in order. */
export const readyVisits = (
  db: Db,
  { head, hold, holdBytes, reorderTimeout, isInOrder, job, limit, maxBytes }: Ready
) =>
  db.rows(Visit)`WITH missing AS MATERIALIZED (
      SELECT least(
        (SELECT seq FROM gleaner.frontier WHERE job = ${job} AND seq >= ${head} ORDER BY seq LIMIT 1),
        (SELECT min(seq) FROM gleaner.leases WHERE job = ${job})) AS seq
    ), ready AS (
      SELECT seq, bytes, sum(bytes) OVER (ORDER BY seq) AS until FROM gleaner.visits
      WHERE job = ${job} AND (coalesce(seq < (SELECT seq FROM missing), true) OR NOT ${isInOrder} AND (
        ended_at < ${ago(reorderTimeout / 1000)}
        OR seq <= (SELECT seq FROM gleaner.visits WHERE job = ${job} ORDER BY seq DESC OFFSET ${hold} LIMIT 1)
        OR (SELECT sum(bytes) FROM gleaner.visits WHERE job = ${job}) >= ${holdBytes}))
      ORDER BY seq LIMIT ${limit}
    )
    SELECT v.record, d.bytes AS "documentBytes", r.pages AS referrers
    FROM ready JOIN gleaner.visits v ON v.job = ${job} AND v.seq = ready.seq
      LEFT JOIN gleaner.documents d ON d.job = ${job} AND d.seq = v.seq
      LEFT JOIN gleaner.referrers r ON r.job = ${job} AND r.seq = v.seq
    WHERE ready.until - ready.bytes < ${maxBytes} ORDER BY v.seq`

const Any = Schema.Struct({ hasVisits: Schema.Boolean })

/** Whether there could be any. */
export const hasVisits = (db: Db, job: number) =>
  db.first(Any)`SELECT EXISTS (SELECT FROM gleaner.visits WHERE job = ${job}) AS "hasVisits"`
