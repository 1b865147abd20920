import { Effect, FiberSet } from "effect"
import type { Shares } from "../kernel/Shares.ts"
import type { TakenWebhook, WebhookStore } from "./WebhookStore.ts"

/** Takes webhooks that are due, of owners that may have one more socket, and serves each in a fiber of `busy`. */
export const takeWebhooks = Effect.fnUntraced(function*(
  store: WebhookStore["Service"],
  sockets: Shares,
  busy: FiberSet.FiberSet<void, never>,
  serve: (taken: TakenWebhook) => Effect.Effect<void>
) {
  for (let left = batchSize; left > 0;) {
    const { atLimit, capacity, total } = sockets
    if (total >= capacity.units + capacity.reserve) return
    // Each one of the reserve changes who may have the next.
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

/** Webhooks taken from the store each time. */
const batchSize = 16
