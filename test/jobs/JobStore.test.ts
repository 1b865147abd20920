import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { crawlDefaults, type CrawlOptions, JobId } from "../../src/domain/Job.ts"
import type { PageEnd } from "../../src/jobs/JobEntry.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { Settings } from "../../src/Settings.ts"

/** The contract of every implementation: each is a layer over the settings. */
const implementations = [["memory", JobStore.layerMemory]] as const

const options: CrawlOptions = {
  ...crawlDefaults,
  max_pages: 5,
  max_depth: 1
}
const bytes = (text: string) => new TextEncoder().encode(text)

/** The end of a page that was stored. */
const stored = (text: string, url = "https://example.com/"): PageEnd => ({
  row: { url, outcome: "stored", code: "", status: 200, depth: 0, found_on: "", elapsed_ms: 1 },
  change: { crawled: 1, stored: 1 },
  pending: 3,
  document: bytes(text)
})

/** Text that does not compress well, the same at every run. */
const noise = (length: number): string => {
  let state = 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCharCode(33 + (state >>> 16) % 90)
  }).join("")
}

for (const [name, implementation] of implementations) {
  const withStore = <A, E>(
    use: (store: JobStore["Service"]) => Effect.Effect<A, E>,
    settings: Parameters<typeof Settings.layerWith>[0] = {}
  ) =>
    Effect.flatMap(JobStore, use).pipe(Effect.provide(implementation.pipe(Layer.provide(Settings.layerWith(settings)))))

  describe(`JobStore (${name})`, () => {
    it.effect("a job is visible only to the key that made it; its id has 128 bits", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const job = yield* store.create("a", "https://example.com/", options)
          assert.match(job.id, /^[0-9a-f]{32}$/)
          assert.isTrue(Option.isSome(yield* store.get("a", JobId.make(job.id))))
          assert.isTrue(Option.isNone(yield* store.get("b", JobId.make(job.id))))
          const again = yield* store.create("a", "https://example.com/", options)
          assert.notStrictEqual(again.id, job.id)
        })
      ))

    it.effect("a final job can be dropped by its owner, and frees all that it held", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options, "key")).id)
          yield* store.commitPage(id, stored("text"))
          assert.isFalse(yield* store.drop("a", id))
          yield* store.setStatus(id, "done")
          assert.isFalse(yield* store.drop("b", id))
          assert.isTrue(yield* store.drop("a", id))
          assert.isTrue(Option.isNone(yield* store.get("a", id)))
          assert.isTrue(Option.isNone(yield* store.byKey("a", "key")))
          assert.strictEqual(yield* store.held, 0)
          assert.isFalse(yield* store.drop("a", id))
        })
      ))

    it.effect("documents come back byte for byte in their order", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          const texts = ["one", "two ".repeat(1000), "drei 日本 ü"]
          for (const text of texts) yield* store.commitPage(id, stored(text))
          const documents = yield* Stream.runCollect(store.documents(id))
          assert.deepStrictEqual(documents.map((document) => new TextDecoder().decode(document)), texts)
          assert.strictEqual(Option.getOrThrow(yield* store.get("a", id)).document_count, 3)
        })
      ))

    it.effect("a page's end changes counters, document count and error together", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.setPending(id, 1)
          assert.strictEqual(yield* store.commitPage(id, stored("text")), "kept")
          yield* store.commitPage(id, {
            row: { ...stored("").row, outcome: "failed", code: "fetch_failed", status: 0 },
            change: { failed: 1 },
            pending: 2,
            error: { url: "https://example.com/b", code: "fetch_failed", message: "no" }
          })
          const job = Option.getOrThrow(yield* store.get("a", id))
          assert.deepStrictEqual(job.stats, { crawled: 1, stored: 1, failed: 1, skipped: 0, duplicates: 0, pending: 2 })
          assert.strictEqual(job.document_count, 1)
          assert.deepStrictEqual(job.errors, [{
            url: "https://example.com/b",
            code: "fetch_failed",
            message: "no",
            at: 0
          }])
        })
      ))

    it.effect("a page that ends after its job's end changes nothing", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.setStatus(id, "cancelled")
          const before = yield* store.get("a", id)
          yield* store.commitPage(id, stored("late"))
          assert.deepStrictEqual(yield* store.get("a", id), before)
        })
      ))

    it.effect("past the byte budget a document is skipped with store_full and the store lives on", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.commitPage(id, stored("small"))
          assert.strictEqual(yield* store.commitPage(id, stored(noise(20_000))), "store_full")
          assert.strictEqual(yield* store.commitPage(id, stored("also small")), "kept")
          const job = Option.getOrThrow(yield* store.get("a", id))
          assert.deepStrictEqual(job.stats, { crawled: 3, stored: 2, failed: 0, skipped: 1, duplicates: 0, pending: 3 })
          assert.strictEqual(job.document_count, 2)
          assert.deepStrictEqual(job.errors.map(({ code }) => code), ["store_full"])
        }), { storeBytes: 10_000 }))

    it.effect("a released document makes room, counts all the same, and cannot be read again", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.commitPage(id, stored(noise(6000)))
          assert.strictEqual(yield* store.commitPage(id, stored(noise(6000))), "store_full")
          yield* store.release(id, 1)
          assert.strictEqual(yield* store.commitPage(id, stored(noise(6000))), "kept")
          assert.strictEqual(Option.getOrThrow(yield* store.get("a", id)).document_count, 2)
          assert.strictEqual((yield* Stream.runCollect(store.documents(id, 1))).length, 1)
          assert.strictEqual((yield* Effect.flip(Stream.runDrain(store.documents(id))))._tag, "JobEvicted")
          yield* store.release(id, 9)
          assert.strictEqual(yield* store.commitPage(id, stored(noise(6000))), "kept")
        }), { storeBytes: 12_000 }))

    it.effect("a final status stays; pending is 0 at the end", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.commitPage(id, stored("one"))
          yield* store.setStatus(id, "done")
          yield* store.setStatus(id, "cancelled")
          const job = Option.getOrThrow(yield* store.get("a", id))
          assert.strictEqual(job.status, "done")
          assert.strictEqual(job.stats.pending, 0)
          assert.strictEqual(job.stats.crawled, 1)
        })
      ))

    it.effect("keeps the newest 100 errors", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          for (let index = 0; index < 130; index++) {
            yield* store.addError(id, { url: "", code: String(index), message: "" })
          }
          const { errors } = Option.getOrThrow(yield* store.get("a", id))
          assert.strictEqual(errors.length, 100)
          assert.strictEqual(errors[0]?.code, "30")
        })
      ))

    it.effect("evicts a finished job after its retention, never a running one, and gives its bytes back", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const running = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          const finished = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.commitPage(finished, stored(noise(6000)))
          assert.strictEqual(yield* store.commitPage(running, stored(noise(6000))), "store_full")
          yield* store.setStatus(finished, "done")
          yield* TestClock.adjust("14 minutes")
          assert.isTrue(Option.isSome(yield* store.get("a", finished)))
          yield* TestClock.adjust("2 minutes")
          assert.isTrue(Option.isNone(yield* store.get("a", finished)))
          assert.isTrue(Option.isSome(yield* store.get("a", running)))
          assert.strictEqual(yield* store.commitPage(running, stored(noise(6000))), "kept")
        }), { storeBytes: 12_000 }))

    it.effect("lists the owner's jobs from the newest on, without those that are evicted", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const first = yield* store.create("a", "https://example.com/1", options)
          yield* store.setStatus(JobId.make(first.id), "done")
          yield* TestClock.adjust("10 minutes")
          yield* store.create("b", "https://example.com/b", options)
          const [second, third] = yield* Effect.forEach(
            [2, 3],
            (n) => store.create("a", `https://example.com/${n}`, options)
          )
          const newest = yield* store.list("a", { limit: 1 })
          assert.deepStrictEqual([newest.items, newest.more, newest.total], [[third], true, 3])
          const rest = yield* store.list("a", { after: newest.next, limit: 5 })
          assert.deepStrictEqual([rest.items.map(({ id }) => id), rest.more], [[second?.id, first.id], false])
          yield* TestClock.adjust("6 minutes")
          const left = (yield* store.list("a", { limit: 5 })).items
          assert.deepStrictEqual(left.map(({ id }) => id), [third?.id, second?.id])
        })
      ))

    it.effect("an idempotency key names its owner's job until the job is evicted", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const job = yield* store.create("a", "https://example.com/", options, "key")
          assert.deepStrictEqual(yield* store.byKey("a", "key"), Option.some(job))
          assert.isTrue(Option.isNone(yield* store.byKey("b", "key")))
          yield* store.setStatus(JobId.make(job.id), "done")
          yield* TestClock.adjust("15 minutes")
          assert.isTrue(Option.isNone(yield* store.byKey("a", "key")))
        })
      ))

    it.effect("the ledger has a row for each page in the order of their ends; past its bound pages are counted only", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          const ends = ["a", "b", "c", "d", "e"].map((path) => stored(path, `https://example.com/${path}`))
          for (const end of ends) yield* store.commitPage(id, end)
          const { items, more, next, total } = yield* store.pages(id, { after: 1, limit: 10 })
          assert.deepStrictEqual(items, ends.slice(1, 3).map(({ row }) => row))
          assert.deepStrictEqual([next, more, total], [3, false, 3])
          const job = Option.getOrThrow(yield* store.get("a", id))
          assert.strictEqual(job.stats.crawled, 5)
          assert.deepStrictEqual(job.errors.map(({ code }) => code), ["ledger_full"])
        }), { ledgerPages: 3 }))

    it.effect("ledgers count against the byte budget, and still get rows when documents no longer fit", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          const url = (index: number) => `https://example.com/${index}/${"x".repeat(1000)}`
          let kept = 0
          while ((yield* store.commitPage(id, stored(noise(2000), url(kept)))) === "kept") kept++
          const before = (yield* store.pages(id, { after: 0, limit: 1 })).total
          assert.strictEqual(before, kept + 1)
          for (let more = 0; more < 100; more++) yield* store.commitPage(id, stored(noise(2000), url(kept + more)))
          const { total } = yield* store.pages(id, { after: 0, limit: 1 })
          assert.isAbove(total, before)
          assert.isBelow(total, before + 100)
          assert.include(Option.getOrThrow(yield* store.get("a", id)).errors.map(({ code }) => code), "ledger_full")
        }), { storeBytes: 100_000 }))

    it.effect("a key that fills the store leaves room for another, and the more keys the less for each", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const fill = Effect.fnUntraced(function*(owner: string) {
            const id = JobId.make((yield* store.create(owner, "https://example.com/", options)).id)
            let kept = 0
            while ((yield* store.commitPage(id, stored(noise(5000)))) === "kept") kept++
            return { id, kept }
          })
          const first = yield* fill("a")
          assert.isAtLeast(first.kept, 180)
          const second = yield* fill("b")
          assert.isAtLeast(second.kept, 5)
          assert.strictEqual((yield* fill("a")).kept, 0)
          // What the first gives back is shared.
          yield* store.setStatus(first.id, "done")
          yield* TestClock.adjust("16 minutes")
          assert.isAbove((yield* fill("b")).kept, 150)
          assert.isAtLeast((yield* fill("c")).kept, 5)
        }), { storeBytes: 1_000_000 }))

    it.effect("reading documents of a job that is evicted meanwhile fails, and keeps none of them", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          for (const text of ["one", "two", "three"]) yield* store.commitPage(id, stored(text))
          yield* store.setStatus(id, "done")
          let read = 0
          const error = yield* Effect.flip(Stream.runForEach(store.documents(id), () => {
            read++
            return TestClock.adjust("20 minutes")
          }))
          assert.deepStrictEqual([error._tag, read], ["JobEvicted", 1])
        })
      ))

    it.effect("changed waits for the next change, whatever it is, and for the eviction", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const job = yield* store.create("a", "https://example.com/", options)
          const id = JobId.make(job.id)
          const changes: ReadonlyArray<Effect.Effect<unknown>> = [
            store.setStatus(id, "running"),
            store.setPending(id, 4),
            store.commitPage(id, stored("one")),
            store.addError(id, { url: "", code: "", message: "" }),
            store.setStatus(id, "done"),
            TestClock.adjust("20 minutes")
          ]
          for (const change of changes) {
            const seen = Option.getOrThrow(yield* store.get("a", id))
            const watching = yield* Effect.forkChild(store.changed(seen), { startImmediately: true })
            yield* Effect.yieldNow
            assert.isUndefined(watching.pollUnsafe())
            yield* change
            yield* Fiber.join(watching)
            yield* store.changed(seen)
          }
        })
      ))
  })
}
