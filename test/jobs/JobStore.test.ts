import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { JobId } from "../../src/domain/Job.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { Settings } from "../../src/Settings.ts"

/** The contract of every implementation: each is a layer over the settings. */
const implementations = [["memory", JobStore.layerMemory]] as const

const options = { max_pages: 5, max_depth: 1, scope: "domain", dedup: true } as const
const bytes = (text: string) => new TextEncoder().encode(text)

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
          for (const text of texts) yield* store.addDocument(id, bytes(text))
          const documents = yield* Stream.runCollect(store.documents(id))
          assert.deepStrictEqual(documents.map((document) => new TextDecoder().decode(document)), texts)
          assert.strictEqual(Option.getOrThrow(yield* store.get("a", id)).document_count, 3)
        })
      ))

    it.effect("past the byte budget a document is refused and the store lives on", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.addDocument(id, bytes("small"))
          const noise = Array.from({ length: 2000 }, (_, index) => String((index * 7919) % 10_007)).join("")
          const error = yield* Effect.flip(store.addDocument(id, bytes(noise)))
          assert.strictEqual(error._tag, "StoreFull")
          yield* store.addDocument(id, bytes("also small"))
        }), { storeBytes: 1000 }))

    it.effect("a final status stays; pending is 0 at the end", () =>
      withStore((store) =>
        Effect.gen(function*() {
          const id = JobId.make((yield* store.create("a", "https://example.com/", options)).id)
          yield* store.updateStats(id, (stats) => ({ ...stats, crawled: 2, pending: 9 }))
          yield* store.setStatus(id, "done")
          yield* store.setStatus(id, "cancelled")
          const job = Option.getOrThrow(yield* store.get("a", id))
          assert.strictEqual(job.status, "done")
          assert.strictEqual(job.stats.pending, 0)
          assert.strictEqual(job.stats.crawled, 2)
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
          yield* store.addDocument(finished, bytes("x".repeat(50)))
          yield* store.setStatus(finished, "done")
          yield* TestClock.adjust("14 minutes")
          assert.isTrue(Option.isSome(yield* store.get("a", finished)))
          yield* TestClock.adjust("2 minutes")
          assert.isTrue(Option.isNone(yield* store.get("a", finished)))
          assert.isTrue(Option.isSome(yield* store.get("a", running)))
          yield* store.addDocument(running, bytes("y".repeat(50)))
        }), { storeBytes: 60 }))
  })
}
