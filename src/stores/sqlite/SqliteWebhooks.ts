import { Clock, Effect, Layer } from "effect"
import { localWebhooks } from "../../webhooks/local-webhooks.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { SqliteThread } from "./SqliteThread.ts"

/** Webhooks in memory. Each change of a cursor is written to the file. */
export const SqliteWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const file = yield* SqliteThread
    return localWebhooks(yield* Clock.Clock, file.initial.webhooks, {
      save: (row) => file.call("saveWebhook", row),
      remove: (id) => file.call("deleteWebhook", { id })
    })
  })
)
