import { Clock, Duration, Effect, Metric, Random, type Redacted } from "effect"
import type { WebhookEvent } from "../../core/domain/options/Webhook.ts"
import { withScheme } from "../../core/domain/WebUrl.ts"
import { byLabel } from "../../core/observability/by-label.ts"
import { log } from "../../core/observability/log-lines.ts"
import { metrics } from "../../core/observability/metrics.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import type { Mailer } from "../notify/Mailer.ts"
import { afterDelivery, afterFailure, type EventCursor } from "./event-cursors.ts"
import { type Message, signedFields } from "./sign-message.ts"
import type { WebhookClient } from "./WebhookClient.ts"

/** The means of delivery. */
export interface Sending {
  readonly client: WebhookClient["Service"]
  readonly mailer: Mailer["Service"]
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

/** Posts a message of the webhook once. Returns the next cursor, or "gone" after a 410. */
export const send = Effect.fn("Webhooks.send")(function*(
  { client, waits }: Sending,
  target: Target,
  event: WebhookEvent,
  cursor: EventCursor,
  message: Message
): Effect.fn.Return<EventCursor | undefined | "gone"> {
  const before = yield* Clock.currentTimeMillis
  const fields = signedFields(message, target.secret, before)
  const outcome = yield* postOutcome(client.post(target.url, fields, message.body, before))
  return yield* afterAttempt({ waits, cursor, about: { ...target.shown, "webhook.event": event } }, outcome)
})

/** The outcome of an attempt: delivered, never again, or a failure with its reason. */
export type Outcome = "delivered" | "gone" | {
  readonly why: string
  readonly retryAfter?: Duration.Duration | undefined
  /** No further attempt has a chance. */
  readonly isFinal?: boolean
}

export const postOutcome = (post: ReturnType<WebhookClient["Service"]["post"]>): Effect.Effect<Outcome> =>
  Effect.match(post, {
    onFailure: ({ why }): Outcome => ({ why }),
    onSuccess: ({ retryAfter, status }): Outcome => {
      if (status >= 200 && status < 300) return "delivered"
      return status === 410 ? "gone" : { why: `it answered ${status}`, retryAfter }
    }
  })

/** Counts and logs an attempt. Returns the next cursor: undefined if the message is given up. */
export const afterAttempt = Effect.fnUntraced(function*(
  { about, cursor, waits }: {
    readonly waits: Sending["waits"]
    readonly cursor: EventCursor
    /** The attributes of log lines, without secrets. */
    readonly about: Readonly<Record<string, string>>
  },
  outcome: Outcome
): Effect.fn.Return<EventCursor | undefined | "gone"> {
  if (outcome === "delivered") {
    yield* count("delivered")
    return afterDelivery(cursor)
  }
  if (outcome === "gone") {
    yield* count("given_up")
    yield* log("a receiver of webhooks wants no more messages (410)", about)
    return "gone"
  }
  const now = yield* Clock.currentTimeMillis
  const requested = outcome.retryAfter === undefined ? 0 : Duration.toMillis(outcome.retryAfter)
  const next = outcome.isFinal === true ? undefined : afterFailure(cursor, waits, now, yield* Random.next, requested)
  yield* count(next === undefined ? "given_up" : "failed")
  const told = { ...about, "webhook.failures": cursor.failures + 1, "error.type": outcome.why }
  yield* log(next === undefined ? "a webhook was given up" : "a webhook is tried again later", told, "Warn")
  return next
})

const count = (result: "delivered" | "failed" | "given_up") => Metric.update(webhooks(result), 1)
const webhooks = byLabel(metrics.webhooks, "result")
