import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { crawlDefaults, type JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { CrawlJournal, type Settled } from "../../../../src/crawling/jobs/CrawlJournal.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { memoryJobs } from "../../../../src/crawling/stores/memory/MemoryJobs.ts"
import { eventReads, jobEvents } from "../../../../src/serving/server/handlers/jobs/job-events.ts"

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

const eventsIn = (text: string) => text.split(/(?<=\n\n)/)

describe("the events of a job", () => {
  it.effect("a comment follows every silence of a heartbeat, and nothing else does", () =>
    withJob((store, id) =>
      Effect.gen(function*() {
        const told: Array<string> = []
        const reading = yield* jobEvents(yield* eventReads(readAnew(store)), "a", id, 0, heartbeat).pipe(
          Stream.decodeText,
          Stream.runForEach((text) => Effect.sync(() => void told.push(...eventsIn(text)))),
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

  it.effect("any number of readers cost the reads of one, and read at most two at a time", () =>
    withJob((store, id, write) =>
      Effect.gen(function*() {
        let asked = 0
        let inFlight = 0
        let most = 0
        const counting: JobStore["Service"] = {
          ...store,
          get: (owner, id) =>
            Effect.suspend(() => {
              asked++
              most = Math.max(most, ++inFlight)
              return Effect.ensuring(Effect.delay(store.get(owner, id), "10 millis"), Effect.sync(() => inFlight--))
            })
        }
        const reads = yield* eventReads(counting)
        const told = new Map<number, string>()
        const follow = (reader: number) =>
          jobEvents(reads, "a", id, 0, heartbeat).pipe(
            Stream.decodeText,
            Stream.runForEach((text) => Effect.sync(() => void told.set(reader, (told.get(reader) ?? "") + text))),
            Effect.forkChild
          )
        const readers = yield* Effect.forEach(Array.from({ length: 100 }, (_, n) => n), follow)
        for (let index = 0; index < 40; index++) {
          yield* write(page(index))
          yield* TestClock.adjust("100 millis")
        }
        yield* store.finish(id, "done")
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.joinAll(readers)
        assert.isAtMost(most, 2)
        // Four seconds with four readings each, and those that find nothing new.
        assert.isAtMost(asked, 45)
        assert.lengthOf(new Set(told.values()), 1)
        assert.lengthOf((told.get(0) ?? "").match(/event: page/g) ?? [], 40)
        assert.isAtMost((told.get(0) ?? "").match(/event: stats/g)?.length ?? 0, 18)
      })
    ))

  it.effect("a reader that comes late, or stops for a while, gets every page once and the newest counters only", () =>
    withJob((store, id, write) =>
      Effect.gen(function*() {
        for (let index = 0; index < 250; index++) yield* write(page(index))
        const told: Array<string> = []
        const reading = yield* jobEvents(yield* eventReads(store), "a", id, 20, heartbeat).pipe(
          Stream.decodeText,
          Stream.runForEach((text) => {
            told.push(...eventsIn(text))
            return told.length === 101 ? Effect.sleep("1 minute") : Effect.void
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
