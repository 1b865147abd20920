import { Clock, Effect, Layer } from "effect"
import { localWebhooks } from "../../webhooks/local-webhooks.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { SqliteThread } from "./thread/SqliteThread.ts"

/** Webhooks that outlive the process: they are in memory, and each change of a lane is written to the file. */
export const SqliteWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const file = yield* SqliteThread
    return localWebhooks(yield* Clock.Clock, file.left.webhooks, {
      save: (row) => file.call("saveWebhook", row),
      remove: (id) => file.call("deleteWebhook", { id })
    })
  })
)
