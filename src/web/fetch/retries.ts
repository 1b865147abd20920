import { Clock, Duration, Effect, Result } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { backOff, mayWorkNext } from "../net/back-off.ts"
import { isTooMuch, retryAfter } from "../net/retry-after.ts"
import type { SiteResponse } from "./send-once.ts"

type Outcome = Result.Result<SiteResponse, PageError>

const retryableStatus: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Connection failures, and the statuses that suggest another try. Nothing that would fail again in the same way. */
export const isRetryable = (outcome: Outcome): boolean =>
  Result.isSuccess(outcome)
    ? retryableStatus.has(outcome.success.status)
    : outcome.failure.code === "fetch_failed" && mayWorkNext(outcome.failure.reason)

/** How long to wait before the next try, in milliseconds: the back-off, and at least the Retry-After of the site. */
export const pause = Effect.fnUntraced(function*(tries: number, outcome: Outcome) {
  const asked = Result.isSuccess(outcome) && isTooMuch(outcome.success)
    ? retryAfter(outcome.success, yield* Clock.currentTimeMillis)
    : undefined
  return Math.max(yield* backOff(tries), Duration.toMillis(asked ?? Duration.zero))
})
