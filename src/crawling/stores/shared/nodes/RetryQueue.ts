import { Context, Effect, Layer, Queue, Schedule } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import { repeatedly } from "../../../../core/observability/repeatedly.ts"
import { Settings } from "../../../../core/settings/Settings.ts"

/**
 * Returns of leases of domains and of URLs, retried until the connection is back. A live node that keeps one by
 * mistake would keep it for ever.
 */
export class RetryQueue extends Context.Service<RetryQueue, {
  /** Runs it now. If the store is unavailable, it runs when the store is back. It may run twice. */
  run(statement: Effect.Effect<unknown, StoreUnavailable>): Effect.Effect<void>
}>()("gleaner/crawling/stores/shared/nodes/RetryQueue") {
  static readonly layer = Layer.effect(
    RetryQueue,
    Effect.gen(function*() {
      const { nodeBeat } = yield* Settings
      const queue = yield* Queue.unbounded<Effect.Effect<unknown, StoreUnavailable>>()
      const runNext = Effect.flatMap(Queue.take(queue), Effect.retry(Schedule.spaced(nodeBeat)))
      yield* repeatedly("returning leases", Effect.forever(runNext), nodeBeat)
      return RetryQueue.of({
        run: (statement) => Effect.catch(Effect.asVoid(statement), () => Effect.asVoid(Queue.offer(queue, statement)))
      })
    })
  )
}
