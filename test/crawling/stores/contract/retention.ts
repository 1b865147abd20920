import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Option, Stream } from "effect"
import type { VisitOutcome } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { retentionOf, retentionPasses, testOf } from "./clock.ts"
import { crawling, keyed, ledgerOf, noise, options, read, seed } from "./crawling.ts"
import type { Engine } from "./engine.ts"

/** Retention in every job store. */
export const retentionContract = (engine: Engine): void => {
  const test = testOf(engine)
  const retention = { jobRetention: Duration.fromInputUnsafe(retentionOf(engine)) }

  describe(`kept jobs (${engine.name})`, () => {
    test("evicts a finished job after its retention, never a running one, and gives its bytes back", () =>
      Effect.gen(function*() {
        const finished = yield* crawling({ url: "https://example.com/finished/" })
        const running = yield* crawling({ url: "https://example.com/running/" })
        assert.isTrue(yield* finished.stores(noise(12_000)))
        assert.isFalse(yield* running.stores(noise(12_000)))
        yield* finished.store.finish(finished.id, "done")
        assert.isTrue(Option.isSome(yield* finished.store.get("a", finished.id)))
        yield* retentionPasses(engine)
        assert.isTrue(Option.isNone(yield* finished.store.get("a", finished.id)))
        assert.isTrue(Option.isNone(yield* finished.store.cancel("a", finished.id)))
        assert.isTrue(Option.isSome(yield* running.store.get("a", running.id)))
        assert.isBelow((yield* running.store.stored).bytes, 12_000)
        assert.isTrue(yield* running.stores(noise(12_000)))
      }).pipe(Effect.scoped, Effect.provide(engine.layer({ ...retention, storeBytes: 24_000 }))))

    test("keeps a finished job as long as a kept one compares its pages with it, and no longer", () =>
      Effect.gen(function*() {
        const earlier = yield* crawling()
        yield* earlier.stores("page")
        yield* earlier.store.finish(earlier.id, "done")
        const { store } = earlier
        const key = keyed("of the later one")
        const since = { ...options, since: earlier.id }
        const queued = yield* store.create("a", seed, since)
        const running = yield* crawling({ changes: { since: earlier.id } })
        yield* retentionPasses(engine)
        yield* store.stored
        assert.isTrue(Option.isSome(yield* store.get("a", earlier.id)))
        assert.deepStrictEqual(yield* store.ownerOf(earlier.id), Option.some("a"))
        assert.strictEqual((yield* ledgerOf(earlier)).length, 1)
        assert.strictEqual((yield* Stream.runCollect(store.documents(earlier.id))).length, 1)
        assert.strictEqual((yield* store.list("a", { limit: 9 })).total, 3)
        assert.strictEqual((yield* store.listAll({ limit: 9 })).items.length, 3)
        yield* store.finish(running.id, "done")
        yield* store.stored
        assert.isTrue(Option.isSome(yield* store.get("a", earlier.id)))
        yield* store.cancel("a", queued.id)
        assert.isTrue(Option.isSome(yield* store.get("a", earlier.id)))
        yield* retentionPasses(engine)
        assert.isTrue(Option.isNone(yield* store.get("a", earlier.id)))
        assert.notInclude((yield* store.list("a", { limit: 9 })).items.map(({ id }) => id), earlier.id)
        const next = yield* store.create("a", seed, options, key)
        yield* store.finish(next.id, "done")
        const last = yield* store.create("a", seed, { ...options, since: next.id })
        yield* retentionPasses(engine)
        assert.strictEqual((yield* store.create("a", seed, options, key)).id, next.id)
        yield* store.cancel("a", last.id)
      }).pipe(Effect.scoped, Effect.provide(engine.layer(retention))))

    test("keeps the jobs whose documents a kept job or the one before it names, and no others", () =>
      Effect.gen(function*() {
        const first = yield* crawling()
        const { store } = first
        yield* first.stores("page")
        const kept = { job: first.id, n: 0 }
        const unchanged = read("", [], { isUnchanged: true, isSame: true, seen: { text: "page", kept } })
        /** The jobs of the chain that are stored, by their place in it. */
        const chain = [first]
        const left = Effect.map(
          Effect.filter(chain, ({ id }) => Effect.map(store.get("a", id), Option.isSome)),
          (jobs) => jobs.map((job) => chain.indexOf(job))
        )
        /** Each job begins before the one that it is compared with has expired. */
        const next = Effect.fnUntraced(function*(outcome: VisitOutcome) {
          const [since] = chain.slice(-1)
          if (since === undefined) return
          const job = yield* crawling({ changes: { since: since.id } })
          yield* store.finish(since.id, "done")
          chain.push(job)
          yield* job.page(outcome)
          yield* retentionPasses(engine)
          yield* store.stored
        })
        yield* next(unchanged)
        assert.deepStrictEqual(yield* left, [0, 1])
        yield* next(unchanged)
        assert.deepStrictEqual(yield* left, [0, 1, 2])
        // Its page has changed, and can be compared with the document in the first job.
        yield* next(read("another page"))
        assert.deepStrictEqual(yield* left, [0, 2, 3])
        assert.lengthOf(yield* Stream.runCollect(store.documents(first.id)), 1)
        yield* next(read("a third page"))
        assert.deepStrictEqual(yield* left, [3, 4])
        yield* store.finish(chain[4]?.id ?? first.id, "done")
        yield* retentionPasses(engine)
        yield* store.stored
        assert.deepStrictEqual(yield* left, [])
        assert.deepStrictEqual(yield* store.stored, { bytes: 0, jobs: 0 })
      }).pipe(Effect.scoped, Effect.provide(engine.layer(retention))))

    test("lists the owner's jobs from the newest on, page by page, without those that are evicted", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const first = yield* store.create("a", `${seed}1`, options)
        yield* store.finish(first.id, "done")
        const other = yield* store.create("b", `${seed}b`, options)
        const [second, third] = yield* Effect.forEach([2, 3], (n) => store.create("a", seed + n, options))
        const newest = yield* store.list("a", { limit: 1 })
        assert.deepStrictEqual([newest.items.map(({ id }) => id), newest.more, newest.total], [[third?.id], true, 3])
        const rest = yield* store.list("a", { after: newest.next, limit: 5 })
        assert.deepStrictEqual([rest.items.map(({ id }) => id), rest.more], [[second?.id, first.id], false])
        const all = yield* store.listAll({ limit: 10 })
        assert.deepStrictEqual(all.items.map(({ job, owner }) => [owner, job.id]), [
          ["a", third?.id],
          ["a", second?.id],
          ["b", other.id],
          ["a", first.id]
        ])
        yield* retentionPasses(engine)
        const left = (yield* store.list("a", { limit: 5 })).items
        assert.deepStrictEqual(left.map(({ id }) => id), [third?.id, second?.id])
      }).pipe(Effect.provide(engine.layer(retention))))

    test("an idempotency key names its owner's job until the job is evicted", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const job = yield* store.create("a", seed, options, keyed("key"))
        assert.strictEqual((yield* store.create("a", seed, options, keyed("key"))).id, job.id)
        // Compares the options of the request, not those after the limits.
        const smaller = { ...options, max_pages: 1 }
        assert.strictEqual((yield* store.create("a", seed, smaller, keyed("key"))).id, job.id)
        assert.notStrictEqual((yield* store.create("b", seed, options, keyed("key"))).id, job.id)
        const reused = yield* Effect.flip(store.create("a", seed, { ...options, max_pages: 2 }, keyed("key", 2)))
        assert.strictEqual(reused._tag, "IdempotencyKeyReused")
        yield* store.finish(job.id, "done")
        assert.strictEqual((yield* store.create("a", seed, options, keyed("key"))).id, job.id)
        yield* retentionPasses(engine)
        assert.notStrictEqual((yield* store.create("a", seed, options, keyed("key"))).id, job.id)
      }).pipe(Effect.provide(engine.layer(retention))))

    test("a final job can be dropped before its time, but only by its owner", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const { id, store } = crawl
        yield* crawl.stores("text")
        assert.isFalse(yield* store.drop("a", id))
        yield* store.cancel("a", id)
        assert.isFalse(yield* store.drop("b", id))
        assert.isTrue(yield* store.drop("a", id))
        assert.isTrue(Option.isNone(yield* store.get("a", id)))
        assert.isFalse(yield* store.drop("a", id))
        assert.strictEqual((yield* ledgerOf(crawl)).length, 0)
        assert.strictEqual((yield* store.stored).bytes, 0)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("reading documents of a job that goes meanwhile fails, and keeps none of them", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        for (const text of ["one", "two", "three"]) yield* crawl.stores(text)
        yield* crawl.store.finish(crawl.id, "done")
        let count = 0
        const error = yield* Effect.flip(Stream.runForEach(
          Stream.rechunk(crawl.store.documents(crawl.id, 0, 2000), 1),
          () => {
            count++
            return crawl.store.drop("a", crawl.id)
          }
        ))
        assert.strictEqual(error._tag, "JobEvicted")
        assert.isAtMost(count, 3)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))
  })
}
