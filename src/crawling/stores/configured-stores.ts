import { Effect, Layer } from "effect"
import { type SettingError, Settings } from "../../core/settings/Settings.ts"
import type { DocumentsPlace, StorePlace } from "../../core/settings/store-kinds.ts"
import type { DomainLease } from "../../web/politeness/DomainLease.ts"
import type { Frontier } from "../crawl/model/Frontier.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { Nodes } from "../jobs/Nodes.ts"
import type { ProfileStore } from "../profiles/ProfileStore.ts"
import type { ScheduleStore } from "../schedules/ScheduleStore.ts"
import type { WebhookStore } from "../webhooks/WebhookStore.ts"
import type { WrapperStore } from "../wrappers/WrapperStore.ts"
import { documentsIn } from "./documents/documents-layer.ts"
import { unusedPooler } from "./inspect-store.ts"
import { measured } from "./measured.ts"
import { memoryStore } from "./memory/memory-stores.ts"
import type { RequestCounter } from "./RequestCounter.ts"

export type Stores =
  | JobStore
  | Frontier
  | DomainLease
  | Nodes
  | ProfileStore
  | RequestCounter
  | ScheduleStore
  | WebhookStore
  | WrapperStore

/** Stores in one place, with documents in another. Loads only the engine that is chosen. */
export const storesIn = (
  store: StorePlace,
  documents: DocumentsPlace = { _tag: "Store" }
): Layer.Layer<Stores, SettingError, Settings> =>
  engineOf(store).pipe(measured, Layer.provide(documentsIn(documents, store._tag !== "Memory")))

/** The stores of GLEANER_STORE and GLEANER_DOCUMENTS. */
export const configuredStores: Layer.Layer<Stores, SettingError, Settings> = Layer.unwrap(
  Effect.gen(function*() {
    const settings = yield* Settings
    const unused = unusedPooler(settings)
    if (unused !== undefined) yield* Effect.logWarning(unused)
    return storesIn(settings.store, settings.documents)
  })
)

const engineOf = (store: StorePlace): Layer.Layer<Stores, SettingError, Settings> => {
  switch (store._tag) {
    case "Memory":
      return memoryStore
    case "Postgres":
      return Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./postgres/postgres-stores.ts")),
          ({ postgresStores }) => postgresStores(store.url)
        )
      )
    case "Sqlite":
      return Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./sqlite/sqlite-stores.ts")),
          ({ sqliteStores }) => sqliteStores(store.path)
        )
      )
  }
}
