import { Context, Effect, Layer, Option, Queue, Schema, Scope, Stream } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, isFinal, type Job, type JobId } from "../../../core/domain/job/Job.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import type { IdempotencyKeyReused, TooManyCrawls } from "../../jobs/crawl-limits.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import { type JobCounts, JobStore } from "../../jobs/JobStore.ts"
import { type JobSignal, Nodes } from "../../jobs/Nodes.ts"
import { StoreFull } from "../../jobs/StoreFull.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { Frontier, type WaitingDomains } from "../model/Frontier.ts"
import { openNewWebhook } from "../plan/open-webhook.ts"
import { crawlToEnd } from "./crawl-to-end.ts"
import { CrawlRunner } from "./CrawlRunner.ts"
import { JobCredentials } from "./JobCredentials.ts"
import { Pauses } from "./Pauses.ts"
import { type RunningFibers, runningFibers } from "./running-fibers.ts"
import { type CancelUnwritten, unwrittenCancels } from "./unwritten-cancels.ts"

/** The service is stopping and accepts no new crawl. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

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
      const frontier = yield* Frontier
      const nodes = yield* Nodes
      const webhooks = yield* WebhookStore
      const scope = yield* Scope.Scope
      const secrets = new JobCredentials(store, nodes)
      const pauses = new Pauses()
      const toEnd = yield* crawlToEnd(pauses)
      const wakes = yield* Queue.sliding<void>(1)
      const wake = Effect.sync(() => void Queue.offerUnsafe(wakes, undefined))
      const fibers = runningFibers(scope, shutdownTimeout, () => Queue.offerUnsafe(wakes, undefined))
      const unwritten = unwrittenCancels(store, fibers)
      let isDraining = false

      /** Starts and stops fibers, so that each running job with a slot has one. */
      const reconcile = Effect.gen(function*() {
        yield* unwritten.write
        const running = yield* store.promote(maxRunningCrawls)
        const ids = new Set(running.map(({ id }) => id))
        yield* fibers.stopAllBut(ids)
        for (const job of running) {
          if (!job.hasSlot) yield* fibers.parkSoon(job.id)
          if (!job.hasSlot || isDraining || fibers.has(job.id) || unwritten.has(job.id)) continue
          if (!(yield* secrets.canRun(job))) continue
          yield* fibers.launch(job.id, job.owner, (leaving) => toEnd(job, secrets.of(job.id), leaving))
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
          const job = yield* secrets.create(owner, seed.href, options, idempotency, credentials)
          yield* openNewWebhook(webhooks, owner, job)
          yield* wake
          return job
        },
        Effect.uninterruptible
      )

      const cancel = Effect.fn("CrawlSupervisor.cancel")(function*(owner: string, id: JobId) {
        const job = yield* Effect.catch(store.cancel(owner, id), (why) => unwritten.stop(owner, id, why))
        if (Option.isNone(job)) return job
        unwritten.delete(id)
        yield* fibers.stop(id)
        yield* frontier.released(id)
        yield* wake
        return job
      })

      const drain = Effect.gen(function*() {
        isDraining = true
        yield* store.isDurable ? parkAll(fibers) : cancelAll(store)
        yield* fibers.stopAllBut(new Set())
      })

      return CrawlSupervisor.of({ start, cancel, crawls: store.counts, domains: frontier.domains, drain })
    })
  )

  /** Over any store. */
  static readonly layer = this.layerNoDeps.pipe(Layer.provide(CrawlRunner.layer))
}

/** In a durable store, the crawls go on later. */
const parkAll = Effect.fnUntraced(function*(fibers: RunningFibers) {
  const ids = fibers.ids()
  const crawls = ids.length === 1 ? "crawl is" : "crawls are"
  if (ids.length > 0) {
    yield* log(
      `jobs parked: ${ids.length} running ${crawls} kept in the job store and will go on from there`,
      { "job.ids": ids }
    )
  }
  yield* fibers.parkAll
})

const cancelAll = Effect.fnUntraced(function*(store: JobStore["Service"]) {
  const { items } = yield* store.listAll({ limit: Number.POSITIVE_INFINITY })
  const left = items.filter(({ job }) => !isFinal(job.status))
  yield* Effect.forEach(left, ({ job, owner }) => store.cancel(owner, job.id), { discard: true })
}, (cancelling) => Effect.ignore(cancelling))

/** Needed because signals may be lost, and because other nodes free slots. */
const pollInterval = "1 second"
