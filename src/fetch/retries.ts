import { Clock, Duration, Effect, Random, Result } from "effect"
import type { PageError } from "../domain/PageError.ts"
import type { SiteResponse } from "./send-once.ts"

type Outcome = Result.Result<SiteResponse, PageError>

const retryableStatus: ReadonlySet<number> = new Set([429, 502, 503, 504])
const firstPause = 500

/** Connection failures and the statuses that ask for it; never what would fail the same way again. */
export const isRetryable = (outcome: Outcome): boolean =>
  Result.isSuccess(outcome)
    ? retryableStatus.has(outcome.success.status)
    : outcome.failure.code === "fetch_failed" &&
      (outcome.failure.reason === "connect" || outcome.failure.reason === "reset")

/** How long to wait before the next try, in milliseconds: exponential with jitter, and never less than the site asks for. */
export const pause = Effect.fnUntraced(function*(tries: number, outcome: Outcome) {
  const backOff = firstPause * 2 ** tries * (0.5 + (yield* Random.next) / 2)
  return Math.max(backOff, Duration.toMillis((yield* retryAfterOf(outcome))?.delay ?? Duration.zero))
})

/** For a 429 or 503: the site's Retry-After (seconds or a date, RFC 9110 section 10.2.3), or an unnamed delay. */
export const retryAfterOf = (
  outcome: Outcome
): Effect.Effect<{ readonly delay: Duration.Duration | undefined } | undefined> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    if (Result.isFailure(outcome) || ![429, 503].includes(outcome.success.status)) return undefined
    const value = outcome.success.headers["retry-after"]?.trim()
    if (value === undefined) return { delay: undefined }
    if (/^\d{1,9}$/.test(value)) return { delay: Duration.seconds(Number(value)) }
    const date = Date.parse(value)
    return { delay: Number.isNaN(date) ? undefined : Duration.millis(Math.max(0, date - now)) }
  })
