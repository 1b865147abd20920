import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Option, Ref, References } from "effect"
import { TestClock } from "effect/testing"
import { StoreUnavailable } from "../../../../src/core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import type { CrawlTask } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { CrawlSupervisor } from "../../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { options, seed, settled, status, supervisorOver } from "../../../support/entries/supervisor-over.ts"

describe("CrawlSupervisor", () => {
  it.effect("a job is queued, runs, and is done", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const job = yield* supervisor.start("a", seed, options)
      assert.strictEqual(job.status, "queued")
      const done = yield* settled("a", job.id, "done")
      assert.strictEqual(done.status, "done")
      assert.isNotNull(done.finished_at)
    }).pipe(Effect.provide(supervisorOver(() => Effect.void))))

  it.effect("a cancelled crawl has run its finalizers before the answer", () =>
    Effect.gen(function*() {
      const closed = yield* Ref.make(false)
      const started = yield* Deferred.make<void>()
      const run = () =>
        Deferred.succeed(started, undefined).pipe(Effect.andThen(Effect.never), Effect.ensuring(Ref.set(closed, true)))
      yield* Effect.gen(function*() {
        const supervisor = yield* CrawlSupervisor
        const job = yield* supervisor.start("a", seed, options)
        yield* Deferred.await(started)
        const cancelled = Option.getOrThrow(yield* supervisor.cancel("a", job.id))
        assert.strictEqual(cancelled.status, "cancelled")
        assert.isTrue(yield* Ref.get(closed))
        assert.isTrue(Option.isNone(yield* supervisor.cancel("b", job.id)))
      }).pipe(Effect.provide(supervisorOver(run)))
    }))

  it.effect("one over the limit is refused, and a place that a cancelled job leaves is free again", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const jobs = yield* Effect.forEach([1, 2, 3], () => supervisor.start("a", seed, options))
      const refused = yield* Effect.flip(supervisor.start("a", seed, options))
      assert.strictEqual(refused._tag, "TooManyCrawls")
      // The third never got a slot: cancelling it says cancelled too.
      const waiting = Option.getOrThrow(yield* supervisor.cancel("a", JobId.make(jobs[2]?.id ?? "")))
      assert.strictEqual(waiting.status, "cancelled")
      yield* supervisor.start("a", seed, options)
    }).pipe(Effect.provide(supervisorOver(() => Effect.never, { maxCrawls: 3, maxRunningCrawls: 2 }))))

  it.effect("none starts while the store has no room for it, and one does when finished jobs have expired", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const store = yield* JobStore
      const jobs = yield* Effect.replicateEffect(store.create("a", seed.href, options), 2)
      assert.strictEqual((yield* Effect.flip(supervisor.start("a", seed, options)))._tag, "StoreFull")
      for (const { id } of jobs) yield* store.finish(id, "done")
      yield* TestClock.adjust("16 minutes")
      assert.strictEqual((yield* store.stored).bytes, 0)
      yield* supervisor.start("a", seed, options)
    }).pipe(
      Effect.provide(supervisorOver(() => Effect.never, { storeBytes: 2000, jobRetention: Duration.minutes(15) }))
    ))

  it.effect("a key at its own limit is refused while there are places for others", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const [first] = yield* Effect.forEach([1, 2], () => supervisor.start("greedy", seed, options))
      const refused = yield* Effect.flip(supervisor.start("greedy", seed, options))
      assert.strictEqual(refused._tag === "TooManyCrawls" ? refused.of : "", "one key")
      yield* supervisor.start("modest", seed, options)
      yield* supervisor.cancel("greedy", JobId.make(first?.id ?? ""))
      yield* supervisor.start("greedy", seed, options)
    }).pipe(Effect.provide(supervisorOver(() => Effect.never, { maxCrawls: 10, maxCrawlsPerKey: 2 }))))

  it.effect("slots are shared fairly between keys", () =>
    Effect.gen(function*() {
      const order = yield* Ref.make<ReadonlyArray<string>>([])
      const gates = new Map<string, Deferred.Deferred<void>>()
      const run = ({ id }: CrawlTask) =>
        Effect.gen(function*() {
          yield* Ref.update(order, (ids) => [...ids, id])
          const gate = gates.get(id)
          if (gate !== undefined) yield* Deferred.await(gate)
        })
      yield* Effect.gen(function*() {
        const supervisor = yield* CrawlSupervisor
        const first = yield* supervisor.start("greedy", seed, options)
        const gate = Deferred.makeUnsafe<void>()
        gates.set(first.id, gate)
        const others = yield* Effect.forEach(["greedy", "greedy", "greedy", "modest"], (owner) =>
          supervisor.start(owner, seed, options))
        yield* settled("greedy", first.id, "running")
        yield* Deferred.succeed(gate, undefined)
        yield* settled("greedy", others[2]?.id ?? "", "done")
        const ran = yield* Ref.get(order)
        assert.isBelow(ran.indexOf(others[3]?.id ?? ""), ran.indexOf(others[1]?.id ?? ""))
      }).pipe(Effect.provide(supervisorOver(run, { maxRunningCrawls: 1 })))
    }))

  it.effect("a seed that cannot be had fails the job; a defect fails it with an error, and no other", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const broken = yield* supervisor.start("a", new URL("https://defect.example/"), options)
      const unread = yield* supervisor.start("a", new URL("https://unread.example/"), options)
      const fine = yield* supervisor.start("a", seed, options)
      assert.strictEqual((yield* settled("a", unread.id, "failed")).status, "failed")
      assert.strictEqual((yield* settled("a", fine.id, "done")).status, "done")
      const failed = yield* settled("a", broken.id, "failed")
      assert.deepStrictEqual(failed.errors.map(({ code }) => code), ["internal_error"])
    }).pipe(Effect.provide(supervisorOver(({ seed }) =>
      seed.hostname === "defect.example"
        ? Effect.die(new Error("a bug"))
        : seed.hostname === "unread.example"
        ? Effect.succeed("failed" as const)
        : Effect.void
    ))))

  it.effect("a crawl that finds the store away time and again begins seldom, and is done when the store is back", () => {
    let runs = 0
    let isBack = false
    const run = () =>
      Effect.suspend(() => {
        runs++
        return isBack ? Effect.void : Effect.fail(new StoreUnavailable({ reason: "the disk is full" }))
      })
    return Effect.gen(function*() {
      const job = yield* (yield* CrawlSupervisor).start("a", seed, options)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(runs, 2)
      yield* TestClock.adjust("10 minutes")
      assert.isBelow(runs, 30)
      isBack = true
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual((yield* status("a", job.id)).status, "done")
    }).pipe(Effect.provide(supervisorOver(run)))
  })

  it.effect("draining interrupts what runs and takes no new crawl", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const job = yield* supervisor.start("a", seed, options)
      yield* settled("a", job.id, "running")
      yield* supervisor.drain
      assert.strictEqual((yield* status("a", job.id)).status, "cancelled")
      assert.strictEqual((yield* Effect.flip(supervisor.start("a", seed, options)))._tag, "ShuttingDown")
    }).pipe(Effect.provide(supervisorOver(() => Effect.never))))

  it.effect("a caller that hangs up leaves a job that runs, or none", () =>
    Effect.gen(function*() {
      const store = yield* JobStore
      const supervisor = yield* CrawlSupervisor
      // Hanging up after every possible number of steps.
      for (let steps = 0; steps < 60; steps++) {
        const caller = yield* Effect.forkChild(
          Effect.andThen(Effect.yieldNow, supervisor.start("a", seed, options)).pipe(
            Effect.provideService(References.MaxOpsBeforeYield, 5)
          ),
          { startImmediately: true }
        )
        for (let step = 0; step < steps; step++) yield* Effect.yieldNow
        yield* Fiber.interrupt(caller)
      }
      const { items } = yield* store.list("a", { limit: 1000 })
      assert.isAbove(items.length, 0)
      for (const { id } of items) assert.strictEqual((yield* settled("a", id, "done")).status, "done")
    }).pipe(Effect.provide(supervisorOver(() => Effect.void, { maxCrawls: 100 }))))

  it.effect("an idempotency key starts one crawl; a refusal for want of places is not remembered", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const twins = yield* Effect.all(
        Array.from({ length: 10 }, () => supervisor.start("a", seed, options, { key: "key", asked: "a" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(twins.map(({ id }) => id)).size, 1)
      const other = yield* Effect.flip(
        supervisor.start("a", seed, { ...options, max_pages: 2 }, { key: "key", asked: "b" })
      )
      assert.strictEqual(other._tag, "IdempotencyKeyReused")
      assert.strictEqual(
        (yield* Effect.flip(supervisor.start("a", seed, options, { key: "late", asked: "a" })))._tag,
        "TooManyCrawls"
      )
      yield* supervisor.cancel("a", JobId.make(twins[0]?.id ?? ""))
      assert.notStrictEqual((yield* supervisor.start("a", seed, options, { key: "late", asked: "a" })).id, twins[0]?.id)
    }).pipe(Effect.provide(supervisorOver(() => Effect.never, { maxCrawls: 1 }))))

  it.effect("a refused caller learns when to come back, and who comes after a crawl has ended finds a place", () =>
    Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      yield* supervisor.start("a", seed, options)
      const refused = yield* Effect.flip(supervisor.start("a", seed, options))
      assert.strictEqual(refused._tag === "TooManyCrawls" ? refused.retryAfter : 0, 10)
      assert.deepInclude(yield* supervisor.crawls, { queued: 1, running: 0 })
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* supervisor.crawls, { queued: 0, running: 1 })
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(yield* supervisor.crawls, { queued: 0, running: 0 })
      yield* supervisor.start("a", seed, options)
    }).pipe(Effect.provide(supervisorOver(() => Effect.sleep("10 seconds"), { maxCrawls: 1 }))))
})
