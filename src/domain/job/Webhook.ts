import { Result, Schema } from "effect"
import { maxEntries } from "../options/max-entries.ts"
import { maxUrlLength, parseRequestUrl } from "../WebUrl.ts"

/** What a webhook can tell of a job. */
export const WebhookEvent = Schema.Literals(["job.started", "page.stored", "page.failed", "job.finished"]).annotate({
  identifier: "WebhookEvent",
  message: "must be one of job.started, page.stored, page.failed, job.finished"
})
export type WebhookEvent = typeof WebhookEvent.Type

const everyEvent = WebhookEvent.literals

/** Where messages about a job go. The URL may have a secret in it, so no answer shows it. */
export const Webhook = Schema.Struct({
  url: Schema.String.check(
    Schema.isMaxLength(maxUrlLength),
    Schema.makeFilter((input: string) =>
      Result.match(parseRequestUrl(input), { onFailure: (fault) => fault, onSuccess: () => undefined })
    )
  ).annotate({ description: "The receiver: an http or https URL. A bare host gets https:// before it." }),
  events: Schema.optionalKey(
    Schema.Array(WebhookEvent).check(Schema.isNonEmpty(), maxEntries(everyEvent.length)).annotate({
      description: "What it is told. Default job.finished alone."
    })
  )
}).annotate({ identifier: "Webhook", message: "must be an object with url and events" })
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** Without a list, only the end of the job is told. */
export const defaultEvents: ReadonlyArray<WebhookEvent> = ["job.finished"]
