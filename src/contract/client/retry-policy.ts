/** Maximum number of times a request is sent. */
export const defaultTries = 4
/** Milliseconds. */
const firstDelay = 250
const maxDelay = 30_000
/** Seconds. Longer Retry-After values are returned to the caller. */
const maxRetryAfter = 90

/** The part of a `GleanerError` that decides about another try. */
export interface Failure {
  readonly code: string
  readonly status: number
  readonly retry_after?: number | undefined
}

export interface RetryPolicy {
  /** Resets the number of failures in a row. */
  readonly reset: () => void
  /** Milliseconds until the next try; undefined after the last try, and for a failure that no retry changes. */
  readonly delayAfter: (failure: Failure) => number | undefined
}

/** Waits as Retry-After says; without it twice as long each time, with jitter. */
export const retryPolicy = (tries: number, isTransient: (failure: Failure) => boolean): RetryPolicy => {
  let failures = 0
  return {
    reset: () => {
      failures = 0
    },
    delayAfter: (failure) => {
      failures++
      const { retry_after } = failure
      if (!isTransient(failure) || failures >= tries || (retry_after ?? 0) > maxRetryAfter) return undefined
      const doubled = Math.min(firstDelay * 2 ** (failures - 1), maxDelay) * (0.5 + Math.random() / 2)
      return retry_after === undefined ? doubled : retry_after * 1000
    }
  }
}

/**
 * A service that is overloaded, restarts or cannot be reached. A 503 that waiting does not change has no Retry-After.
 */
export const isTransient = ({ code, retry_after, status }: Failure): boolean =>
  code === "network_error" || ([429, 503].includes(status) && retry_after !== undefined)

/** Adds the answers of proxies while a service restarts: only for reading a job that has started. */
export const isTransientForJob = (failure: Failure): boolean =>
  isTransient(failure) || (failure.code === "unexpected_answer" && failure.status >= 502)

/** Seconds, of a Retry-After header field. */
export const retryAfterOf = (field: string | null | undefined): number | undefined => {
  const seconds = Number(field ?? "")
  return seconds > 0 ? seconds : undefined
}
