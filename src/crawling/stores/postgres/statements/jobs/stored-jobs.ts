import type { Fragment } from "effect/sql/Statement"
import { ago, sql } from "../../statement.ts"

/**
 * Jobs whose retention, in seconds, is over, that are no runs of a schedule, and that no other job needs. A node of an
 * earlier version writes `since` alone.
 */
export const isExpired = (retention: number): Fragment =>
  sql`(j.finished_at < (SELECT ${ago(retention)}) AND NOT j.is_pinned AND NOT EXISTS (
    SELECT FROM gleaner.needed_jobs n JOIN gleaner.jobs k ON k.job = n.job WHERE n.id = j.id
      AND (k.finished_at IS NULL OR k.is_pinned OR k.finished_at >= (SELECT ${ago(retention)}))
  ) AND j.id NOT IN (SELECT since FROM gleaner.jobs WHERE since IS NOT NULL AND finished_at IS NULL))`

/** The others, in a condition that an index need not serve. */
export const isStored = (retention: number): Fragment => sql`${isExpired(retention)} IS NOT TRUE`

/**
 * Amounts whose sums are the jobs that are not expired and their bytes. A trigger sums the finished jobs of each owner
 * up. Running jobs are few, and so are those that have expired and are not deleted yet.
 */
export const storedAmounts = (retention: number): Fragment =>
  sql`(
    SELECT owner, finished_jobs AS jobs, finished_bytes AS bytes FROM gleaner.owners
    UNION ALL SELECT owner, 1, bytes FROM gleaner.jobs WHERE finished_at IS NULL
    UNION ALL SELECT owner, -1, -bytes FROM gleaner.jobs j WHERE ${isExpired(retention)}
  ) AS stored`
