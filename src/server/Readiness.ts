import { Context, Effect, Layer, Ref } from "effect"
import { JobStore } from "../jobs/JobStore.ts"

/** Whether the service takes work. */
export class Readiness extends Context.Service<Readiness, {
  /** `stopping` from the moment it is told to stop, and `store unavailable` while the job store is away. */
  readonly state: Effect.Effect<"ok" | "stopping" | "store unavailable">
  readonly stopping: Effect.Effect<void>
}>()("gleaner/server/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function*() {
      const store = yield* JobStore
      const isStopping = yield* Ref.make(false)
      const ofStore = Effect.match(store.ready, {
        onSuccess: () => "ok" as const,
        onFailure: () => "store unavailable" as const
      })
      return Readiness.of({
        state: Effect.flatMap(Ref.get(isStopping), (stopping) => stopping ? Effect.succeed("stopping") : ofStore),
        stopping: Ref.set(isStopping, true)
      })
    })
  )
}
