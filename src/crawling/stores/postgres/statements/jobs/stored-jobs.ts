import type { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { StoreUnavailable } from "../../../../../core/domain/errors/StoreUnavailable.ts"
import { ago, type Db, sql } from "../../statement.ts"

/**
 * Jobs whose retention, in seconds, is over, that are not runs of a schedule, and that no other job needs. A node of an
 * earlier version writes only `since`.
 */
export const isExpired = (retention: number): Fragment =>
  sql`(j.finished_at < (SELECT ${ago(retention)}) AND NOT j.is_pinned AND NOT EXISTS (
    SELECT FROM gleaner.needed_jobs n JOIN gleaner.jobs k ON k.job = n.job WHERE n.id = j.id
      AND (k.finished_at IS NULL OR k.is_pinned OR k.finished_at >= (SELECT ${ago(retention)}))
  ) AND j.id NOT IN (SELECT since FROM gleaner.jobs WHERE since IS NOT NULL AND finished_at IS NULL))`

/** The others, in a condition that an index need not serve. */
export const isStored = (retention: number): Fragment => sql`${isExpired(retention)} IS NOT TRUE`

/**
 * Amounts whose sums are the jobs that are not expired and their bytes. The finished jobs of each owner are summed up;
 * {@link addChanges}. Running jobs are few, and so are those that have expired and are not deleted yet.
 */
export const storedAmounts = (retention: number): Fragment =>
  sql`(
    SELECT owner, finished_jobs AS jobs, finished_bytes AS bytes FROM gleaner.owners
    UNION ALL SELECT owner, jobs, bytes FROM gleaner.count_changes
    UNION ALL SELECT owner, 1, bytes FROM gleaner.jobs WHERE finished_at IS NULL
    UNION ALL SELECT owner, -1, -bytes FROM gleaner.jobs j WHERE ${isExpired(retention)}
  ) AS stored`

/** Adds the changes that triggers have written to the sums. In the order in which new jobs lock their owners. */
export const addChanges = (db: Db): Effect.Effect<void, StoreUnavailable> =>
  db.run`WITH gone AS (DELETE FROM gleaner.count_changes RETURNING owner, jobs, bytes)
    INSERT INTO gleaner.owners AS o (owner, made, finished_jobs, finished_bytes)
    SELECT owner, 0, sum(jobs), sum(bytes) FROM gone GROUP BY owner ORDER BY owner
    ON CONFLICT (owner) DO UPDATE SET finished_jobs = o.finished_jobs + excluded.finished_jobs,
      finished_bytes = o.finished_bytes + excluded.finished_bytes`
