import { Schema } from "effect"

/**
 * A row of the job names a document, and the place that keeps documents does not have it: GLEANER_DOCUMENTS was
 * changed, or its files were. `id` is the job's.
 */
export class DocumentLost extends Schema.TaggedError<DocumentLost>()("DocumentLost", {
  id: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `a document of job ${this.id} cannot be read: ${this.reason}`
  }
}
