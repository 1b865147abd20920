import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { crawlDefaults, type JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { CrawlJournal, type Settled } from "../../../../src/crawling/jobs/CrawlJournal.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { memoryJobs } from "../../../../src/crawling/stores/memory/MemoryJobs.ts"
import { jobEvents } from "../../../../src/serving/server/handlers/job-events.ts"

const heartbeat = Duration.seconds(15)
const options = {
  ...crawlDefaults,
  max_pages: 1000,
  max_depth: 1
} as const

const page = (index: number): Settled => ({
  end: { ...endOf(index), errors: [], linksToFailed: [] },
  step: {
    seq: index,
    url: "",
    isFailed: false,
    isLost: false,
    spends: true,
    marks: [],
    text: "",
    base: undefined,
    joined: [],
    linked: []
  }
})

const endOf = (index: number) => ({
  row: {
    url: `https://example.com/${index}`,
    outcome: "stored",
    code: "",
    status: 200,
    depth: 0,
    found_on: "",
    elapsed_ms: 0
  },
  change: { crawled: 1 },
  pending: 1
} as const)

const withJob = <A, E>(
  use: (
    store: JobStore["Service"],
    id: JobId,
    write: (page: Settled) => Effect.Effect<void, unknown>
  ) => Effect.Effect<A, E>
) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const journal = yield* CrawlJournal
    const { id } = yield* store.create("a", "https://example.com/", options)
    return yield* use(store, id, (page) => journal.write(id, [page]))
  }).pipe(Effect.provide(memoryJobs.pipe(Layer.provide(Settings.layerWith({})))))

/** As a store that reads a job from a database each time. */
const readAnew = (store: JobStore["Service"]): JobStore["Service"] => ({
  ...store,
  get: (owner, id) => Effect.map(store.get(owner, id), Option.map((snapshot) => structuredClone(snapshot)))
})

describe("the events of a job", () => {
  it.effect("a comment follows every silence of a heartbeat, and nothing else does", () =>
    withJob((store, id) =>
      Effect.gen(function*() {
        const told: Array<string> = []
        const reading = yield* jobEvents(readAnew(store), "a", id, 0, heartbeat).pipe(
          Stream.decodeText,
          Stream.runForEach((text) => Effect.sync(() => void told.push(text))),
          Effect.forkChild
        )
        yield* TestClock.adjust("14 seconds")
        assert.strictEqual(told.length, 2)
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(told.slice(2), Array.from({ length: 3 }, () => ": nothing new\n\n"))
        yield* store.finish(id, "failed")
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(reading)
        assert.match(told.at(-1) ?? "", /^id: end\nevent: status\ndata: \{"status":"failed"/)
      })
    ))

  it.effect("a reader that comes late, or stops for a while, gets every page once and the newest counters only", () =>
    withJob((store, id, write) =>
      Effect.gen(function*() {
        for (let index = 0; index < 250; index++) yield* write(page(index))
        const told: Array<string> = []
        const reading = yield* jobEvents(store, "a", id, 20, heartbeat).pipe(
          Stream.decodeText,
          Stream.runForEach((text) => {
            told.push(text)
            return told.length === 100 ? Effect.sleep("1 minute") : Effect.void
          }),
          Effect.forkChild
        )
        yield* TestClock.adjust("10 seconds")
        for (let index = 250; index < 400; index++) yield* write(page(index))
        yield* store.finish(id, "done")
        yield* TestClock.adjust("2 minutes")
        yield* Fiber.join(reading)
        const ids = told.flatMap((text) => /^id: (\d+)\nevent: page/.exec(text)?.[1] ?? [])
        assert.deepStrictEqual(ids, Array.from({ length: 380 }, (_, index) => String(index + 21)))
        assert.strictEqual(told.filter((text) => text.startsWith("event: status")).length, 1)
        assert.deepStrictEqual(
          told.flatMap((text) => /event: stats\ndata: \{"crawled":(\d+)/.exec(text)?.[1] ?? []),
          ["400"]
        )
      })
    ))
})
