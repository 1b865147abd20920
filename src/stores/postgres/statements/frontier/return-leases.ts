import { Schema } from "effect"
import { JobId } from "../../../../domain/job/Job.ts"
import { bigints, type Db, ints, tableOf } from "../../statement.ts"

export interface HeldLease extends Schema.Schema.Type<typeof HeldLease> {}
const HeldLease = Schema.Struct({ id: JobId, seq: Schema.BigInt, token: Schema.BigInt })

/** The leases of these nodes, with one token, or with null all. */
export const findLeases = (db: Db, nodes: ReadonlyArray<number>, token: bigint | null) =>
  db.rows(HeldLease)`SELECT id, seq, token FROM gleaner.leases JOIN gleaner.jobs USING (job)
      WHERE node = ANY(${ints(nodes)}) AND (${token}::bigint IS NULL OR token = ${token}) ORDER BY job, seq`

interface Returned {
  readonly job: number
  /** Nothing waits in a job that is final. */
  readonly isRunning: boolean
  readonly leases: ReadonlyArray<HeldLease>
}

/** Leased URLs wait again. Under the lock of their job. */
export const returnLeased = (db: Db, { isRunning, job, leases }: Returned) =>
  db.run`WITH mine AS (
      DELETE FROM gleaner.leases l USING ${tableOf("x", leases, { seq: bigints, token: bigints })}
      WHERE l.job = ${job} AND l.seq = x.seq AND l.token = x.token RETURNING l.*
    ), back AS (
      INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
      SELECT job, seq, domain, url, depth, found_on FROM mine WHERE ${isRunning}
    )
    UPDATE gleaner.lines l SET first = least(l.first, m.first)
    FROM (SELECT domain, min(seq) AS first FROM mine GROUP BY domain) m
    WHERE l.job = ${job} AND l.domain = m.domain AND ${isRunning}`
