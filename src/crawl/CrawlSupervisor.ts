import { Cause, Context, Effect, Exit, FiberMap, Layer, Option, PartitionedSemaphore, Ref, Schema } from "effect"
import type { CrawlOptions, Job, JobId } from "../domain/Job.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Settings } from "../Settings.ts"
import { CrawlRunner } from "./CrawlRunner.ts"

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
}>()("gleaner/crawl/CrawlSupervisor") {
  static readonly layer = Layer.effect(
    CrawlSupervisor,
    Effect.gen(function*() {
      const { maxCrawls, maxRunningCrawls } = yield* Settings
      const store = yield* JobStore
      const runner = yield* CrawlRunner
      const fibers = yield* FiberMap.make<JobId, void>()
      // Waiting jobs are served round-robin over owners: one key's queue cannot starve another's.
      const slots = yield* PartitionedSemaphore.make<string>({ permits: maxRunningCrawls })
      const draining = yield* Ref.make(false)

      const supervised = (owner: string, id: JobId, seed: URL, options: CrawlOptions) =>
        store.setStatus(id, "running").pipe(
          Effect.andThen(runner.run({ id, seed, options })),
          slots.withPermit(owner),
          Effect.onExit((exit) => Effect.uninterruptible(finish(id, seed, exit))),
          Effect.ignoreCause
        )

      /** A defect fails its own job with an error, and nothing else. */
      const finish = Effect.fnUntraced(function*(id: JobId, seed: URL, exit: Exit.Exit<void, unknown>) {
        if (Exit.isSuccess(exit)) return yield* store.setStatus(id, "done")
        if (Cause.hasInterruptsOnly(exit.cause)) return yield* store.setStatus(id, "cancelled")
        if (Option.isNone(Cause.findErrorOption(exit.cause))) {
          yield* Effect.logError("a crawl failed by a defect", exit.cause)
          yield* store.addError(id, {
            url: seed.href,
            code: "internal_error",
            message: "The service failed on this crawl; it has logged why."
          })
        }
        yield* store.setStatus(id, "failed")
      })

      const start = Effect.fn("CrawlSupervisor.start")(function*(owner: string, seed: URL, options: CrawlOptions) {
        if (yield* Ref.get(draining)) return yield* new ShuttingDown()
        if ((yield* FiberMap.size(fibers)) >= maxCrawls) {
          return yield* new TooManyCrawls({ limit: maxCrawls, retryAfter: retryAfterSeconds })
        }
        const job = yield* store.create(owner, seed.href, options)
        yield* FiberMap.run(fibers, job.id as JobId, supervised(owner, job.id as JobId, seed, options), {
          startImmediately: false
        })
        return job
      })

      const cancel = Effect.fn("CrawlSupervisor.cancel")(function*(owner: string, id: JobId) {
        if (Option.isNone(yield* store.get(owner, id))) return Option.none<Job>()
        yield* FiberMap.remove(fibers, id)
        // A job that never ran has no finalizer to say so; on a finished one this changes nothing.
        yield* store.setStatus(id, "cancelled")
        return yield* store.get(owner, id)
      })

      const drain = Effect.andThen(Ref.set(draining, true), FiberMap.clear(fibers))

      return CrawlSupervisor.of({ start, cancel, drain })
    })
  )
}

const retryAfterSeconds = 5
