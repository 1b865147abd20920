import { Effect, FiberSet } from "effect"
import type { Shares } from "../../core/kernel/fair/Shares.ts"
import type { TakenWebhook, WebhookStore } from "./WebhookStore.ts"

/** Leases due webhooks of owners below their limit of sockets, and serves each in a fiber of `busy`. */
export const takeWebhooks = Effect.fnUntraced(function*(
  store: WebhookStore["Service"],
  sockets: Shares,
  busy: FiberSet.FiberSet<void, never>,
  serve: (taken: TakenWebhook) => Effect.Effect<void>
) {
  for (let left = batchSize; left > 0;) {
    const { atLimit, capacity, total } = sockets
    if (total >= capacity.units + capacity.reserve) return
    // One at a time from the reserve: each one changes which owners may have the next.
    const limit = Math.max(1, Math.min(left, capacity.units - total))
    const batch = yield* store.take(limit, atLimit)
    for (const taken of batch) {
      sockets.take(taken.owner)
      yield* FiberSet.run(busy, Effect.ensuring(serve(taken), Effect.sync(() => sockets.release(taken.owner))))
    }
    if (batch.length < limit) return
    left -= batch.length
  }
})

/** Webhooks leased in each poll. */
const batchSize = 16
