import { Clock, Context, type Deferred, Effect, Layer, Option, Queue, Schema, Scope, Stream } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, isFinal, type Job, type JobId } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import type { IdempotencyKeyReused, TooManyCrawls } from "../../jobs/crawl-limits.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import type { JobCounts, RunningJob } from "../../jobs/JobStore.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { type JobSignal, Nodes } from "../../jobs/Nodes.ts"
import { StoreFull } from "../../jobs/StoreFull.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { findDrift } from "../../wrappers/find-drift.ts"
import { WrapperStore } from "../../wrappers/WrapperStore.ts"
import { Frontier, type WaitingDomains } from "../model/Frontier.ts"
import { openNewWebhook, openWebhook } from "../plan/open-webhook.ts"
import { crawlEnded } from "./crawl-ended.ts"
import { CrawlRunner } from "./CrawlRunner.ts"
import { JobCredentials } from "./JobCredentials.ts"
import { Pauses } from "./Pauses.ts"
import { runningFibers } from "./running-fibers.ts"
import { unwrittenCancels } from "./unwritten-cancels.ts"

/** The service is stopping and accepts no new crawl. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/**
 * The crawl has stopped, and the job store could not store the status `cancelled`. The write is retried. If the service
 * ends before it succeeds, the crawl continues with the next start.
 */
export class CancelUnwritten extends Schema.TaggedError<CancelUnwritten>()("CancelUnwritten", {
  reason: Schema.String
}) {}

/**
 * Runs all crawls: one supervised fiber for each running job of the store that has a slot. Interrupting a fiber does
 * not change its job. Only `cancel` cancels.
 */
export class CrawlSupervisor extends Context.Service<CrawlSupervisor, {
  /**
   * Atomic for a caller that disconnects: the job is stored and will run, or there is none. An `idempotency` key that
   * the owner has used before returns the earlier job, if the request is the same. `credentials` stay in the memory of
   * this node. Only this node runs such a crawl, and the crawl fails if this node stops. `StoreFull`: the documents of
   * earlier jobs fill the store.
   */
  start(
    owner: string,
    seed: URL,
    options: CrawlOptions,
    idempotency?: Idempotency,
    credentials?: SiteCredentials
  ): Effect.Effect<Job, TooManyCrawls | ShuttingDown | IdempotencyKeyReused | StoreFull | StoreUnavailable>
  /** Returns when the job sends no more requests. A finished job is returned unchanged. */
  cancel(owner: string, id: JobId): Effect.Effect<Option.Option<Job>, StoreUnavailable | CancelUnwritten>
  /** Numbers of queued and running crawls. */
  readonly crawls: Effect.Effect<JobCounts, StoreUnavailable>
  readonly domains: Effect.Effect<WaitingDomains, StoreUnavailable>
  /**
   * Accepts no new crawls, and sends no more requests for running ones. In a durable store, requested pages are
   * finished, and the crawls continue later. In any other store they are cancelled.
   */
  readonly drain: Effect.Effect<void>
}>()("gleaner/crawling/crawl/supervise/CrawlSupervisor") {
  static readonly layerNoDeps = Layer.effect(
    CrawlSupervisor,
    Effect.gen(function*() {
      const { maxRunningCrawls, shutdownTimeout, storeBytes } = yield* Settings
      const store = yield* JobStore
      const runner = yield* CrawlRunner
      const frontier = yield* Frontier
      const nodes = yield* Nodes
      const webhooks = yield* WebhookStore
      const wrappers = yield* WrapperStore
      const scope = yield* Scope.Scope
      const unwritten = unwrittenCancels(store)
      const secrets = new JobCredentials(store, nodes)
      const pauses = new Pauses()
      const ended = crawlEnded(store, pauses)
      const wakes = yield* Queue.sliding<void>(1)
      const wake = Effect.sync(() => void Queue.offerUnsafe(wakes, undefined))
      const fibers = runningFibers(scope, shutdownTimeout, () => Queue.offerUnsafe(wakes, undefined))
      let isDraining = false

      const finish = Effect.fnUntraced(function*(job: RunningJob, status: "done" | "failed") {
        const drifts = status === "done" ? yield* findDrift({ jobs: store, nodes, wrappers }, job) : []
        yield* store.finish(job.id, status, ...drifts)
      })

      const run = Effect.fnUntraced(function*(job: RunningJob, leaving: Deferred.Deferred<void>) {
        const { id, options, owner, url } = job
        const task = { id, owner, seed: new URL(url), options }
        const begun = yield* Clock.currentTimeMillis
        // A process that was killed between the two writes of `start` left a job without its event cursors.
        yield* openWebhook(webhooks, owner, id, options).pipe(
          Effect.andThen(nodes.whileAlive(runner.run(task, secrets.of(id), leaving))),
          Effect.flatMap((status) => status === "parked" ? Effect.void : finish(job, status)),
          Effect.catchCause((cause) => ended(id, url, begun, cause))
        )
      })

      /** Starts and stops fibers, so that each running job with a slot has one. */
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
        pauses.retain(ids)
        yield* secrets.forget
      }).pipe(Effect.uninterruptible, Effect.ignore)

      const poll = Effect.andThen(reconcile, Effect.raceFirst(Queue.take(wakes), Effect.sleep(pollInterval)))
      yield* Effect.forkScoped(Effect.forever(poll))
      /** Stops a crawl that another node has cancelled, without waiting for `reconcile`. */
      const onSignal = ({ _tag, id }: JobSignal) => {
        if (_tag === "Cancelled") fibers.stopSoon(id)
        return wake
      }
      yield* Effect.forkScoped(Stream.runForEach(nodes.signals, onSignal))

      const start = Effect.fn("CrawlSupervisor.start")(
        function*(
          owner: string,
          seed: URL,
          options: CrawlOptions,
          idempotency?: Idempotency,
          credentials?: SiteCredentials
        ) {
          if (isDraining) return yield* new ShuttingDown()
          if ((yield* store.stored).bytes >= storeBytes) return yield* new StoreFull({ reason: "it has no free bytes" })
          const bound = { ...options, credentials_node: nodes.self }
          const job = yield* credentials === undefined
            ? store.create(owner, seed.href, options, idempotency)
            : secrets.storedWith(credentials, store.create(owner, seed.href, bound, idempotency))
          yield* openNewWebhook(webhooks, owner, job)
          yield* wake
          return job
        },
        Effect.uninterruptible
      )

      /** Stops a crawl of the owner that the store cannot cancel now. */
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
        yield* wake
        return job
      })

      /** For a store that is not durable. */
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

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(Layer.provide(CrawlRunner.layer))
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

/** Needed because signals may be lost, and because other nodes free slots. */
const pollInterval = "1 second"
