import { Result, Schema } from "effect"
import { maxEntries } from "../schema/max-entries.ts"
import { maxUrlLength, parseRequestUrl } from "../WebUrl.ts"

const events = [
  "job.started",
  "page.stored",
  "page.failed",
  "job.finished",
  "schedule.changed",
  "wrapper.drifted"
] as const

/** Events of a job that a webhook can receive. */
export const WebhookEvent = Schema.Literals(events).annotate({
  identifier: "WebhookEvent",
  message: `must be one of ${events.join(", ")}`
})
export type WebhookEvent = typeof WebhookEvent.Type

/** Receiver of a job's events. The URL may contain a secret, so it is never part of a response. */
export const Webhook = Schema.Struct({
  url: Schema.String.check(
    Schema.isMaxLength(maxUrlLength),
    Schema.makeFilter((input: string) =>
      Result.match(parseRequestUrl(input), { onFailure: (fault) => fault, onSuccess: () => undefined })
    )
  ).annotate({ description: "Receiver: an http or https URL. https:// is prepended to a bare host." }),
  events: Schema.optionalKey(
    Schema.Array(WebhookEvent).check(Schema.isNonEmpty(), maxEntries(WebhookEvent.literals.length)).annotate({
      description:
        "Events to send. Default: job.finished only; of a schedule, schedule.changed only, which no other job has."
    })
  )
}).annotate({ identifier: "Webhook", message: "must be an object with url and events" })
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** Events of a webhook without a list. */
export const defaultEvents: ReadonlyArray<WebhookEvent> = ["job.finished"]
