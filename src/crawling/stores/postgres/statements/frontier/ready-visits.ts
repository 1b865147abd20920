import { Duration } from "effect"
import type { CrawlOptions } from "../../../../../core/domain/job/Job.ts"
import { reorderBuffer, reorderTimeout, settleBatchSize } from "../../../../crawl/model/frontier-bounds.ts"
import { type LockedJob, ReadyVisit } from "../../../shared/settlement/rows.ts"
import { ago, type Db } from "../../statement.ts"

export const readyVisits = (db: Db, job: LockedJob, { scope }: CrawlOptions, crawlHold: number, ends: boolean) => {
  const isInOrder = !ends && scope !== "any"
  const newer = ends ? 0 : reorderBuffer
  const timeout = ends ? 0 : Duration.toSeconds(reorderTimeout)
  return db.rows(ReadyVisit)`WITH missing AS MATERIALIZED (
        SELECT least(
          (SELECT seq FROM gleaner.frontier WHERE job = ${job.job} AND seq >= ${job.head} ORDER BY seq LIMIT 1),
          (SELECT min(seq) FROM gleaner.leases WHERE job = ${job.job})) AS seq
      ), ready AS (
        SELECT seq, bytes, sum(bytes) OVER (ORDER BY seq) AS until FROM gleaner.visits
        WHERE job = ${job.job} AND (coalesce(seq < (SELECT seq FROM missing), true) OR NOT ${isInOrder} AND (
          ended_at < ${ago(timeout)}
          OR seq <= (SELECT seq FROM gleaner.visits WHERE job = ${job.job} ORDER BY seq DESC OFFSET ${newer} LIMIT 1)
          OR (SELECT sum(bytes) FROM gleaner.visits WHERE job = ${job.job}) >= ${crawlHold}))
        ORDER BY seq LIMIT ${settleBatchSize}
      )
      SELECT v.record, d.bytes AS "documentBytes", r.pages AS referrers
      FROM ready JOIN gleaner.visits v ON v.job = ${job.job} AND v.seq = ready.seq
        LEFT JOIN gleaner.documents d ON d.job = ${job.job} AND d.seq = v.seq
        LEFT JOIN gleaner.referrers r ON r.job = ${job.job} AND r.seq = v.seq
      WHERE ready.until - ready.bytes < ${batchBytes} ORDER BY v.seq`
}

/** In one step, but for the first visit, which may be larger. */
const batchBytes = 4 * 1024 * 1024
