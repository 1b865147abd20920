import {
  Cause,
  Clock,
  Context,
  Effect,
  Exit,
  FiberMap,
  Layer,
  Option,
  PartitionedSemaphore,
  Ref,
  Schema,
  Semaphore
} from "effect"
import { type CrawlOptions, type Job, JobId } from "../domain/Job.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Settings } from "../Settings.ts"
import { CrawlRunner } from "./CrawlRunner.ts"
import { type CrawlProgress, secondsUntilFree } from "./retry-after.ts"

/** Queued plus running crawls, all or the owner's, are at their limit; `retryAfter` in whole seconds. */
export class TooManyCrawls extends Schema.TaggedError<TooManyCrawls>()("TooManyCrawls", {
  limit: Schema.Int,
  of: Schema.Literals(["the service", "one key"]),
  retryAfter: Schema.Int
}) {
  override get message(): string {
    return `${this.limit} crawls are queued or running, which is the limit of ${this.of}; wait for one to end or cancel one`
  }
}

/** The owner has used this idempotency key for another crawl, which is still remembered. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** The service is stopping and takes no new crawl. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/** The only place that forks crawls: one supervised fiber a job, interrupted by `cancel` and by the end of the layer. */
export class CrawlSupervisor extends Context.Service<CrawlSupervisor, {
  /**
   * A caller that hangs up meanwhile leaves a job that is remembered and runs, or none. With an `idempotencyKey` that the owner
   * has used before, the job of then is returned, if it is for the same crawl.
   */
  start(
    owner: string,
    seed: URL,
    options: CrawlOptions,
    idempotencyKey?: string
  ): Effect.Effect<Job, TooManyCrawls | ShuttingDown | IdempotencyKeyReused>
  /** Returns after the job's fibers have ended and its sockets are closed; a finished job comes back unchanged. */
  cancel(owner: string, id: JobId): Effect.Effect<Option.Option<Job>>
  /** How many there are at the moment. */
  readonly crawls: Effect.Effect<{ readonly queued: number; readonly running: number }>
  /** No new crawls; running ones are interrupted. */
  readonly drain: Effect.Effect<void>
}>()("gleaner/crawl/CrawlSupervisor") {
  static readonly layer = Layer.effect(
    CrawlSupervisor,
    Effect.gen(function*() {
      const { maxCrawls, maxCrawlsPerKey, maxRunningCrawls } = yield* Settings
      const store = yield* JobStore
      const runner = yield* CrawlRunner
      const fibers = yield* FiberMap.make<JobId, void>()
      // Waiting jobs are served round-robin over owners: one key's queue cannot starve another's.
      const slots = yield* PartitionedSemaphore.make<string>({ permits: maxRunningCrawls })
      const draining = yield* Ref.make(false)
      const starting = yield* Semaphore.make(1)
      /** Of the crawls that are queued or running. */
      const owners = new Map<JobId, string>()
      const running = new Map<JobId, { readonly owner: string; readonly since: number }>()
      /** Refusals that no place has become free for since. */
      let refused = 0

      const run = Effect.fnUntraced(function*(owner: string, id: JobId, seed: URL, options: CrawlOptions) {
        running.set(id, { owner, since: yield* Clock.currentTimeMillis })
        yield* store.setStatus(id, "running")
        yield* runner.run({ id, seed, options })
      })

      const supervised = (owner: string, id: JobId, seed: URL, options: CrawlOptions) =>
        run(owner, id, seed, options).pipe(
          slots.withPermit(owner),
          Effect.onExit((exit) => Effect.uninterruptible(finish(id, seed, exit))),
          Effect.ignoreCause
        )

      /** A defect fails its own job with an error, and nothing else. */
      const finish = Effect.fnUntraced(function*(id: JobId, seed: URL, exit: Exit.Exit<void, unknown>) {
        running.delete(id)
        refused = Math.max(0, refused - 1)
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

      const start = Effect.fn("CrawlSupervisor.start")(
        function*(owner: string, seed: URL, options: CrawlOptions, idempotencyKey?: string) {
          const earlier = idempotencyKey === undefined
            ? undefined
            : Option.getOrUndefined(yield* store.byKey(owner, idempotencyKey))
          if (earlier !== undefined) {
            return isSameCrawl(earlier, seed, options) ? earlier : yield* new IdempotencyKeyReused()
          }
          if (yield* Ref.get(draining)) return yield* new ShuttingDown()
          const exceeded = limitFor(owner)
          if (exceeded !== undefined) return yield* new TooManyCrawls({ ...exceeded, retryAfter: yield* retryAfter })
          const job = yield* store.create(owner, seed.href, options, idempotencyKey)
          const id = JobId.make(job.id)
          owners.set(id, owner)
          yield* FiberMap.run(fibers, id, supervised(owner, id, seed, options), { startImmediately: false })
          return job
        },
        // One at a time: what is looked up is still so when the job is made.
        starting.withPermit,
        Effect.uninterruptible
      )

      /** The limit that one more crawl of this owner would exceed. */
      const limitFor = (owner: string): Pick<TooManyCrawls, "limit" | "of"> | undefined => {
        for (const id of owners.keys()) if (!FiberMap.hasUnsafe(fibers, id)) owners.delete(id)
        if (owners.size >= maxCrawls) return { limit: maxCrawls, of: "the service" }
        const own = owners.values().filter((other) => other === owner).toArray().length
        return own >= maxCrawlsPerKey ? { limit: maxCrawlsPerKey, of: "one key" } : undefined
      }

      /** Refused callers are sent away for different times: as many places as that have to become free. */
      const retryAfter = Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const progress = yield* Effect.forEach(
          running,
          ([id, { owner, since }]) =>
            Effect.map(
              store.get(owner, id),
              Option.map(({ options, stats }): CrawlProgress => ({
                elapsed: now - since,
                ended: stats.crawled + stats.failed,
                left: Math.min(stats.pending, options.max_pages - stats.crawled)
              }))
            )
        )
        return secondsUntilFree(progress.flatMap(Option.toArray), refused++)
      })

      const cancel = Effect.fn("CrawlSupervisor.cancel")(function*(owner: string, id: JobId) {
        if (Option.isNone(yield* store.get(owner, id))) return Option.none<Job>()
        yield* FiberMap.remove(fibers, id)
        // A job that never ran has no finalizer to say so; on a finished one this changes nothing.
        yield* store.setStatus(id, "cancelled")
        return yield* store.get(owner, id)
      })

      const crawls = Effect.map(FiberMap.size(fibers), (all) => ({ queued: all - running.size, running: running.size }))

      const drain = Effect.andThen(starting.withPermit(Ref.set(draining, true)), FiberMap.clear(fibers))

      return CrawlSupervisor.of({ start, cancel, crawls, drain })
    })
  )
}

/** Options are made by the schema, in its order of keys. */
const isSameCrawl = (job: Job, seed: URL, options: CrawlOptions): boolean =>
  job.url === seed.href && JSON.stringify(job.options) === JSON.stringify(options)
