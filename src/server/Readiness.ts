import { Context, Effect, Layer, Ref } from "effect"

/** Whether the service takes work. False from the moment it is told to stop. */
export class Readiness extends Context.Service<Readiness, {
  readonly isReady: Effect.Effect<boolean>
  readonly stopping: Effect.Effect<void>
}>()("gleaner/server/Readiness") {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function*() {
      const ready = yield* Ref.make(true)
      return Readiness.of({ isReady: Ref.get(ready), stopping: Ref.set(ready, false) })
    })
  )
}
