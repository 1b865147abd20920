import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger, Metric, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { StoreUnavailable } from "../../../src/core/domain/errors/StoreUnavailable.ts"
import { crawlDefaults, JobId } from "../../../src/core/domain/job/Job.ts"
import { updateAges } from "../../../src/core/observability/ages.ts"
import { metrics } from "../../../src/core/observability/metrics.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Frontier } from "../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { measured } from "../../../src/crawling/stores/measured.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { DomainLease } from "../../../src/web/politeness/DomainLease.ts"

const seed = new URL("https://example.com/")

/** Metrics of this test alone. */
const alone = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Metric.MetricRegistry, new Map())

const timesOf = (operation: string) =>
  Effect.map(Metric.value(Metric.withAttributes(metrics.storeTime, { operation })), ({ count }) => count)
const gauge = (metric: Metric.Gauge<number>) => Effect.map(Metric.value(metric), ({ value }) => value)
const gates = (state: string) => gauge(Metric.withAttributes(metrics.domainLeases, { state }))

describe("the metrics of the stores", () => {
  it.effect("count the leases that a node holds, the visits that end and are settled, and time the operations", () =>
    Effect.gen(function*() {
      const store = yield* JobStore
      const job = yield* store.create("a", seed.href, crawlDefaults)
      const { id } = job
      yield* store.promote(1)
      const leased = Effect.gen(function*() {
        const frontier = yield* (yield* Frontier).open({ id, seed, options: crawlDefaults })
        const [lease] = yield* frontier.lease(1)
        if (lease === undefined) return yield* Effect.die("no lease")
        assert.strictEqual(yield* gauge(metrics.leases), 1)
        return { frontier, lease }
      })
      yield* Effect.scoped(leased)
      assert.strictEqual(yield* gauge(metrics.leases), 0, "given back when the scope closes")
      yield* Effect.scoped(Effect.gen(function*() {
        const { frontier, lease } = yield* leased
        const { depth, foundOn, seq, url } = lease
        const outcome = { _tag: "NoPage", code: "fetch_failed", detail: "no answer" } as const
        yield* frontier.end(lease, { seq, url, depth, foundOn, outcome, chain: [], elapsed: 1 })
        assert.strictEqual(yield* gauge(metrics.leases), 0)
        assert.strictEqual((yield* Metric.value(metrics.settledVisits)).count, 0)
        yield* frontier.settle
      }))
      assert.strictEqual((yield* Metric.value(metrics.endedVisits)).count, 1)
      assert.strictEqual((yield* Metric.value(metrics.settledVisits)).count, 1)
      assert.isTrue(Option.isSome(yield* store.get("a", id)))
      assert.deepStrictEqual(
        yield* Effect.all([timesOf("lease"), timesOf("end"), timesOf("settle"), timesOf("read"), timesOf("write")]),
        [2, 1, 1, 3, 1],
        "the reads are two frontiers that are opened, and a job"
      )
    }).pipe(Effect.provide(measured(memoryStore).pipe(Layer.provide(Settings.layerWith()))), alone))

  it.effect("count and log a store that is away while documents are read, once", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const away = Layer.effect(
        JobStore,
        Effect.map(JobStore, (jobs) => ({
          ...jobs,
          documents: () => Stream.fail(new StoreUnavailable({ reason: "no answer" }))
        }))
      ).pipe(Layer.provideMerge(memoryStore))
      const layer = measured(away).pipe(
        Layer.provide(Settings.layerWith()),
        Layer.provideMerge(Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))]))
      )
      yield* Effect.gen(function*() {
        const read = Stream.runDrain((yield* JobStore).documents(JobId.make("0".repeat(32))))
        yield* Effect.flip(read)
        yield* Effect.flip(read)
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(lines, ["the job store is unavailable: no answer"])
      assert.strictEqual((yield* Metric.value(metrics.storeFailures)).count, 2)
    }).pipe(alone))

  it.effect("show the ages of the oldest lease of a domain, lease and queued job, and of a crawl without progress", () =>
    Effect.gen(function*() {
      const store = yield* JobStore
      const domains = yield* DomainLease
      const shown = Effect.andThen(
        updateAges,
        Effect.all([
          gauge(Metric.withAttributes(metrics.domainLeaseAge, { state: "held" })),
          gauge(metrics.leaseAge),
          gauge(metrics.crawlIdle),
          Effect.map(store.counts, ({ queueAge }) => queueAge)
        ])
      )
      const { id } = yield* store.create("a", seed.href, crawlDefaults)
      yield* store.promote(1)
      yield* store.create("a", seed.href, crawlDefaults)
      yield* Effect.scoped(Effect.gen(function*() {
        const frontier = yield* (yield* Frontier).open({ id, seed, options: crawlDefaults })
        yield* TestClock.adjust("10 seconds")
        yield* frontier.lease(1)
        yield* TestClock.adjust("10 seconds")
        const release = yield* domains.acquire("example.com", Duration.seconds(1), false)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* shown, [10, 20, 30, 30])
        yield* release
      }))
      assert.deepStrictEqual(yield* shown, [0, 0, 0, 30])
      assert.deepStrictEqual((yield* store.stored).jobs, 2)
    }).pipe(Effect.provide(measured(Layer.fresh(memoryStore)).pipe(Layer.provide(Settings.layerWith()))), alone))

  it.effect("count the turns that wait for a gate, those that have it, and what fails", () =>
    Effect.gen(function*() {
      const domains = yield* DomainLease
      const release = yield* domains.acquire("example.com", Duration.seconds(1), false)
      assert.deepStrictEqual([yield* gates("waiting"), yield* gates("held")], [0, 1])
      yield* release
      assert.deepStrictEqual([yield* gates("waiting"), yield* gates("held")], [0, 0])
      const store = yield* JobStore
      yield* Effect.flip(store.get("a", JobId.make("x")))
      assert.strictEqual((yield* Metric.value(metrics.storeFailures)).count, 1)
    }).pipe(
      Effect.provide(
        measured(Layer.merge(
          Layer.fresh(memoryStore),
          Layer.effect(
            JobStore,
            Effect.map(JobStore, (jobs) => ({
              ...jobs,
              get: () => Effect.fail(new StoreUnavailable({ reason: "gone" }))
            }))
          ).pipe(Layer.provide(memoryStore))
        )).pipe(Layer.provide(Settings.layerWith()))
      ),
      alone
    ))
})
