import { Schema } from "effect"

/**
 * The job has a row of a document that the document store does not have: GLEANER_DOCUMENTS was changed, or its files
 * were. `id` is that of the job.
 */
export class DocumentLost extends Schema.TaggedError<DocumentLost>()("DocumentLost", {
  id: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `a document of job ${this.id} cannot be read: ${this.reason}`
  }
}
