import { Duration, Effect, Layer } from "effect"
import { Settings } from "../../Settings.ts"
import type { EventCursors } from "../../webhooks/event-cursors.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { Database } from "./Database.ts"
import { idOf } from "./job-rows.ts"
import { closeWebhook, giveBackWebhook, keepWebhook, openWebhook, takeWebhooks } from "./sql/webhooks.ts"
import { newClaim } from "./tokens.ts"

/**
 * Webhooks that all nodes share. A lease is a time by the database's clock: a node that is gone need not be known as
 * such, its webhooks are due again.
 */
export const PostgresWebhooks = Layer.effect(
  WebhookStore,
  Effect.gen(function*() {
    const { run } = yield* Database
    const { webhookLease } = yield* Settings
    const lease = Duration.toSeconds(webhookLease)
    return WebhookStore.of({
      open: (id, owner, lanes) => Effect.asVoid(run(openWebhook, [id, owner, JSON.stringify(lanes)])),
      take: (limit, butOf = []) =>
        Effect.map(
          Effect.suspend(() => run<WebhookRow>(takeWebhooks, [limit, lease, butOf, newClaim()])),
          (rows) =>
            rows.map(({ lanes, ...row }) => ({ ...row, id: idOf(row), cursors: JSON.parse(lanes) as EventCursors }))
        ), // written by us
      save: ({ claim, id }, lanes, wait) =>
        Effect.map(
          run(wait === undefined ? keepWebhook : giveBackWebhook, [
            id,
            claim,
            JSON.stringify(lanes),
            wait === undefined ? lease : Duration.toSeconds(wait)
          ]),
          (rows) => rows.length > 0
        ),
      close: ({ claim, id }) => Effect.asVoid(run(closeWebhook, [id, claim]))
    })
  })
)

interface WebhookRow {
  readonly id: string
  readonly owner: string
  readonly lanes: string
  readonly claim: number
}
