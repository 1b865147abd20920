import { Schema } from "effect"
import type { Db } from "../../statement.ts"
import { storedAmounts } from "./stored-jobs.ts"

const Stored = Schema.Struct({ jobs: Schema.Finite, bytes: Schema.Finite })

/** Stored jobs and their bytes, of one owner, or with null of all. */
export const countStored = (db: Db, retention: number, owner: string | null) =>
  db.one(Stored)`SELECT coalesce(sum(jobs), 0)::int AS jobs, coalesce(sum(bytes), 0)::float8 AS bytes
      FROM ${storedAmounts(retention)} WHERE ${owner}::text IS NULL OR owner = ${owner}`

const Active = Schema.Struct({ owner: Schema.String, jobs: Schema.Finite })

/** Queued and running jobs of each owner that has some. */
export const countActive = (db: Db) =>
  db.rows(Active)`SELECT owner, count(*)::int AS jobs FROM gleaner.jobs WHERE finished_at IS NULL GROUP BY owner`

const Statuses = Schema.Struct({ queued: Schema.Finite, running: Schema.Finite, queueAge: Schema.Finite })

/** `queueAge`: seconds since the oldest queued job was made. */
export const countByStatus = (db: Db) =>
  db.one(Statuses)`SELECT (count(*) FILTER (WHERE status = 'queued'))::int AS queued,
        (count(*) FILTER (WHERE status = 'running'))::int AS running,
        coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE status = 'queued')), 0)::float8
          AS "queueAge"
      FROM gleaner.jobs WHERE finished_at IS NULL`
