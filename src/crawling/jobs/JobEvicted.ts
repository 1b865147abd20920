import { Schema } from "effect"

/**
 * The job was evicted while its documents were read, because reading took longer than the retention of finished jobs.
 */
export class JobEvicted extends Schema.TaggedError<JobEvicted>()("JobEvicted", { id: Schema.String }) {
  override get message(): string {
    return `job ${this.id} was evicted before all of its documents were read`
  }
}
