import { Clock, Effect } from "effect"
import { log } from "../../core/observability/log-lines.ts"

/** Logs once that the store is unavailable and why, and once that it is back. */
export interface StoreWatch {
  readonly failed: (operation: string, reason: string) => Effect.Effect<void>
  /** Logs once that the data of the store are damaged. */
  readonly damaged: (reason: string) => Effect.Effect<void>
  readonly worked: (operation: string) => Effect.Effect<void>
}

export const storeWatch = (): StoreWatch => {
  /** Operations whose last attempt failed: a full disk fails writes and lets reads pass. */
  const failing = new Set<string>()
  let since = 0
  let isDamaged = false
  return {
    damaged: (reason) =>
      Effect.suspend(() => {
        if (isDamaged) return Effect.void
        isDamaged = true
        return Effect.logError(`the job store is damaged: ${reason}; repair it, or restore a backup`)
      }),
    failed: (operation, reason) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const isNews = failing.size === 0
        failing.add(operation)
        if (!isNews) return Effect.void
        since = now
        return Effect.logWarning(`the job store is unavailable: ${reason}`)
      }),
    worked: (operation) =>
      Effect.suspend(() => {
        if (failing.size === 0 || !failing.delete(operation) || failing.size > 0) return Effect.void
        return Effect.flatMap(
          Clock.currentTimeMillis,
          (now) => log("the job store is back", { "store.away": (now - since) / 1000 })
        )
      })
  }
}
