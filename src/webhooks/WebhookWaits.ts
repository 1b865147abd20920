import { Context, Duration } from "effect"
import { waitsOfTries } from "./lanes.ts"

/** How long webhooks wait. A test that cannot turn the clock gives shorter times. */
export const WebhookWaits = Context.Reference<{
  /** Seconds between two tries of a message. */
  readonly tries: ReadonlyArray<number>
  /** New rows of a ledger wait for so long, and share a message. */
  readonly betweenLooks: Duration.Duration
}>("gleaner/webhooks/WebhookWaits", {
  defaultValue: () => ({ tries: waitsOfTries, betweenLooks: Duration.seconds(1) })
})
