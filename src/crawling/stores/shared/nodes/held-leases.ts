import { Effect, Semaphore } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import type { Lease } from "../../../crawl/model/Frontier.ts"
import type { RetryQueue } from "./RetryQueue.ts"

interface ReturnedLease {
  readonly id: JobId
  readonly seq: bigint
  readonly token: bigint
}

/** The leases of one job that this node holds. When the scope closes, they go back, by one transaction of the store. */
export const heldLeases = Effect.fnUntraced(function*(
  retries: RetryQueue["Service"],
  returnLeases: (leases: ReadonlyArray<ReturnedLease>) => Effect.Effect<unknown, StoreUnavailable>
) {
  const held = new Map<number, Lease>()
  const returning: Array<Lease> = []
  const returns = yield* Semaphore.make(1)

  const returnAll = Effect.suspend(() => {
    const all = returning.splice(0).map(({ job, seq, token }) => ({ id: job, seq: BigInt(seq), token: BigInt(token) }))
    return all.length === 0 ? Effect.void : retries.run(returnLeases(all))
  })

  /** Leases that are given back at the same time share a transaction. */
  const giveBack = (leases: ReadonlyArray<Lease>) =>
    Effect.suspend(() => {
      returning.push(...leases)
      for (const { seq } of leases) held.delete(seq)
      return returns.withPermit(returnAll)
    }).pipe(Effect.uninterruptible)

  yield* Effect.addFinalizer(() => giveBack([...held.values()]))

  return {
    add: (leases: ReadonlyArray<Lease>) => {
      for (const lease of leases) held.set(lease.seq, lease)
    },
    /** Its visit has ended. */
    remove: ({ seq }: Lease) => void held.delete(seq),
    giveBack
  }
})
