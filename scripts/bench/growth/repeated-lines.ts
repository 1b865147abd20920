import { Effect, Layer } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { encodeFingerprint } from "../../../src/core/domain/document/Fingerprint.ts"
import { type Job, JobId } from "../../../src/core/domain/job/Job.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Repeats } from "../../../src/crawling/jobs/Repeats.ts"
import { fingerprintsPerRead } from "../../../src/crawling/stores/shared/slices.ts"
import { lineHash } from "../../../src/extract/fingerprint/FoldedLine.ts"
import { encodeLines } from "../../../src/extract/fingerprint/LineHashes.ts"
import { numbersFrom } from "../support/report.ts"

/**
 * The first count of the lines that a host repeats, the next answers, the pauses of the process and its memory, with
 * pages of 40 lines: `npm run bench -- repeated-lines [pages, 10000] [hosts, 1]`. The store makes its rows when they are
 * read.
 */
const [count = 10_000, hosts = 1] = numbersFrom(10_000, 1)

const names = Array.from(
  { length: hosts },
  (_, n) => new TextEncoder().encode(`site-${String(n).padStart(6, "0")}.test`)
)
const common = Array.from({ length: 10 }, (_, n) => ({ hash: lineHash(`common ${n}`), words: 12, isSure: false }))
const own = Array.from({ length: 30 }, (_, n) => ({ hash: n, words: 20, isSure: n % 2 === 0 }))
const templates = names.flatMap((host) =>
  Array.from(
    { length: 8 },
    (_, n) => Buffer.from(encodeFingerprint({ host, lines: encodeLines([...own, ...common.slice(0, 3 + n)]) }))
  )
)
const firstLine = 3 + names[0]!.length + 3
const lineBytes = 6

/** A page with some of the common lines, and lines of its own. */
const fingerprint = (page: number): Uint8Array => {
  const bytes = Buffer.from(templates[page % templates.length]!)
  for (let n = 0; n < own.length; n++) bytes.writeUInt32LE(page * own.length + n, firstLine + n * lineBytes)
  return bytes
}

const job = {
  id: JobId.make("1".repeat(32)),
  status: "done",
  document_count: count
} as unknown as Job // the part of a job that is read

/** Milliseconds spent on making rows, which a real store does not. */
let making = 0
const store = Layer.mock(JobStore, {
  isDurable: false,
  fingerprints: (_, from, to) =>
    Effect.sync(() => {
      const started = performance.now()
      const rows = Array.from({ length: Math.max(0, Math.min(to - from, fingerprintsPerRead)) }, (_, n) =>
        fingerprint(from + n))
      making += performance.now() - started
      return rows
    })
})

await Effect.gen(function*() {
  const { linesOf } = yield* Repeats
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const started = performance.now()
  const found = yield* linesOf(job, 7)
  const first = performance.now() - started
  pauses.disable()
  const times: Array<number> = []
  for (let n = 0; n < 1000; n++) {
    const before = performance.now()
    yield* linesOf(job, (n * 8) % count)
    times.push(performance.now() - before)
  }
  times.sort((a, b) => a - b)
  console.log(
    `${count} pages of ${hosts} hosts: ${found.size} repeated lines, first count ${
      ((first - making) / 1000).toFixed(2)
    } s ` +
      `(and ${(making / 1000).toFixed(2)} s to make the rows), longest pause ${(pauses.max / 1e6).toFixed(0)} ms, ` +
      `p99 ${(pauses.percentile(99) / 1e6).toFixed(1)} ms`
  )
  console.log(
    `a page after that: median ${times[500]?.toFixed(2)} ms, p99 ${times[990]?.toFixed(2)} ms; ` +
      `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`
  )
}).pipe(Effect.scoped, Effect.provide(Repeats.layer.pipe(Layer.provide(store))), Effect.runPromise)
