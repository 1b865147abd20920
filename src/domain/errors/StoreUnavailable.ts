import { Schema } from "effect"

/**
 * The job store cannot be reached now. It is expected: callers get a 503 with Retry-After, `/readyz` fails while it
 * lasts, and crawls go on when the store is back. `reason` is for the log, never for callers.
 */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  reason: Schema.String,
  /** Its data are damaged, so that waiting does not help. An operator has to repair it. */
  isDamaged: Schema.optionalKey(Schema.Boolean)
}) {
  override get message(): string {
    return `the job store is ${this.isDamaged === true ? "damaged" : "away"}: ${this.reason}`
  }
}
