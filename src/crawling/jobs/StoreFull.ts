import { Schema } from "effect"

/** The disk or the bucket is full. `reason` is for the log, never for callers. */
export class StoreFull extends Schema.TaggedError<StoreFull>()("StoreFull", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}
