import { Context, type Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"

/** The quota of a key after one more request. */
export interface Counted {
  readonly remaining: number
  readonly resetAfter: Duration.Duration
  readonly isExceeded: boolean
}

/** Counts the requests of each key in windows of one length, over all nodes. */
export class RequestCounter extends Context.Service<RequestCounter, {
  count(key: string, limit: number, window: Duration.Duration): Effect.Effect<Counted, StoreUnavailable>
}>()("gleaner/crawling/stores/RequestCounter") {
  static readonly layerMemory = Layer.effect(
    RequestCounter,
    Effect.map(RateLimiter.RateLimiter, (limiter) =>
      RequestCounter.of({
        count: (key, limit, window) =>
          limiter.consume({ key, limit, window, onExceeded: "fail" }).pipe(
            Effect.map(({ remaining, resetAfter }) => ({ remaining, resetAfter, isExceeded: false })),
            Effect.catchReason(
              "RateLimiterError",
              "RateLimitExceeded",
              ({ retryAfter }) => Effect.succeed({ remaining: 0, resetAfter: retryAfter, isExceeded: true })
            ),
            Effect.orDie
          )
      }))
  ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(RateLimiter.layerStoreMemory))
}
