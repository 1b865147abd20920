import type { GleanerError } from "./GleanerError.ts"

/** Milliseconds. */
const firstWait = 250
const maxWait = 30_000
/** Seconds. Who is told to wait for longer had better decide that. */
const maxRetryAfter = 90

/** How often a failure in a row is followed by another try, and when. */
export interface RetryPolicy {
  /** Something came: failures are counted anew. */
  readonly reset: () => void
  /** Waits until the next try. Throws the error if there were enough tries, or if another one would be no use. */
  readonly after: (error: unknown) => Promise<void>
}

/** Waits as Retry-After says; without it twice as long each time, with jitter. */
export const timeout = (
  tries: number,
  isPassing: (error: unknown) => error is GleanerError,
  signal: AbortSignal | undefined
): RetryPolicy => {
  let failures = 0
  return {
    reset: () => {
      failures = 0
    },
    after: async (error) => {
      failures++
      if (!isPassing(error) || failures >= tries || (error.retry_after ?? 0) > maxRetryAfter) throw error
      const doubled = Math.min(firstWait * 2 ** (failures - 1), maxWait) * (0.5 + Math.random() / 2)
      await pause(error.retry_after === undefined ? doubled : error.retry_after * 1000, signal)
    }
  }
}

/** Waits, or throws the reason of the signal as soon as it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener("abort", stop, { once: true })
  })
