import { Effect, Semaphore } from "effect"
import type { Lease } from "../../../crawl/model/Frontier.ts"
import type { Database } from "../Database.ts"
import type { RetryQueue } from "../RetryQueue.ts"
import { returnLeases } from "./return-leases.ts"

/** The leases of one job that this node holds. When the scope closes, they go back. */
export const heldLeases = Effect.fnUntraced(function*(database: Database["Service"], retries: RetryQueue["Service"]) {
  const held = new Map<number, Lease>()
  const returning: Array<Lease> = []
  const returns = yield* Semaphore.make(1)

  const returnAll = Effect.suspend(() => {
    const all = returning.splice(0).map(({ job, seq, token }) => ({ id: job, seq: BigInt(seq), token: BigInt(token) }))
    return all.length === 0 ? Effect.void : retries.run(database.transaction(returnLeases(database, all)))
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
