import { Context, type Redacted } from "effect"

/**
 * What the messages of each key are signed with. It is derived from the key, so there is nothing to configure or to
 * keep.
 */
export class WebhookSecrets extends Context.Service<WebhookSecrets, {
  /** By the name of the key. Undefined if this node has no such key. */
  of(owner: string): Redacted.Redacted | undefined
}>()("gleaner/webhooks/WebhookSecrets") {}
