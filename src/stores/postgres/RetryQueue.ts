import { Context, Effect, Layer, Queue, Schedule } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { Settings } from "../../Settings.ts"
import { repeatedly } from "../repeatedly.ts"

/**
 * Gates and leases that this node must give back, whatever happens to the connection. A node that is alive and holds
 * one by mistake would hold it for ever.
 */
export class RetryQueue extends Context.Service<RetryQueue, {
  /** Runs it now. If the store is away, it runs when the store is back. It may run twice. */
  run(statement: Effect.Effect<unknown, StoreUnavailable>): Effect.Effect<void>
}>()("gleaner/stores/postgres/RetryQueue") {
  static readonly layer = Layer.effect(
    RetryQueue,
    Effect.gen(function*() {
      const { nodeBeat } = yield* Settings
      const queue = yield* Queue.unbounded<Effect.Effect<unknown, StoreUnavailable>>()
      const runNext = Effect.flatMap(Queue.take(queue), Effect.retry(Schedule.spaced(nodeBeat)))
      yield* repeatedly("giving back what this node held", Effect.forever(runNext), nodeBeat)
      return RetryQueue.of({
        run: (statement) => Effect.catch(Effect.asVoid(statement), () => Effect.asVoid(Queue.offer(queue, statement)))
      })
    })
  )
}
