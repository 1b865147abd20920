import { Context, type Effect, type Option, Schema, type Stream } from "effect"
import type { CrawlOptions, Job, JobError, JobId, JobStats, JobStatus } from "../domain/Job.ts"

/** The byte budget over all jobs is used up: the document was not kept, the job goes on. */
export class StoreFull extends Schema.TaggedError<StoreFull>()("StoreFull", { limit: Schema.Int }) {
  override get message(): string {
    return `the document store holds its limit of ${this.limit} bytes; the document was not kept`
  }
}

/** Remembers jobs and their documents until `jobRetention` after their end. A job is visible only to the key that made it. */
export class JobStore extends Context.Service<JobStore, {
  create(owner: string, url: string, options: CrawlOptions): Effect.Effect<Job>
  /** None where the id is unknown, evicted, or another owner's. O(1), whatever the job has collected. */
  get(owner: string, id: JobId): Effect.Effect<Option.Option<Job>>
  setStatus(id: JobId, status: JobStatus): Effect.Effect<void>
  updateStats(id: JobId, update: (stats: JobStats) => JobStats): Effect.Effect<void>
  addError(id: JobId, error: Omit<JobError, "at">): Effect.Effect<void>
  /** `json` is one encoded Document. */
  addDocument(id: JobId, json: Uint8Array): Effect.Effect<void, StoreFull>
  /** The documents' encoded bytes in the order they were added. */
  documents(id: JobId): Stream.Stream<Uint8Array>
}>()("gleaner/jobs/JobStore") {}
