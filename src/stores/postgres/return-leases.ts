import { Effect } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { bigints, ints } from "./arrays.ts"
import type { Database } from "./Database.ts"
import { giveBack, leasesOf, lockJob } from "./sql/frontier.ts"

export interface HeldLease {
  readonly id: string
  readonly seq: bigint
  readonly token: bigint
}

/** Their URLs wait again. Jobs are locked in one order, so that two nodes that do it cannot wait for each other. */
export const returnLeases = (
  database: Database["Service"],
  leases: ReadonlyArray<HeldLease>
): Effect.Effect<void, StoreUnavailable> =>
  Effect.forEach(
    [...Map.groupBy(leases, ({ id }) => id)].toSorted(([a], [b]) => a < b ? -1 : 1),
    ([id, held]) =>
      Effect.gen(function*() {
        const [job] = yield* database.run<{ readonly job: number; readonly status: string }>(lockJob, [id])
        if (job === undefined) return
        yield* database.run(giveBack, [
          job.job,
          bigints(held.map(({ seq }) => seq)),
          bigints(held.map(({ token }) => token)),
          job.status === "running"
        ])
      }),
    { discard: true }
  )

/** All leases of these nodes. */
export const returnAll = (database: Database["Service"], nodes: ReadonlyArray<number>) =>
  Effect.flatMap(database.run<HeldLease>(leasesOf, [ints(nodes), null]), (held) => returnLeases(database, held))

/**
 * Leases of a job that we may or may not have got. Within a transaction: the lock of the job comes first, so that a
 * transaction that leases them has ended.
 */
export const returnToken = Effect.fnUntraced(
  function*(database: Database["Service"], id: string, node: number, token: bigint) {
    yield* database.run(lockJob, [id])
    yield* returnLeases(database, yield* database.run<HeldLease>(leasesOf, [ints([node]), token]))
  }
)
