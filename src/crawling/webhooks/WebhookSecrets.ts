import { Context, Duration, type Redacted } from "effect"

/** The secrets that sign the messages of each key. They are derived from the keys, and not stored. */
export class WebhookSecrets extends Context.Service<WebhookSecrets, {
  /** By the name of the key. Undefined if this node has no such key. */
  of(owner: string): Redacted.Redacted | undefined
}>()("gleaner/crawling/webhooks/WebhookSecrets") {}

/** Delay before an owner without a key is checked again. The key was removed, or this node does not know it yet. */
export const missingKeyPause = Duration.minutes(1)
