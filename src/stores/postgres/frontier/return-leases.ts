import { Effect } from "effect"
import type { StoreUnavailable } from "../../../domain/errors/StoreUnavailable.ts"
import type { Db } from "../statement.ts"
import { lockJob } from "../statements/frontier/lock-job.ts"
import { findLeases, type HeldLease, returnLeased } from "../statements/frontier/return-leases.ts"

/** Leased URLs wait again. Jobs are locked in one order, so that two nodes that do it cannot wait for each other. */
export const returnLeases = (
  database: Db,
  leases: ReadonlyArray<HeldLease>
): Effect.Effect<void, StoreUnavailable> =>
  Effect.forEach(
    [...Map.groupBy(leases, ({ id }) => id)].toSorted(([a], [b]) => a < b ? -1 : 1),
    ([id, leases]) =>
      Effect.flatMap(lockJob(database, id), (locked) =>
        locked === undefined
          ? Effect.void
          : returnLeased(database, { job: locked.job, isRunning: locked.status === "running", leases })),
    { discard: true }
  )

/** All leases of these nodes. */
export const returnAll = (database: Db, nodes: ReadonlyArray<number>) =>
  Effect.flatMap(findLeases(database, nodes, null), (leases) => returnLeases(database, leases))

/**
 * Returns the leases of a request whose answer was lost. Within a transaction: the lock of the job comes first, so that
 * the transaction that leases them has ended.
 */
export const returnToken = Effect.fnUntraced(function*(database: Db, id: string, node: number, token: bigint) {
  yield* lockJob(database, id)
  yield* returnLeases(database, yield* findLeases(database, [node], token))
})
