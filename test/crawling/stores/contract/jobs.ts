import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Option, Stream } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { manyRows, testOf } from "./clock.ts"
import { crawling, ledgerOf, noise, options, read, seed, unread, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

/** The contract of every job store. */
export const jobsContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`jobs (${engine.name})`, () => {
    test("a job is visible only to the key that made it; its id has 128 bits", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const job = yield* store.create("a", seed, options)
        assert.match(job.id, /^[0-9a-f]{32}$/)
        assert.strictEqual(job.status, "queued")
        assert.deepStrictEqual(Option.getOrThrow(yield* store.get("a", job.id)).job, job)
        assert.isTrue(Option.isNone(yield* store.get("b", job.id)))
        assert.isTrue(Option.isNone(yield* store.cancel("b", job.id)))
        assert.notStrictEqual((yield* store.create("a", seed, options)).id, job.id)
        assert.deepStrictEqual(yield* store.ownerOf(job.id), Option.some("a"))
        assert.isTrue(Option.isNone(yield* store.ownerOf(JobId.make("0"))))
      }).pipe(Effect.provide(engine.layer())))

    test("a job says what was not done as it was asked for", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const job = yield* store.create("a", seed, { ...options, max_depth: 20, requested: { max_depth: 50 } })
        assert.deepStrictEqual(job.notes, ["max_depth 50 became 20"])
        assert.deepStrictEqual(Option.getOrThrow(yield* store.get("a", job.id)).job.notes, job.notes)
      }).pipe(Effect.provide(engine.layer())))

    test("documents come back byte for byte, in the order of the ledger", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const texts = ["one", "two \u0000 ".repeat(1000), "drei 日本 ü", noise(100_000)]
        for (const text of texts) yield* crawl.stores(text)
        const decoder = new TextDecoder()
        const all = yield* Stream.runCollect(crawl.store.documents(crawl.id))
        assert.deepStrictEqual(all.map((document) => decoder.decode(document)), texts)
        const some = yield* Stream.runCollect(crawl.store.documents(crawl.id, 1, 3))
        assert.deepStrictEqual(some.map((document) => decoder.decode(document)), texts.slice(1, 3))
        assert.strictEqual((yield* crawl.job).document_count, 4)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("documents of pages that are settled together come back byte for byte, each in its place", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed"))
        const texts = ["", "\u0000", noise(70_000), "\u0000\u0001 two \u0000", "ß"]
        for (const text of texts) {
          const [lease] = yield* crawl.frontier.lease(1)
          if (lease === undefined) return assert.fail("no URL waits")
          yield* crawl.frontier.end(lease, visitOf(lease, read(text, [], { textHash: lease.url })))
        }
        assert.strictEqual(yield* crawl.frontier.settle, texts.length)
        const all = yield* Stream.runCollect(crawl.store.documents(crawl.id, 1))
        assert.deepStrictEqual(all.map((document) => new TextDecoder().decode(document)), texts)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a page's end changes counters, ledger, document count and error together", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ pages: 3 })
        assert.strictEqual((yield* crawl.job).stats.pending, 1)
        yield* crawl.page(read("text"))
        yield* crawl.page(unread())
        const job = yield* crawl.job
        assert.deepStrictEqual(job.stats, { crawled: 1, stored: 1, failed: 1, skipped: 0, duplicates: 0, pending: 2 })
        assert.strictEqual(job.document_count, 1)
        assert.deepStrictEqual(job.errors.map(({ code, message, url }) => ({ url, code, message })), [
          { url: `${seed}1`, code: "fetch_failed", message: "no" }
        ])
        assert.deepStrictEqual(yield* ledgerOf(crawl), [
          { url: seed, outcome: "stored", code: "", status: 200, depth: 0, found_on: "", elapsed_ms: 1 },
          {
            url: `${seed}1`,
            outcome: "failed",
            code: "fetch_failed",
            status: 0,
            depth: 1,
            found_on: seed,
            referrers: [seed],
            elapsed_ms: 1
          }
        ])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a final status stays; pending is 0 at the end; a final job is not running", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("one"))
        yield* crawl.store.finish(crawl.id, "done")
        const done = yield* crawl.job
        yield* crawl.store.finish(crawl.id, "failed", { url: seed, code: "internal_error", message: "" })
        yield* crawl.store.cancel("a", crawl.id)
        assert.deepStrictEqual(yield* crawl.job, done)
        assert.deepStrictEqual([done.status, done.stats.pending, done.stats.crawled], ["done", 0, 1])
        assert.isNotNull(done.finished_at)
        assert.deepStrictEqual(yield* crawl.store.promote(10), [])
        assert.deepInclude(yield* crawl.store.counts, { queued: 0, running: 0 })
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a failed job tells why", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.store.finish(crawl.id, "failed", { url: seed, code: "internal_error", message: "why" })
        const job = yield* crawl.job
        assert.deepStrictEqual([job.status, job.errors.map(({ message }) => message)], ["failed", ["why"]])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("keeps the newest 100 errors", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ pages: 130 })
        for (let page = 0; page <= 130; page++) yield* crawl.page(page === 0 ? read("seed") : unread())
        const { errors, stats } = yield* crawl.job
        assert.deepStrictEqual([errors.length, stats.failed], [100, 130])
        assert.deepStrictEqual([errors[0]?.url, errors.at(-1)?.url], [`${seed}31`, `${seed}130`])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())), manyRows(engine))

    test("past the byte budget a document is skipped with store_full and the store lives on", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        assert.isTrue(yield* crawl.stores("small"))
        assert.isFalse(yield* crawl.stores(noise(30_000)))
        assert.isTrue(yield* crawl.stores("also small"))
        const job = yield* crawl.job
        assert.deepStrictEqual(job.stats, { crawled: 3, stored: 2, failed: 0, skipped: 1, duplicates: 0, pending: 10 })
        assert.deepStrictEqual([job.document_count, job.errors.map(({ code }) => code)], [2, ["store_full"]])
        assert.deepStrictEqual((yield* ledgerOf(crawl)).map(({ outcome }) => outcome), ["stored", "skipped", "stored"])
      }).pipe(Effect.scoped, Effect.provide(engine.layer({ storeBytes: 20_000 }))))

    test("a released document makes room, counts all the same, and cannot be read again", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const { id, store } = crawl
        assert.isTrue(yield* crawl.stores(noise(16_000)))
        assert.isFalse(yield* crawl.stores(noise(16_000)))
        yield* store.release(id, 1)
        assert.isTrue(yield* crawl.stores(noise(16_000)))
        assert.strictEqual((yield* crawl.job).document_count, 2)
        assert.strictEqual((yield* Stream.runCollect(store.documents(id, 1))).length, 1)
        assert.strictEqual((yield* Effect.flip(Stream.runDrain(store.documents(id))))._tag, "JobEvicted")
        yield* store.release(id, 9)
        assert.isTrue(yield* crawl.stores(noise(16_000)))
      }).pipe(Effect.scoped, Effect.provide(engine.layer({ storeBytes: 24_000 }))))

    test("ledger rows are numbered without gaps, and cut into slices; past the bound pages are counted only", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed"))
        for (let page = 1; page <= 8; page++) yield* crawl.page(page % 2 === 0 ? unread() : read(`${page}`))
        const slice = yield* crawl.store.ledger(crawl.id, { after: 2, limit: 3 })
        assert.deepStrictEqual(slice.items.map(({ url }) => url), [2, 3, 4].map((page) => seed + page))
        assert.deepStrictEqual([slice.next, slice.more, slice.total], [5, true, 7])
        const rest = yield* crawl.store.ledger(crawl.id, { after: 5, limit: 10 })
        assert.deepStrictEqual([rest.items.length, rest.next, rest.more, rest.total], [2, 7, false, 7])
        const none = yield* crawl.store.ledger(crawl.id, { after: 99, limit: 10 })
        assert.deepStrictEqual([none.items.length, none.next, none.more], [0, 7, false])
        const failed = yield* crawl.store.ledger(crawl.id, { after: 0, limit: 2, outcome: "failed" })
        assert.deepStrictEqual(failed.items.map(({ url }) => url), [2, 4].map((page) => seed + page))
        assert.deepStrictEqual([failed.next, failed.more, failed.total], [5, true, 3])
        const last = yield* crawl.store.ledger(crawl.id, { after: failed.next, limit: 2, outcome: "failed" })
        assert.deepStrictEqual([last.items.map(({ url }) => url), last.next, last.more], [[`${seed}6`], 7, false])
        const job = yield* crawl.job
        assert.deepStrictEqual([job.stats.crawled, job.stats.failed], [5, 4])
        assert.include(job.errors.map(({ code }) => code), "ledger_full")
        assert.strictEqual(job.errors.filter(({ code }) => code === "ledger_full").length, 1)
      }).pipe(Effect.scoped, Effect.provide(engine.layer({ ledgerPages: 7 }))))

    test(
      "ledgers count against the byte budget, and still get rows when documents no longer fit",
      () =>
        Effect.gen(function*() {
          const url = `https://example.com/${"x".repeat(1000)}/`
          const crawl = yield* crawling({ url, pages: 150 })
          let kept = 0
          while (yield* crawl.stores(noise(2000))) kept++
          const before = (yield* crawl.store.ledger(crawl.id, { after: 0, limit: 1 })).total
          assert.strictEqual(before, kept + 1)
          for (let more = 0; more < 100; more++) yield* crawl.page(read(noise(2000)))
          const { total } = yield* crawl.store.ledger(crawl.id, { after: 0, limit: 1 })
          assert.isAbove(total, before)
          assert.isBelow(total, before + 100)
          assert.include((yield* crawl.job).errors.map(({ code }) => code), "ledger_full")
        }).pipe(Effect.scoped, Effect.provide(engine.layer({ storeBytes: 100_000 }))),
      manyRows(engine)
    )

    test(
      "a key that fills the store leaves room for another, and the more keys the less for each",
      () =>
        Effect.gen(function*() {
          const fill = Effect.fnUntraced(function*(owner: string) {
            const crawl = yield* crawling({ owner, url: `https://${owner}.example/`, pages: 60 })
            let kept = 0
            while (yield* crawl.stores(noise(20_000))) kept++
            return { ...crawl, kept }
          })
          const first = yield* fill("a")
          assert.isAtLeast(first.kept, 40)
          assert.isAtLeast((yield* fill("b")).kept, 1)
          assert.strictEqual((yield* fill("a")).kept, 0)
          // The slots that the first returns are shared.
          yield* first.store.cancel("a", first.id)
          yield* first.store.drop("a", first.id)
          assert.isAbove((yield* fill("b")).kept, 30)
          assert.isAtLeast((yield* fill("c")).kept, 1)
        }).pipe(Effect.scoped, Effect.provide(engine.layer({ storeBytes: 1_000_000 }))),
      manyRows(engine)
    )

    test("changed waits for the next change, whatever it is, and for the job's end", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const crawl = yield* crawling()
        const { id } = crawl
        const changes: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
          crawl.page(read("one")),
          crawl.page(unread()),
          store.finish(id, "done"),
          store.drop("a", id)
        ]
        let last = -1
        for (const change of changes) {
          const { revision } = Option.getOrThrow(yield* store.get("a", id))
          assert.isAbove(revision, last)
          last = revision
          const watching = yield* Effect.forkChild(store.changed(id, revision), { startImmediately: true })
          for (let turns = 0; turns < 20; turns++) yield* Effect.yieldNow
          assert.isUndefined(watching.pollUnsafe())
          yield* change
          yield* Fiber.join(watching)
          yield* store.changed(id, revision)
        }
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))
  })
}
