import { Schema } from "effect"

/**
 * The job store cannot be reached now. This is an expected error: callers get a 503 with Retry-After, `/readyz` fails
 * meanwhile, and crawls continue once the store is available. `reason` is for the log, never for callers.
 */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", {
  reason: Schema.String,
  /** The data are damaged, so a retry is useless. An operator has to repair the store. */
  isDamaged: Schema.optionalKey(Schema.Boolean)
}) {
  override get message(): string {
    return `the job store is ${this.isDamaged === true ? "damaged" : "unavailable"}: ${this.reason}`
  }
}
