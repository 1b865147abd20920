import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Option, PubSub, Ref, Stream } from "effect"
import { TestClock } from "effect/testing"
import { StoreUnavailable } from "../../../../src/core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { CrawlRunner } from "../../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "../../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { type JobSignal, Nodes } from "../../../../src/crawling/jobs/Nodes.ts"
import { memoryStore } from "../../../../src/crawling/stores/memory/memory-stores.ts"
import { options, seed, settled, status } from "../../../support/entries/supervisor-over.ts"

describe("a cancelled crawl", () => {
  it.effect("a crawl is stopped at once when the store cannot write that it is cancelled, which is written later", () =>
    Effect.gen(function*() {
      const isFull = yield* Ref.make(false)
      const begun = yield* Ref.make(0)
      const stopped = yield* Ref.make(0)
      const run = () =>
        Ref.update(begun, (count) => count + 1).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Ref.update(stopped, (count) => count + 1))
        )
      const full = Effect.fail(new StoreUnavailable({ reason: "database or disk is full" }))
      const stores = Layer.effect(
        JobStore,
        Effect.map(JobStore, (store) => ({
          ...store,
          cancel: (owner: string, id: JobId) =>
            Effect.flatMap(Ref.get(isFull), (now) => now ? full : store.cancel(owner, id))
        }))
      ).pipe(Layer.provideMerge(memoryStore))
      const layer = CrawlSupervisor.layerNoDeps.pipe(
        Layer.provide(Layer.succeed(CrawlRunner, { run: () => Effect.as(run(), "done" as const) })),
        Layer.provideMerge(stores),
        Layer.provide(Settings.layerWith({}))
      )
      yield* Effect.gen(function*() {
        const supervisor = yield* CrawlSupervisor
        const job = yield* supervisor.start("a", seed, options)
        const { id } = job
        yield* settled("a", job.id, "running")
        yield* TestClock.adjust("1 second")
        yield* Ref.set(isFull, true)
        assert.strictEqual((yield* Effect.flip(supervisor.cancel("b", id)))._tag, "StoreUnavailable")
        assert.strictEqual(yield* Ref.get(stopped), 0)
        assert.strictEqual((yield* Effect.flip(supervisor.cancel("a", id)))._tag, "CancelUnwritten")
        assert.strictEqual(yield* Ref.get(stopped), 1)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual((yield* Effect.flip(supervisor.cancel("a", id)))._tag, "CancelUnwritten")
        assert.strictEqual((yield* status("a", job.id)).status, "running")
        yield* Ref.set(isFull, false)
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* status("a", job.id)).status, "cancelled")
        assert.strictEqual(Option.getOrThrow(yield* supervisor.cancel("a", id)).status, "cancelled")
        assert.deepStrictEqual([yield* Ref.get(begun), yield* Ref.get(stopped)], [1, 1])
      }).pipe(Effect.provide(layer))
    }))

  it.effect("a crawl that another node has cancelled stops before this node has looked at all jobs", () =>
    Effect.gen(function*() {
      const signals = yield* PubSub.unbounded<JobSignal>()
      const log = (signal: JobSignal) => PubSub.publish(signals, signal)
      const isSlow = yield* Ref.make(false)
      const stopped = yield* Deferred.make<void>()
      const stores = Layer.effect(
        JobStore,
        Effect.map(JobStore, (store) => ({
          ...store,
          promote: (limit: number) =>
            Effect.flatMap(Ref.get(isSlow), (now) => now ? Effect.never : store.promote(limit))
        }))
      ).pipe(Layer.provideMerge(memoryStore))
      const nodes = Layer.effect(
        Nodes,
        Effect.map(Nodes, (single) => ({ ...single, signals: Stream.fromPubSub(signals) }))
      ).pipe(Layer.provide(Nodes.layerSingle))
      const run = () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(stopped, undefined))
      yield* Effect.gen(function*() {
        const supervisor = yield* CrawlSupervisor
        const job = yield* supervisor.start("a", seed, options)
        yield* settled("a", job.id, "running")
        yield* TestClock.adjust("1 second")
        yield* Ref.set(isSlow, true)
        yield* log({ _tag: "Finished", id: JobId.make("0".repeat(32)) })
        yield* log({ _tag: "Cancelled", id: job.id })
        yield* Deferred.await(stopped)
        assert.isTrue(yield* Ref.get(isSlow))
      }).pipe(Effect.provide(
        CrawlSupervisor.layerNoDeps.pipe(
          Layer.provide(Layer.succeed(CrawlRunner, { run })),
          Layer.provide(nodes),
          Layer.provideMerge(stores),
          Layer.provide(Settings.layerWith({}))
        )
      ))
    }))
})
