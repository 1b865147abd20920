import { Effect, Schema } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../../core/domain/job/Job.ts"
import { bigints, type Db, ints, tableOf } from "../statement.ts"
import { lockJob } from "../statements/frontier/lock-job.ts"

interface HeldLease extends Schema.Schema.Type<typeof HeldLease> {}
const HeldLease = Schema.Struct({ id: JobId, seq: Schema.BigInt, token: Schema.BigInt })

/** Leased URLs wait again. Jobs are locked in one order, so two nodes that do it cannot wait for each other. */
export const returnLeases = (
  database: Db,
  leases: ReadonlyArray<HeldLease>
): Effect.Effect<void, StoreUnavailable> =>
  Effect.forEach(
    [...Map.groupBy(leases, ({ id }) => id)].toSorted(([a], [b]) => a < b ? -1 : 1),
    ([id, ofJob]) =>
      Effect.flatMap(lockJob(database, id), (locked) =>
        locked === undefined
          ? Effect.void
          : returnLeased(database, { job: locked.job, isRunning: locked.status === "running", leases: ofJob })),
    { discard: true }
  )

/** All leases of these nodes. */
export const returnAll = (database: Db, nodes: ReadonlyArray<number>) =>
  Effect.flatMap(findLeases(database, nodes, null), (leases) => returnLeases(database, leases))

/**
 * Returns the leases of a request whose answer was lost. Within a transaction: the lock of the job comes first, so
 * the transaction that leases them has ended.
 */
export const returnToken = Effect.fnUntraced(function*(database: Db, id: string, node: number, token: bigint) {
  yield* lockJob(database, id)
  yield* returnLeases(database, yield* findLeases(database, [node], token))
})

/** The leases of these nodes, with one token, or with null all. */
const findLeases = (db: Db, nodes: ReadonlyArray<number>, token: bigint | null) =>
  db.rows(HeldLease)`SELECT id, seq, token FROM gleaner.leases JOIN gleaner.jobs USING (job)
      WHERE node = ANY(${ints(nodes)}) AND (${token}::bigint IS NULL OR token = ${token}) ORDER BY job, seq`

interface Returned {
  readonly job: number
  /** Nothing waits in a job that is final. */
  readonly isRunning: boolean
  readonly leases: ReadonlyArray<HeldLease>
}

/** Leased URLs wait again. Under the lock of their job. */
const returnLeased = (db: Db, { isRunning, job, leases }: Returned) =>
  db.run`WITH mine AS (
      DELETE FROM gleaner.leases l USING ${tableOf("x", leases, { seq: bigints, token: bigints })}
      WHERE l.job = ${job} AND l.seq = x.seq AND l.token = x.token RETURNING l.*
    ), back AS (
      INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
      SELECT job, seq, domain, url, depth, found_on FROM mine WHERE ${isRunning}
    )
    UPDATE gleaner.domain_queues l SET first = least(l.first, m.first)
    FROM (SELECT domain, min(seq) AS first FROM mine GROUP BY domain) m
    WHERE l.job = ${job} AND l.domain = m.domain AND ${isRunning}`
