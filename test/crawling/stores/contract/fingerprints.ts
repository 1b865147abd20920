import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { encodeFingerprint, type Fingerprint } from "../../../../src/core/domain/document/Fingerprint.ts"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { testOf } from "./clock.ts"
import { crawling, read, settleAll, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const fingerprintOf = (n: number): Fingerprint => ({
  host: new TextEncoder().encode("site.test"),
  lines: Uint8Array.from({ length: 14 }, (_, at) => n * at)
})

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

/** The fingerprints of documents. */
export const fingerprintsContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`fingerprints (${engine.name})`, () => {
    test("come back byte for byte in the order of the documents, and null for a page without one", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed", [], { fingerprint: fingerprintOf(1) }))
        yield* crawl.page(read("two"))
        yield* crawl.page(read("gone", [], { status: 404, fingerprint: fingerprintOf(2) }))
        yield* crawl.page(read("three", [], { fingerprint: fingerprintOf(3) }))
        const [one = null, three = null] = [1, 3].map((n) => encodeFingerprint(fingerprintOf(n)))
        assert.deepStrictEqual(yield* crawl.store.fingerprints(crawl.id, 0, 10), [one, null, three])
        assert.deepStrictEqual(yield* crawl.store.fingerprints(crawl.id, 1, 2), [null])
        assert.deepStrictEqual(yield* crawl.store.fingerprints(crawl.id, 3, 10), [])
        assert.deepStrictEqual(yield* crawl.store.fingerprints(JobId.make("0"), 0, 10), [])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("are read in parts, and count as bytes of the job until they are released or the job is dropped", () =>
      Effect.gen(function*() {
        const count = 30
        const crawl = yield* crawling({ pages: count, changes: { max_pages: count } })
        const { bytes: before } = yield* crawl.store.stored
        yield* crawl.page(read("seed", [], { fingerprint: fingerprintOf(0) }))
        const { bytes: after } = yield* crawl.store.stored
        assert.isAbove(after - before, encodeFingerprint(fingerprintOf(0)).length)
        for (let leases = yield* crawl.frontier.lease(100); leases.length > 0;) {
          for (const lease of leases) {
            const page = read(lease.url, [], { fingerprint: fingerprintOf(lease.seq % 250) })
            yield* crawl.frontier.end(lease, visitOf(lease, page))
          }
          yield* settleAll(crawl.frontier)
          leases = yield* crawl.frontier.lease(100)
        }
        const batch = yield* crawl.store.fingerprints(crawl.id, 0, 11)
        const rest = yield* crawl.store.fingerprints(crawl.id, batch.length, 1_000_000)
        const all = numbers(count).map((n) => encodeFingerprint(fingerprintOf(n % 250)))
        assert.deepStrictEqual([...batch, ...rest], all)
        yield* crawl.store.release(crawl.id, 2)
        assert.deepStrictEqual(yield* crawl.store.fingerprints(crawl.id, 1, 3), [null, all[2] ?? null])
        yield* crawl.store.finish(crawl.id, "done")
        yield* crawl.store.drop(crawl.owner, crawl.id)
        assert.deepStrictEqual(yield* crawl.store.fingerprints(crawl.id, 0, count), [])
        assert.strictEqual((yield* crawl.store.stored).bytes, 0)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))
  })
}
