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

/**
 * The number of queued and running crawls, over all keys or of this owner, is at its limit. `retryAfter` is in whole
 * seconds.
 */
export class TooManyCrawls extends Schema.TaggedError<TooManyCrawls>()("TooManyCrawls", {
  limit: Schema.Int,
  of: Schema.Literals(["the service", "one key"]),
  retryAfter: Schema.Int
}) {
  override get message(): string {
    return `${this.limit} crawls are queued or running, which is the limit of ${this.of}; wait for one to end or cancel one`
  }
}

/** The owner has used this idempotency key for another crawl, which is still kept. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** The service is stopping and takes no new crawl. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/**
 * The only place that starts crawls: one supervised fiber for each job. `cancel` interrupts it, and so does the end of
 * the layer.
 */
export class CrawlSupervisor extends Context.Service<CrawlSupervisor, {
  /**
   * If the caller hangs up meanwhile, the job is either stored and running, or there is none. An `idempotencyKey` that
   * the owner has used before gives the earlier job, if it is for the same crawl.
   */
  start(
    owner: string,
    seed: URL,
    options: CrawlOptions,
    idempotencyKey?: string
  ): Effect.Effect<Job, TooManyCrawls | ShuttingDown | IdempotencyKeyReused>
  /** Returns when the job's fibers have ended and its sockets are closed. A finished job comes back unchanged. */
  cancel(owner: string, id: JobId): Effect.Effect<Option.Option<Job>>
  /** How many crawls there are now. */
  readonly crawls: Effect.Effect<{ readonly queued: number; readonly running: number }>
  /** Takes no new crawls, and interrupts those that run. */
  readonly drain: Effect.Effect<void>
}>()("gleaner/crawl/CrawlSupervisor") {
  static readonly layer = Layer.effect(
    CrawlSupervisor,
    Effect.gen(function*() {
      const { maxCrawls, maxCrawlsPerKey, maxRunningCrawls } = yield* Settings
      const store = yield* JobStore
      const runner = yield* CrawlRunner
      const fibers = yield* FiberMap.make<JobId, void>()
      // Waiting jobs start in turn over their owners, so that a long queue of one key does not hold back the others.
      const slots = yield* PartitionedSemaphore.make<string>({ permits: maxRunningCrawls })
      const draining = yield* Ref.make(false)
      const starting = yield* Semaphore.make(1)
      /** The owners of the crawls that are queued or running. */
      const owners = new Map<JobId, string>()
      const running = new Map<JobId, { readonly owner: string; readonly since: number }>()
      /** How many callers were refused since a place last became free. */
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

      /** A defect fails its own job with an error, and affects nothing else. */
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
            message: "The service failed on this crawl, and its log says why."
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
        // One at a time, so that the look-up is still true when the job is made.
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

      /** Refused callers get different times: each waits until as many places as are ahead of it have become free. */
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
        // A job that never ran has no finalizer to say so. On a finished job this changes nothing.
        yield* store.setStatus(id, "cancelled")
        return yield* store.get(owner, id)
      })

      const crawls = Effect.map(FiberMap.size(fibers), (all) => ({ queued: all - running.size, running: running.size }))

      const drain = Effect.andThen(starting.withPermit(Ref.set(draining, true)), FiberMap.clear(fibers))

      return CrawlSupervisor.of({ start, cancel, crawls, drain })
    })
  )
}

/** The schema makes the options, always with the same order of keys. */
const isSameCrawl = (job: Job, seed: URL, options: CrawlOptions): boolean =>
  job.url === seed.href && JSON.stringify(job.options) === JSON.stringify(options)
