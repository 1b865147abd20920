import { Context, type Effect, type Option, Schema } from "effect"
import type { CrawlOptions, Job, JobId } from "../domain/Job.ts"

/** Queued plus running crawls are at their limit; `retryAfter` in whole seconds. */
export class TooManyCrawls extends Schema.TaggedError<TooManyCrawls>()("TooManyCrawls", {
  limit: Schema.Int,
  retryAfter: Schema.Int
}) {
  override get message(): string {
    return `${this.limit} crawls are queued or running, which is the limit; wait for one to end or cancel one`
  }
}

/** The service is stopping and takes no new crawl. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/** The only place that forks crawls: one supervised fiber a job, interrupted by `cancel` and by the end of the layer. */
export class CrawlSupervisor extends Context.Service<CrawlSupervisor, {
  start(owner: string, seed: URL, options: CrawlOptions): Effect.Effect<Job, TooManyCrawls | ShuttingDown>
  /** Returns after the job's fibers have ended and its sockets are closed; a finished job comes back unchanged. */
  cancel(owner: string, id: JobId): Effect.Effect<Option.Option<Job>>
  /** No new crawls; running ones are interrupted. */
  readonly drain: Effect.Effect<void>
}>()("gleaner/crawl/CrawlSupervisor") {}
