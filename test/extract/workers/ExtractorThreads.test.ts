import { assert, describe, it, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Logger, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Worker } from "node:worker_threads"
import type { Document } from "../../../src/domain/Document.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { ExtractorThreads } from "../../../src/extract/workers/ExtractorThreads.ts"
import { Settings } from "../../../src/Settings.ts"
import { inputOf } from "../markdown/page-of.ts"

const settings = (workers: number, extractTimeout = Duration.millis(1500)) =>
  Settings.layerWith({
    workers,
    extractTimeout,
    workerMemory: 64 * 1024 * 1024,
    logLevel: "None"
  })

const threadsFrom = (entry: string, workers: number) =>
  Layer.effect(ExtractorThreads, ExtractorThreads).pipe(
    Layer.provide(ExtractorThreads.layerOf(new URL(entry, import.meta.url))),
    Layer.provide(settings(workers))
  )

const misbehaving = (workers: number) => threadsFrom("misbehaving-thread.ts", workers)

const at = (pathname: string) => {
  const url = `https://site.test${pathname}`
  return {
    ...inputOf(`<title>${pathname}</title><p>The words of ${pathname}, which are a few.</p>`),
    url,
    finalUrl: url
  }
}

const read = Effect.fnUntraced(function*(pathname: string, priority: "interactive" | "crawl" = "interactive") {
  const threads = yield* ExtractorThreads
  return yield* threads.run("extract", at(pathname), priority)
})

/** Returns once two threads are at work. */
const twoThreads = Effect.all([read("/slow"), read("/slow")], { concurrency: 2 }).pipe(
  Effect.repeat({ until: ([one, other]) => one.textHash !== other.textHash })
)

/** The threads of this process that were started while `use` ran. */
const threadsOf = (): { readonly started: ReadonlyArray<Worker>; readonly stop: () => void } => {
  const started: Array<Worker> = []
  const seen = (worker: Worker): void => void started.push(worker)
  process.on("worker", seen)
  return { started, stop: () => process.off("worker", seen) }
}

const isAlive = ({ threadId }: Worker): boolean => threadId !== -1

describe("pages read in threads", () => {
  it.live("are the same Documents as in the main thread, but for the timings", () =>
    Effect.gen(function*() {
      const folder = path.join(import.meta.dirname, "../cases")
      const inputs = fs.readdirSync(folder).filter((_, index) => index % 4 === 0).map((name) =>
        inputOf(fs.readFileSync(path.join(folder, name, "source.html"), "utf8"))
      )
      assert.isAtLeast(inputs.length, 20)
      const pagesOf = Effect.gen(function*() {
        const extractor = yield* Extractor
        const pages = yield* Effect.forEach(inputs, (input) => extractor.extract(input), { concurrency: 8 })
        const links = yield* Effect.forEach(inputs, (input) => extractor.links(input), { concurrency: 8 })
        const refused = yield* Effect.flip(extractor.extract({ ...at("/"), mediaType: "image/png" }))
        return {
          pages: pages.map(({ json, ...rest }) => ({
            ...rest,
            timings: rest.timings.length,
            document: withoutTimings(json)
          })),
          links,
          refused
        }
      })
      const inline = yield* Effect.provide(pagesOf, Extractor.layerInline)
      const threads = yield* pagesOf.pipe(
        Effect.provide(Extractor.layerWorkers),
        Effect.provide(settings(2, Duration.seconds(15)))
      )
      assert.deepStrictEqual(threads, inline)
      assert.strictEqual(threads.refused.code, "unsupported_content_type")
    }))
})

layer(misbehaving(2), { excludeTestServices: true })("pages read in two threads", (it) => {
  for (const misdeed of ["/hangs", "/exits", "/swells", "/defect"]) {
    it.effect(`cost no more than themselves: ${misdeed}`, () =>
      Effect.gen(function*() {
        const [bad, neighbour] = yield* Effect.all([Effect.exit(read(misdeed)), read("/good")], { concurrency: 2 })
        assert.strictEqual(neighbour.title, "/good")
        const error = Option.getOrUndefined(Exit.findErrorOption(bad))
        assert.deepInclude(error, { code: "fetch_failed", reason: "decode", url: `https://site.test${misdeed}` })
        // Its thread has been replaced.
        yield* twoThreads
      }))
  }

  it.effect("do not wait for a hostile page in another thread", () =>
    Effect.gen(function*() {
      yield* twoThreads
      const hostile = yield* Effect.forkChild(Effect.exit(read("/hangs")), { startImmediately: true })
      for (let page = 0; page < 5; page++) yield* read("/good")
      assert.isUndefined(hostile.pollUnsafe())
      yield* Fiber.join(hostile)
    }))
})

layer(misbehaving(1), { excludeTestServices: true })("pages read in one thread", (it) => {
  it.effect("wait for a free thread in their order, a caller's before a crawl's, which get every fifth turn", () =>
    Effect.gen(function*() {
      const calls = ["/call-1", "/call-2", "/call-3", "/call-4", "/call-5"]
      const order: Array<string> = []
      const waiting = [
        ["/crawl-1", "crawl"],
        ["/crawl-2", "crawl"],
        ...calls.map((call) => [call, "interactive"] as const)
      ] as const
      yield* read("/ready")
      const begun = yield* Effect.forkChild(read("/slow"), { startImmediately: true })
      yield* Effect.forEach(
        waiting,
        ([pathname, priority]) => Effect.tap(read(pathname, priority), () => Effect.sync(() => order.push(pathname))),
        { concurrency: "unbounded" }
      )
      yield* Fiber.join(begun)
      assert.deepStrictEqual(order.filter((pathname) => calls.includes(pathname)), calls)
      // The slow page is a caller's too, and may be the first of the four.
      assert.include([3, 4], order.indexOf("/crawl-1"))
      assert.strictEqual(order.at(-1), "/crawl-2")
    }))

  it.effect("are not begun once nobody waits for them, and give their thread back when they are", () =>
    Effect.gen(function*() {
      yield* read("/ready")
      const threads = threadsOf()
      const begun = yield* Effect.forkChild(read("/slow"), { startImmediately: true })
      const waiting = yield* Effect.forkChild(read("/hangs"), { startImmediately: true })
      yield* Fiber.interruptAll([waiting, begun])
      assert.strictEqual((yield* read("/good")).title, "/good")
      // No page had to be ended with its thread.
      assert.lengthOf(threads.started, 0)
      threads.stop()
    }))
})

describe("the threads", () => {
  it.live("are started as pages wait for them, and none is left when the layer closes, hung or not", () =>
    Effect.gen(function*() {
      const threads = threadsOf()
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(misbehaving(2), scope)
      yield* Effect.provideContext(read("/ready"), context)
      assert.lengthOf(threads.started.filter(isAlive), 1)
      yield* Effect.provideContext(twoThreads, context)
      assert.lengthOf(threads.started.filter(isAlive), 2)
      yield* Effect.forkChild(Effect.provideContext(read("/hangs"), context), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(threads.started.filter(isAlive), [])
      threads.stop()
    }))
})

const withoutTimings = (json: Uint8Array): Document => {
  const document: Document = JSON.parse(new TextDecoder().decode(json))
  return {
    ...document,
    trace: { ...document.trace, stages: document.trace.stages.map((stage) => ({ ...stage, elapsed_ms: 0 })) }
  }
}

describe("a thread without pages", () => {
  it.effect("ends after a minute without a word, and the next page starts another", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      yield* Effect.gen(function*() {
        const { started, stop } = threadsOf()
        yield* Effect.gen(function*() {
          yield* read("/first")
          const [thread] = started
          assert.isDefined(thread)
          const ended = Effect.callback<void>((resume) => void thread?.once("exit", () => resume(Effect.void)))
          const waiting = yield* Effect.forkChild(ended, { startImmediately: true })
          yield* TestClock.adjust("1 minute")
          yield* Fiber.join(waiting)
          yield* read("/second")
          assert.lengthOf(started, 2)
        }).pipe(Effect.provide(misbehaving(1)), Effect.ensuring(Effect.sync(stop)))
      }).pipe(Effect.provide(logger))
      assert.deepStrictEqual(lines, [])
    }))
})

describe("threads that do not even start", () => {
  it.effect("are tried at growing intervals, and a page is refused meanwhile", () =>
    Effect.gen(function*() {
      const { started, stop } = threadsOf()
      yield* Effect.gen(function*() {
        for (const [attempts, retryAfter] of [[1, 1], [2, 2], [3, 4]] as const) {
          const refused = yield* Effect.flip(read("/first"))
          assert.deepInclude(refused, { code: "overloaded", retryAfter, url: "https://site.test/first" })
          yield* TestClock.adjust(Duration.millis(retryAfter * 1000 - 1))
          assert.deepStrictEqual(yield* Effect.flip(read("/first")), refused)
          assert.lengthOf(started, attempts)
          yield* TestClock.adjust(Duration.millis(1))
        }
      }).pipe(Effect.provide(threadsFrom("no-such-thread.ts", 1)), Effect.ensuring(Effect.sync(stop)))
    }))
})

describe("a page that needs more memory than its thread may have", () => {
  it.live("costs itself alone", () =>
    Effect.gen(function*() {
      const extractor = yield* Extractor
      const hostile = { ...at("/hostile"), body: new TextEncoder().encode("<div>text ".repeat(2_000_000)) }
      const refused = yield* Effect.flip(extractor.extract(hostile))
      assert.deepInclude(refused, { code: "fetch_failed", reason: "decode" })
      assert.include(refused.detail, "GLEANER_WORKER_MEMORY")
      assert.strictEqual((yield* extractor.extract(at("/good"))).title, "/good")
    }).pipe(
      Effect.provide(Extractor.layerWorkers.pipe(Layer.provide(settings(1, Duration.minutes(1)))))
    ), 60_000)
})
