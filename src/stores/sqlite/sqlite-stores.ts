import { Clock, Effect, Layer } from "effect"
import { localFrontier } from "../../crawl/frontier/LocalFrontier.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { localWebhooks } from "../../webhooks/local-webhooks.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { RequestCounter } from "../RequestCounter.ts"
import { SqliteDomainLease } from "./SqliteDomainLease.ts"
import { SqliteJobs } from "./SqliteJobs.ts"
import { SqliteThread } from "./SqliteThread.ts"

/** Webhooks in memory. Each change of a cursor is written to the file. */
const sqliteWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const file = yield* SqliteThread
    return localWebhooks(yield* Clock.Clock, file.initial.webhooks, {
      save: (row) => file.call("saveWebhook", row),
      remove: (id) => file.call("deleteWebhook", { id })
    })
  })
)

/** All stores in one file, which a single process opens. */
export const sqliteStores = (file: string) =>
  Layer.mergeAll(
    localFrontier.pipe(Layer.provideMerge(SqliteJobs)),
    SqliteDomainLease,
    sqliteWebhooks,
    Nodes.layerSingle,
    RequestCounter.layerMemory
  ).pipe(Layer.provide(SqliteThread.layer(file)))
