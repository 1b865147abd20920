import { Schema } from "effect"

/** The job was evicted while its documents were being read: the reader took longer than finished jobs are kept. */
export class JobEvicted extends Schema.TaggedError<JobEvicted>()("JobEvicted", { id: Schema.String }) {
  override get message(): string {
    return `job ${this.id} was evicted before all of its documents were read`
  }
}
