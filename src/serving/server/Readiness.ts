import { Context, Deferred, Effect, Layer } from "effect"
import { monotonicMillis } from "../../core/kernel/RequestContext.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { JobStore } from "../../crawling/jobs/JobStore.ts"

/** Whether the service takes work. */
export class Readiness extends Context.Service<Readiness, {
  /**
   * The answer to a readiness probe. `stopping` from the signal to stop on, and `store unavailable` while the
   * job store is unavailable.
   */
  readonly probe: Effect.Effect<"ok" | "stopping" | "store unavailable">
  /** From now on the service is stopping. */
  readonly stop: Effect.Effect<void>
  /** Returns when the service is stopping. */
  readonly stopping: Effect.Effect<void>
  /** Returns when probes have had the time to see that the service is stopping; at once if no probe watches it. */
  readonly noticed: Effect.Effect<void>
}>()("gleaner/serving/server/Readiness") {
  static readonly layerNoDeps = Layer.effect(
    Readiness,
    Effect.gen(function*() {
      const store = yield* JobStore
      const { shutdownDelay } = yield* Settings
      const stopping = yield* Deferred.make<void>()
      /** Times of the last two answers `ok`, the newer one first. */
      let [last, before] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
      const ofStore = Effect.matchEffect(store.ready, {
        onSuccess: () =>
          Effect.map(monotonicMillis, (now) => {
            ;[last, before] = [now, last]
            return "ok" as const
          }),
        onFailure: () => Effect.succeed("store unavailable" as const)
      })
      return Readiness.of({
        probe: Effect.suspend(() => Deferred.isDoneUnsafe(stopping) ? Effect.succeed("stopping") : ofStore),
        stop: Effect.asVoid(Deferred.succeed(stopping, undefined)),
        stopping: Deferred.await(stopping),
        // A script that waits for the start polls until it gets `ok` once. A load balancer continues to poll.
        noticed: Effect.flatMap(
          monotonicMillis,
          (now) => now - before < watchedFor ? Effect.sleep(shutdownDelay) : Effect.void
        )
      })
    })
  )
}

/** In milliseconds. Longer than the interval of most probes. */
const watchedFor = 120_000
