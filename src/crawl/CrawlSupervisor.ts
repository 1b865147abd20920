import {
  Cause,
  Context,
  Effect,
  Exit,
  Fiber,
  Layer,
  Option,
  PartitionedSemaphore,
  Schema,
  Scope,
  Semaphore
} from "effect"
import { type CrawlOptions, type Job, JobId } from "../domain/Job.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Settings } from "../Settings.ts"
import { CrawlRunner } from "./CrawlRunner.ts"

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
      const scope = yield* Scope.Scope
      /** The crawls that are queued or running; each leaves when its fiber ends. */
      const places = new Map<JobId, Place>()
      // Waiting jobs are served round-robin over owners: one key's queue cannot starve another's.
      const slots = yield* PartitionedSemaphore.make<string>({ permits: maxRunningCrawls })
      const starting = yield* Semaphore.make(1)
      let isDraining = false

      const run = Effect.fnUntraced(function*(id: JobId, seed: URL, options: CrawlOptions) {
        const place = places.get(id)
        if (place !== undefined) place.isRunning = true
        yield* store.setStatus(id, "running")
        yield* runner.run({ id, seed, options })
      })

      const supervised = (owner: string, id: JobId, seed: URL, options: CrawlOptions) =>
        run(id, seed, options).pipe(
          slots.withPermit(owner),
          Effect.onExit((exit) => Effect.uninterruptible(finish(id, seed, exit))),
          Effect.ignoreCause
        )

      /** A defect fails its own job with an error, and affects nothing else. */
      const finish = Effect.fnUntraced(function*(id: JobId, seed: URL, exit: Exit.Exit<void, unknown>) {
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
          if (isDraining) return yield* new ShuttingDown()
          const exceeded = limitFor(owner)
          if (exceeded !== undefined) return yield* new TooManyCrawls({ ...exceeded, retryAfter })
          const job = yield* store.create(owner, seed.href, options, idempotencyKey)
          const id = JobId.make(job.id)
          const crawl = Effect.interruptible(supervised(owner, id, seed, options))
          const fiber = yield* Effect.forkIn(crawl, scope)
          places.set(id, { owner, fiber, isRunning: false })
          fiber.addObserver(() => places.delete(id))
          return job
        },
        // One at a time, so that the look-up is still true when the job is made.
        starting.withPermit,
        Effect.uninterruptible
      )

      /** The limit that one more crawl of this owner would exceed. */
      const limitFor = (owner: string): Pick<TooManyCrawls, "limit" | "of"> | undefined => {
        if (places.size >= maxCrawls) return { limit: maxCrawls, of: "the service" }
        const own = places.values().filter((place) => place.owner === owner).toArray().length
        return own >= maxCrawlsPerKey ? { limit: maxCrawlsPerKey, of: "one key" } : undefined
      }

      const cancel = Effect.fn("CrawlSupervisor.cancel")(function*(owner: string, id: JobId) {
        if (Option.isNone(yield* store.get(owner, id))) return Option.none<Job>()
        const place = places.get(id)
        if (place !== undefined) yield* Fiber.interrupt(place.fiber)
        // A job that never ran has no finalizer to say so; on a finished one this changes nothing.
        yield* store.setStatus(id, "cancelled")
        return yield* store.get(owner, id)
      })

      const crawls = Effect.sync(() => {
        const running = places.values().filter(({ isRunning }) => isRunning).toArray().length
        return { queued: places.size - running, running }
      })

      const drain = Effect.andThen(
        starting.withPermit(Effect.sync(() => void (isDraining = true))),
        Effect.suspend(() => Fiber.interruptAll([...places.values()].map(({ fiber }) => fiber)))
      )

      return CrawlSupervisor.of({ start, cancel, crawls, drain })
    })
  )
}

interface Place {
  readonly owner: string
  readonly fiber: Fiber.Fiber<void>
  isRunning: boolean
}

/** In seconds. A crawl may end at any moment, and nobody knows which; a caller who asks again so often costs nothing. */
const retryAfter = 10

/** Options are made by the schema, in its order of keys. */
const isSameCrawl = (job: Job, seed: URL, options: CrawlOptions): boolean =>
  job.url === seed.href && JSON.stringify(job.options) === JSON.stringify(options)
