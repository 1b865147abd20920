import { Effect, Layer } from "effect"
import type { Settings } from "../../../src/core/settings/Settings.ts"
import type { Stores } from "../../../src/crawling/stores/configured-stores.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { sqliteStoresNoDeps } from "../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { SqliteThread } from "../../../src/crawling/stores/sqlite/SqliteThread.ts"
import { withoutSleep } from "../../support/stores/without-sleep.ts"

export interface SimulatedEngine {
  /** Opened again at each restart; a store in memory is not. */
  readonly stores: Layer.Layer<Stores, unknown, Settings>
  readonly isDurable: boolean
  /** Whether no call of the engine is under way. Virtual time passes only then, so that a seed gives one life. */
  readonly isIdle: () => boolean
}

export const memoryEngine: SimulatedEngine = {
  stores: Layer.provide(memoryStore, withoutSleep),
  isDurable: false,
  isIdle: () => true
}

export const sqliteEngine = (file: string): SimulatedEngine => {
  let pending = 0
  const counted = Layer.effect(
    SqliteThread,
    Effect.map(SqliteThread, (thread) =>
      SqliteThread.of({
        ...thread,
        call: (name, params, transfer) =>
          Effect.suspend(() => {
            pending++
            return Effect.ensuring(thread.call(name, params, transfer), Effect.sync(() => pending--))
          })
      }))
  ).pipe(Layer.provide(SqliteThread.layer(file)))
  return {
    stores: sqliteStoresNoDeps.pipe(Layer.provide(counted), Layer.provide(withoutSleep)),
    isDurable: true,
    isIdle: () => pending === 0
  }
}
