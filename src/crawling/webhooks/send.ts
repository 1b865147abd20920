import { Clock, Duration, Effect, Metric, Random, type Redacted } from "effect"
import type { WebhookEvent } from "../../core/domain/options/Webhook.ts"
import { withScheme } from "../../core/domain/WebUrl.ts"
import { byLabel } from "../../core/observability/by-label.ts"
import { log } from "../../core/observability/log-lines.ts"
import { metrics } from "../../core/observability/metrics.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import { afterDelivery, afterFailure, type EventCursor } from "./event-cursors.ts"
import { type Message, signedFields } from "./sign-message.ts"
import type { WebhookClient } from "./WebhookClient.ts"

interface Sending {
  readonly client: WebhookClient["Service"]
  /** Seconds to wait after each failure. */
  readonly waits: Settings["Service"]["webhookWaits"]
}

export interface Target {
  readonly url: URL
  readonly secret: Redacted.Redacted
  /** The attributes of log lines, without secrets. */
  readonly shown: Readonly<Record<string, string>>
}

/** The receiver of a job's messages. */
export const targetOf = (id: string, receiver: string, secret: Redacted.Redacted): Target => {
  const url = new URL(withScheme(receiver))
  // The path and the query may be a secret of the receiver.
  return { url, secret, shown: { "job.id": id, "server.address": url.host } }
}

/** Sends a message once. Returns the next cursor, or "gone" after a 410. */
export const send = Effect.fn("Webhooks.send")(function*(
  { client, waits }: Sending,
  target: Target,
  event: WebhookEvent,
  cursor: EventCursor,
  message: Message
): Effect.fn.Return<EventCursor | undefined | "gone"> {
  const before = yield* Clock.currentTimeMillis
  const fields = signedFields(message, target.secret, before)
  const receipt = yield* Effect.result(client.post(target.url, fields, message.body, before))
  const answer = receipt._tag === "Success" ? receipt.success : undefined
  if (answer !== undefined && answer.status >= 200 && answer.status < 300) {
    yield* count("delivered")
    return afterDelivery(cursor)
  }
  if (answer?.status === 410) {
    yield* count("given_up")
    yield* log("a receiver of webhooks wants no more messages (410)", target.shown)
    return "gone"
  }
  const now = yield* Clock.currentTimeMillis
  const requested = answer?.retryAfter === undefined ? 0 : Duration.toMillis(answer.retryAfter)
  const next = afterFailure(cursor, waits, now, yield* Random.next, requested)
  yield* count(next === undefined ? "given_up" : "failed")
  const about = {
    ...target.shown,
    "webhook.event": event,
    "webhook.failures": cursor.failures + 1,
    "error.type": receipt._tag === "Failure" ? receipt.failure.why : `it answered ${receipt.success.status}`
  }
  yield* log(next === undefined ? "a webhook was given up" : "a webhook is tried again later", about, "Warn")
  return next
})

const count = (result: "delivered" | "failed" | "given_up") => Metric.update(webhooks(result), 1)
const webhooks = byLabel(metrics.webhooks, "result")
