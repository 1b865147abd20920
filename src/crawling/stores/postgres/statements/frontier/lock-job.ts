import { Schema } from "effect"
import { JobStatus } from "../../../../../core/domain/job/Job.ts"
import type { Db } from "../../statement.ts"

/** The row of a job while its lock is held: what settling and leasing need. */
export interface LockedJob extends Schema.Schema.Type<typeof LockedJob> {}
const LockedJob = Schema.Struct({
  job: Schema.Finite,
  owner: Schema.String,
  options: Schema.String,
  status: JobStatus,
  hasSlot: Schema.Boolean,
  maxPages: Schema.Finite,
  hashKey: Schema.BigInt,
  /** The first URL that is not settled. */
  head: Schema.Finite,
  spent: Schema.Finite,
  admitted: Schema.Finite,
  settled: Schema.Finite,
  known: Schema.Finite,
  listed: Schema.Finite,
  characters: Schema.Finite,
  base: Schema.NullOr(Schema.String),
  wasFull: Schema.Boolean,
  isCut: Schema.Boolean,
  seedError: Schema.NullOr(Schema.String),
  documents: Schema.Finite,
  errors: Schema.Finite
})

/**
 * Locks a job until the transaction ends. Statements that read under the lock come after it: within one statement
 * Postgres reads the locked row again after another transaction has changed it, and nothing else.
 */
export const lockJob = (db: Db, id: string) =>
  db.first(LockedJob)`SELECT job, owner, options, status, slot_at IS NOT NULL AS "hasSlot", max_pages AS "maxPages",
      hash_key AS "hashKey", head::float8 AS head, spent, admitted::float8 AS admitted, settled::float8 AS settled,
      known, listed, characters::float8 AS characters, base, was_full AS "wasFull", is_cut AS "isCut",
      seed_error AS "seedError", documents, errors
    FROM gleaner.jobs WHERE id = ${id} FOR NO KEY UPDATE`
