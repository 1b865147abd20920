import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { encodeFingerprint } from "../../../src/core/domain/document/Fingerprint.ts"
import { type Job, JobId } from "../../../src/core/domain/job/Job.ts"
import { WorkOwner } from "../../../src/core/kernel/slices/MainThread.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Repeats } from "../../../src/crawling/jobs/Repeats.ts"
import { newJob } from "../../../src/crawling/stores/shared/new-job.ts"
import { fingerprintsPerRead } from "../../../src/crawling/stores/shared/slices.ts"
import { lineHash } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { encodeLines } from "../../../src/extract/fingerprint/LineHashes.ts"
import { options } from "../stores/contract/crawling.ts"

/** A page with these lines, and one of its own that is content with certainty. */
const page = (own: number, lines: ReadonlyArray<string>, host = "site.test") =>
  encodeFingerprint({
    host: new TextEncoder().encode(host),
    lines: encodeLines([
      ...lines.map((line) => ({ hash: lineHash(line), words: 8, isSure: false })),
      { hash: lineHash(`own ${own} of ${host}`), words: 40, isSure: true }
    ])
  })

type Fingerprints = ReadonlyArray<Uint8Array | null>

const job = (count: number, status: Job["status"] = "done", id = "1".repeat(32)): Job => ({
  ...newJob(JobId.make(id), "https://site.test/", options, 0),
  status,
  document_count: count
})

/** Reads of a store with these fingerprints. */
const over = (all: { fingerprints: Fingerprints; reads: number }, limits = { ofHost: 1000, ofJob: 50_000 }) =>
  Repeats.layerWith(limits).pipe(Layer.provide(Layer.mock(JobStore, {
    isDurable: false,
    fingerprints: (_, from, to) =>
      Effect.sync(() => {
        all.reads++
        return all.fingerprints.slice(from, Math.min(to, from + fingerprintsPerRead))
      })
  })))

const named = (
  lines: ReadonlyMap<number, { readonly pages: number; readonly of: number }>,
  names: ReadonlyArray<string>
) =>
  names.flatMap((name) => {
    const found = lines.get(lineHash(name))
    return found === undefined ? [] : [`${name} ${found.pages}/${found.of}`]
  })

/** Pages of which all have `all`, two in five `some`, one in five `few`. */
const site = (count: number, host?: string) =>
  Array.from(
    { length: count },
    (_, n) => page(n, ["all", ...(n % 5 < 2 ? ["some"] : []), ...(n % 5 === 0 ? ["few"] : [])], host)
  )
const names = ["all", "some", "few"]

describe("repeated lines of a job", () => {
  it.effect("are counted for each host by itself", () => {
    const all = { fingerprints: [...site(10), ...site(5, "other.test")], reads: 0 }
    return Effect.gen(function*() {
      const { linesOf } = yield* Repeats
      assert.deepStrictEqual(named(yield* linesOf(job(15), 0), names), ["all 9/9", "some 3/9"])
      assert.deepStrictEqual(named(yield* linesOf(job(15), 10), names), ["all 4/4"])
    }).pipe(Effect.scoped, Effect.provide(over(all)))
  })

  it.effect("are counted exactly on a host with more pages than are in memory, in any order", () => {
    const count = 2500
    const pages = site(count)
    const answers = (fingerprints: Fingerprints) =>
      Effect.gen(function*() {
        const { linesOf } = yield* Repeats
        return named(yield* linesOf(job(count), fingerprints.indexOf(pages[0]!)), names)
      }).pipe(Effect.scoped, Effect.provide(over({ fingerprints, reads: 0 }, { ofHost: 100, ofJob: 50_000 })))
    return Effect.gen(function*() {
      const expected = ["all 2499/2499", "some 999/2499"]
      assert.deepStrictEqual(yield* answers(pages), expected)
      assert.deepStrictEqual(yield* answers(pages.toReversed()), expected)
    })
  })

  it.effect("of many hosts stay within the memory of a job", () => {
    const hosts = Array.from({ length: 40 }, (_, n) => site(50, `host-${n}.test`)).flat()
    return Effect.gen(function*() {
      const { linesOf } = yield* Repeats
      assert.deepStrictEqual(named(yield* linesOf(job(2000), 1999), ["all"]), ["all 49/49"])
    }).pipe(Effect.scoped, Effect.provide(over({ fingerprints: hosts, reads: 0 }, { ofHost: 50, ofJob: 1000 })))
  })

  it.effect("of many large hosts are counted in one pass, and once for a job that has ended", () => {
    const hosts = Array.from({ length: 40 }, (_, n) => site(50, `host-${n}.test`)).flat()
    const all = { fingerprints: hosts, reads: 0 }
    return Effect.gen(function*() {
      const { linesOf } = yield* Repeats
      for (let host = 0; host < 40; host++) {
        assert.deepStrictEqual(named(yield* linesOf(job(2000), host * 50), ["all"]), ["all 49/49"])
      }
      // One for each question, and two passes of two reads: one for the samples, one that counts.
      assert.strictEqual(all.reads, 40 + 4)
    }).pipe(Effect.scoped, Effect.provide(over(all, { ofHost: 20, ofJob: 50_000 })))
  })

  it.effect("of one key stay in memory when another key asks for many jobs", () => {
    const all = { fingerprints: site(5), reads: 0 }
    return Effect.gen(function*() {
      const { linesOf } = yield* Repeats
      const read = (owner: string, id: number) =>
        Effect.provideService(linesOf(job(5, "done", String(id).repeat(32)), 0), WorkOwner, owner)
      yield* read("a", 1)
      for (const id of [2, 3, 4, 5, 6, 7, 8]) yield* read("b", id)
      all.reads = 0
      yield* read("a", 1)
      assert.strictEqual(all.reads, 1)
    }).pipe(Effect.scoped, Effect.provide(over(all)))
  })

  it.effect("follow a job that runs, and read each fingerprint once", () => {
    const pages = site(3000)
    const all = { fingerprints: pages.slice(0, 3) as Fingerprints, reads: 0 }
    return Effect.gen(function*() {
      const { linesOf } = yield* Repeats
      assert.deepStrictEqual(named(yield* linesOf(job(3, "running"), 0), names), ["all 2/2"])
      all.fingerprints = pages
      assert.deepStrictEqual(named(yield* linesOf(job(3000, "running"), 0), names), ["all 2999/2999", "some 1199/2999"])
      all.reads = 0
      yield* linesOf(job(3000, "running"), 0)
      assert.strictEqual(all.reads, 1)
    }).pipe(Effect.scoped, Effect.provide(over(all)))
  })

  it.effect("are not counted again and again where a count of a running job takes long", () => {
    const limits = { ofHost: 4, ofJob: 50_000 }
    const all = { fingerprints: site(100), reads: 0 }
    /** A count reads all pages of a host that is larger than its sample. Each read takes a second. */
    const slow = Repeats.layerWith(limits).pipe(Layer.provide(Layer.mock(JobStore, {
      isDurable: false,
      fingerprints: (_, from, to) => Effect.as(TestClock.adjust("1 second"), all.fingerprints.slice(from, to))
    })))
    return Effect.gen(function*() {
      const { linesOf } = yield* Repeats
      const counted = (pages: number, status: Job["status"] = "running") =>
        Effect.map(linesOf(job(pages, status), 0), (lines) => named(lines, ["all"]))
      assert.deepStrictEqual(yield* counted(20), ["all 19/19"])
      assert.deepStrictEqual(yield* counted(60), ["all 19/19"])
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(yield* counted(60), ["all 59/59"])
      assert.deepStrictEqual(yield* counted(100), ["all 59/59"])
      assert.deepStrictEqual(yield* counted(100, "done"), ["all 99/99"])
    }).pipe(Effect.scoped, Effect.provide(slow))
  })

  it.effect("are unknown for documents of an earlier version", () => {
    const all = { fingerprints: [null, ...site(3), null], reads: 0 }
    return Effect.gen(function*() {
      const { linesOf, unknownIn } = yield* Repeats
      assert.strictEqual(yield* unknownIn(job(5)), 2)
      assert.strictEqual((yield* linesOf(job(5), 0)).size, 0)
      assert.deepStrictEqual(named(yield* linesOf(job(5), 1), names), ["all 2/2"])
    }).pipe(Effect.scoped, Effect.provide(over(all)))
  })

  it.effect("of a job that was used long ago are read again", () => {
    const all = { fingerprints: site(5), reads: 0 }
    return Effect.gen(function*() {
      const { linesOf } = yield* Repeats
      const read = (id: number) => linesOf(job(5, "done", String(id).repeat(32)), 0)
      for (const id of [1, 2, 3, 4, 5]) yield* read(id)
      all.reads = 0
      yield* read(5)
      assert.strictEqual(all.reads, 1)
      yield* read(1)
      assert.strictEqual(all.reads, 3)
    }).pipe(Effect.scoped, Effect.provide(over(all)))
  })
})
