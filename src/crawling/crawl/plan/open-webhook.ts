import { Clock, Effect } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, type Job, type JobId } from "../../../core/domain/job/Job.ts"
import { defaultEvents } from "../../../core/domain/options/Webhook.ts"
import { openCursors } from "../../webhooks/event-cursors.ts"
import type { WebhookStore } from "../../webhooks/WebhookStore.ts"

/** Stores the event cursors for the webhook of a job and for the receivers of its messages, if it has any. */
export const openWebhook = Effect.fnUntraced(function*(
  webhooks: WebhookStore["Service"],
  owner: string,
  id: JobId,
  { notify, webhook }: CrawlOptions
): Effect.fn.Return<void, StoreUnavailable> {
  if (webhook === undefined && notify === undefined) return
  const events = webhook === undefined ? [] : webhook.events ?? defaultEvents
  const cursors = openCursors(events, yield* Clock.currentTimeMillis, notify?.to.length)
  yield* webhooks.open(id, owner, cursors)
})

/**
 * The same for a new job. An earlier job, found by an idempotency key, has its cursors already. If the store is
 * unavailable, they are stored when the job begins to run.
 */
export const openNewWebhook = (
  webhooks: WebhookStore["Service"],
  owner: string,
  { id, options, status }: Job
): Effect.Effect<void> => status === "queued" ? Effect.ignore(openWebhook(webhooks, owner, id, options)) : Effect.void
