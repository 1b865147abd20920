import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type CrawlOptions, JobId } from "../../src/domain/Job.ts"
import type { PageEnd } from "../../src/jobs/JobEntry.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { Settings } from "../../src/Settings.ts"

/** The contract of every implementation: each is a layer over the settings. */
const implementations = [["memory", JobStore.layerMemory]] as const

const options: CrawlOptions = {
  max_pages: 5,
  max_depth: 1,
  scope: "domain",
  dedup: true,
  include: [],
  exclude: [],
  sitemaps: false
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
  })
}
