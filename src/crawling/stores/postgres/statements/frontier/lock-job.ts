import { LockedJob } from "../../../shared/settlement/rows.ts"
import type { Db } from "../../statement.ts"

/**
 * Locks a job until the transaction ends. Statements that read under the lock come after it: within one statement
 * Postgres reads the locked row again after another transaction has changed it, and nothing else.
 */
export const lockJob = (db: Db, id: string) =>
  db.first(LockedJob)`SELECT job, owner, options, status, slot_at IS NOT NULL AS "hasSlot", max_pages AS "maxPages",
      hash_key AS "hashKey", head::float8 AS head, spent, admitted::float8 AS admitted, settled::float8 AS settled,
      cursors, known, listed, characters::float8 AS characters, base, was_full AS "wasFull", is_cut AS "isCut",
      seed_error AS "seedError", documents, errors, indexed,
      indexed_terms::float8 AS "indexedTerms"
    FROM gleaner.jobs WHERE id = ${id} FOR NO KEY UPDATE`
