import type { Fragment } from "effect/sql/Statement"
import { ago, sql } from "../../statement.ts"

/** Jobs whose retention, in seconds, is over, and that neither a schedule nor a crawl needs. */
export const isExpired = (retention: number): Fragment =>
  sql`(j.finished_at < (SELECT ${ago(retention)}) AND NOT j.is_pinned AND j.id NOT IN (
    SELECT since FROM gleaner.jobs WHERE since IS NOT NULL AND finished_at IS NULL))`

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
