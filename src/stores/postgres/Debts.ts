import { Context, Effect, Layer, Queue, Schedule } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { Settings } from "../../Settings.ts"
import { repeatedly } from "../repeatedly.ts"

/**
 * Gates and leases that this node no longer holds and must give back, whatever happens to the connection. A living node
 * that kept one by mistake would keep it for ever.
 */
export class Debts extends Context.Service<Debts, {
  /** Runs it now. If the store is away, it runs when the store is back. It may run twice. */
  pay(statement: Effect.Effect<unknown, StoreUnavailable>): Effect.Effect<void>
}>()("gleaner/stores/postgres/Debts") {
  static readonly layer = Layer.effect(
    Debts,
    Effect.gen(function*() {
      const { nodeBeat } = yield* Settings
      const owed = yield* Queue.unbounded<Effect.Effect<unknown, StoreUnavailable>>()
      const payNext = Effect.flatMap(Queue.take(owed), Effect.retry(Schedule.spaced(nodeBeat)))
      yield* repeatedly("giving back what this node held", Effect.forever(payNext), nodeBeat)
      return Debts.of({
        pay: (statement) => Effect.catch(Effect.asVoid(statement), () => Effect.asVoid(Queue.offer(owed, statement)))
      })
    })
  )
}
