import { Clock, Context, type Deferred, Effect, Layer, Option, Queue, Schema, Scope, Stream } from "effect"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, isFinal, type Job, type JobId } from "../../domain/job/Job.ts"
import type { SiteCredentials } from "../../domain/SiteCredentials.ts"
import type { IdempotencyKeyReused, TooManyCrawls } from "../../jobs/crawl-limits.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import type { JobCounts, RunningJob } from "../../jobs/JobStore.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { type JobSignal, Nodes } from "../../jobs/Nodes.ts"
import { log } from "../../observability/log-lines.ts"
import { Settings } from "../../Settings.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { Frontier, type WaitingDomains } from "../frontier/Frontier.ts"
import { openNewWebhook, openWebhook } from "../plan/open-webhook.ts"
import { crawlEnded } from "./crawl-ended.ts"
import { CrawlRunner } from "./CrawlRunner.ts"
import { JobCredentials } from "./JobCredentials.ts"
import { Pauses } from "./Pauses.ts"
import { runningFibers } from "./running-fibers.ts"
import { unwrittenCancels } from "./unwritten-cancels.ts"

/** The service is stopping and takes no new crawl. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/**
 * The crawl has stopped, and the job store could not write that it is cancelled. It is written as soon as the store
 * takes it. If the service ends before, the crawl goes on when it starts again.
 */
export class CancelUnwritten extends Schema.TaggedError<CancelUnwritten>()("CancelUnwritten", {
  reason: Schema.String
}) {}

/**
 * The only place that runs crawls: one supervised fiber for each running job of the store that has a slot. A fiber that
 * is interrupted leaves its job as it is; only `cancel` cancels.
 */
export class CrawlSupervisor extends Context.Service<CrawlSupervisor, {
  /**
   * If the caller hangs up meanwhile, the job is either stored, and will run, or there is none. An `idempotency` key
   * that the owner has used before gives the earlier job, if the same was asked for. `credentials` stay in the memory
   * of this node. Only this node runs such a crawl, and the crawl fails when this node is gone.
   */
  start(
    owner: string,
    seed: URL,
    options: CrawlOptions,
    idempotency?: Idempotency,
    credentials?: SiteCredentials
  ): Effect.Effect<Job, TooManyCrawls | ShuttingDown | IdempotencyKeyReused | StoreUnavailable>
  /** Returns when nothing of the job will be fetched any more. A finished job comes back unchanged. */
  cancel(owner: string, id: JobId): Effect.Effect<Option.Option<Job>, StoreUnavailable | CancelUnwritten>
  /** How many crawls there are now. */
  readonly crawls: Effect.Effect<JobCounts, StoreUnavailable>
  /** Domains of running crawls with URLs that wait, and those of them that are due. */
  readonly domains: Effect.Effect<WaitingDomains, StoreUnavailable>
  /**
   * Takes no new crawls, and requests nothing more for those that run. In a store that outlives the process, pages that
   * were requested are finished, and the crawls go on later; in any other store they are cancelled.
   */
  readonly drain: Effect.Effect<void>
}>()("gleaner/crawl/supervise/CrawlSupervisor") {
  static readonly layer = Layer.effect(
    CrawlSupervisor,
    Effect.gen(function*() {
      const { maxRunningCrawls, shutdownTimeout } = yield* Settings
      const store = yield* JobStore
      const runner = yield* CrawlRunner
      const frontier = yield* Frontier
      const nodes = yield* Nodes
      const webhooks = yield* WebhookStore
      const scope = yield* Scope.Scope
      const unwritten = unwrittenCancels(store)
      const secrets = new JobCredentials(store, nodes)
      const pauses = new Pauses()
      const ended = crawlEnded(store, pauses)
      const looks = yield* Queue.sliding<void>(1)
      const look = Effect.sync(() => void Queue.offerUnsafe(looks, undefined))
      const fibers = runningFibers(scope, shutdownTimeout, () => Queue.offerUnsafe(looks, undefined))
      let isDraining = false

      const run = Effect.fnUntraced(function*(
        { id, options, owner, url }: RunningJob,
        leaving: Deferred.Deferred<void>
      ) {
        const task = { id, owner, seed: new URL(url), options }
        const begun = yield* Clock.currentTimeMillis
        // A process that was killed between the two writes of `start` has left a job without its webhook.
        yield* openWebhook(webhooks, owner, id, options).pipe(
          Effect.andThen(nodes.whileHeard(runner.run(task, secrets.of(id), leaving))),
          Effect.flatMap((status) => status === "parked" ? Effect.void : store.finish(id, status)),
          Effect.catchCause((cause) => ended(id, url, begun, cause))
        )
      })

      /** Takes part in every running job that has a slot, and in no other. */
      const reconcile = Effect.gen(function*() {
        yield* unwritten.write
        const running = yield* store.promote(maxRunningCrawls)
        const ids = new Set(running.map(({ id }) => id))
        yield* fibers.stopAllBut(ids)
        for (const job of running) {
          if (!job.hasSlot) yield* fibers.parkSoon(job.id)
          if (!job.hasSlot || isDraining || fibers.has(job.id) || unwritten.has(job.id)) continue
          if (yield* secrets.canRun(job)) yield* fibers.launch(job.id, job.owner, (leaving) => run(job, leaving))
        }
        pauses.keep(ids)
        yield* secrets.forget
      }).pipe(Effect.uninterruptible, Effect.ignore)

      const looking = Effect.andThen(reconcile, Effect.raceFirst(Queue.take(looks), Effect.sleep(pollInterval)))
      yield* Effect.forkScoped(Effect.forever(looking))
      /** A crawl that was cancelled on another node stops here at once, before anybody looks at all jobs. */
      const hear = ({ _tag, id }: JobSignal) => {
        if (_tag === "Cancelled") fibers.stopSoon(id)
        return look
      }
      yield* Effect.forkScoped(Stream.runForEach(nodes.signals, hear))

      const start = Effect.fn("CrawlSupervisor.start")(
        function*(
          owner: string,
          seed: URL,
          options: CrawlOptions,
          idempotency?: Idempotency,
          credentials?: SiteCredentials
        ) {
          if (isDraining) return yield* new ShuttingDown()
          const held = { ...options, credentials_node: nodes.self }
          const job = yield* credentials === undefined
            ? store.create(owner, seed.href, options, idempotency)
            : secrets.holding(credentials, store.create(owner, seed.href, held, idempotency))
          yield* openNewWebhook(webhooks, owner, job)
          yield* look
          return job
        },
        Effect.uninterruptible
      )

      /** Stops a crawl that the store cannot cancel now, if it is known to be the owner's. */
      const stop = Effect.fnUntraced(function*(owner: string, id: JobId, why: StoreUnavailable) {
        const known = fibers.ownerOf(id) ?? unwritten.ownerOf(id)
        const isOwn = known === undefined
          ? Option.contains(yield* Effect.orElseSucceed(store.ownerOf(id), Option.none), owner)
          : known === owner
        if (!isOwn) return yield* why
        unwritten.add(id, owner)
        yield* fibers.stop(id)
        return yield* new CancelUnwritten({ reason: why.reason })
      }, Effect.uninterruptible)

      const cancel = Effect.fn("CrawlSupervisor.cancel")(function*(owner: string, id: JobId) {
        const job = yield* Effect.catch(store.cancel(owner, id), (why) => stop(owner, id, why))
        if (Option.isNone(job)) return job
        unwritten.delete(id)
        yield* fibers.stop(id)
        yield* frontier.released(id)
        yield* look
        return job
      })

      /** Nobody would go on with them. */
      const cancelAll = Effect.gen(function*() {
        const { items } = yield* store.listAll({ limit: Number.POSITIVE_INFINITY })
        const left = items.filter(({ job }) => !isFinal(job.status))
        yield* Effect.forEach(left, ({ job, owner }) => store.cancel(owner, job.id), { discard: true })
      })

      const drain = Effect.gen(function*() {
        isDraining = true
        if (store.isDurable) {
          yield* logParked(fibers.ids())
          yield* fibers.parkAll
        } else {
          yield* Effect.ignore(cancelAll)
        }
        yield* fibers.stopAllBut(new Set())
      })

      return CrawlSupervisor.of({ start, cancel, crawls: store.counts, domains: frontier.domains, drain })
    })
  )
}

const logParked = (ids: ReadonlyArray<JobId>) => {
  const crawls = ids.length === 1 ? "crawl is" : "crawls are"
  return ids.length === 0
    ? Effect.void
    : log(
      `jobs parked: ${ids.length} running ${crawls} kept in the job store and will go on from there`,
      { "job.ids": ids }
    )
}

/** Signals may be lost, and a queued job may wait for a slot that another node has freed. */
const pollInterval = "1 second"
