/** Waits, or rejects with the reason of the signal as soon as it is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

export const pause: Pause = (milliseconds, signal) =>
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
