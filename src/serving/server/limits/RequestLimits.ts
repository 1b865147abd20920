import { Context, Duration, Effect, Layer, Predicate, type Types } from "effect"
import type { HttpServerResponse } from "effect/http"
import { Caller } from "../../../contract/api/Caller.ts"
import { RateLimited } from "../../../contract/api/Problems.ts"
import { RequestLimits } from "../../../contract/api/RequestLimits.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { RequestCounter } from "../../../crawling/stores/RequestCounter.ts"
import { answerFields } from "../http/answer-fields.ts"
import { overStore } from "../problems/store-problems.ts"

const window = Duration.minutes(1)

/** How many requests the key has made in this minute, the current one included. */
export const RequestsUsed = Context.Reference<number>("gleaner/server/RequestsUsed", { defaultValue: () => 0 })

/**
 * Counts a request under a name, in a fixed window of one minute. `remaining` is how many are left, `reset` the seconds
 * to the next window. There is a `refusal` if the request is one too many.
 */
export const requestCount = Effect.gen(function*() {
  const { rateLimit: limit } = yield* Settings
  const counter = yield* RequestCounter
  return Effect.fnUntraced(function*(name: string) {
    const { isExceeded, remaining, resetAfter } = yield* overStore(counter.count(name, limit, window))
    const reset = Math.max(1, Math.ceil(Duration.toSeconds(resetAfter)))
    return { remaining, reset, refusal: isExceeded ? tooFast(limit, reset) : undefined }
  })
})

/** A fixed window of one minute for each key. */
export const requestLimits = Layer.effect(
  RequestLimits,
  Effect.gen(function*() {
    const { rateLimit: limit } = yield* Settings
    const count = yield* requestCount
    return RequestLimits.of(Effect.fnUntraced(function*(handler) {
      const { name } = yield* Caller
      const { refusal, remaining, reset } = yield* Effect.tapError(count(name), retryAfter)
      yield* answerFields({
        "ratelimit-policy": `"per-key";q=${limit};w=${Duration.toSeconds(window)}`,
        "ratelimit": `"per-key";r=${remaining};t=${reset}`
      })
      const answer: Effect.Effect<HttpServerResponse.HttpServerResponse, RateLimited | Types.unhandled> =
        refusal === undefined
          ? Effect.provideService(handler, RequestsUsed, limit - remaining)
          : Effect.fail(refusal)
      return yield* Effect.tapError(answer, retryAfter)
    }))
  })
)

/** A problem with a retry_after also gets the Retry-After header. */
const retryAfter = (error: unknown) =>
  Predicate.hasProperty(error, "retry_after") && Predicate.isNumber(error.retry_after)
    ? answerFields({ "retry-after": String(error.retry_after) })
    : Effect.void

const tooFast = (limit: number, reset: number): RateLimited =>
  new RateLimited({
    detail: `This key has used its ${limit} requests of this minute; try again in ${reset} s.`,
    retry_after: reset
  })
