import * as NodeWorker from "@effect/platform-node/NodeWorker"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Worker } from "effect/workers"
import * as fs from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import type { PageError } from "../../../src/core/domain/errors/PageError.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { unowned } from "../../../src/extract/Page.ts"
import type { Result } from "../../../src/extract/workers/messages.ts"
import { readerLife } from "../../../src/extract/workers/reader-life.ts"
import { WaitingWork } from "../../../src/extract/workers/WaitingWork.ts"
import { programFile } from "../../support/processes/programs.ts"
import { inputOf } from "../markdown/page-of.ts"
import { at, documentOf, misbehaving, patient, read, settings, textOf, until } from "./readers-over.ts"
import { isAlive, logged, readersSeen } from "./seen-readers.ts"

/** Returns once two readers are at work. */
const twoReaders = Effect.all([read("/slow"), read("/slow")], { concurrency: 2 }).pipe(
  Effect.repeat({ until: ([one, other]) => one.textHash !== other.textHash })
)

describe("pages read in readers", () => {
  for (const page of ["/fills", "/fills-and-fails"]) {
    it.live(
      `are read by another reader after ${page}, which has left much behind in its own`,
      () =>
        Effect.gen(function*() {
          const first = textOf(yield* read("/pid"))
          assert.strictEqual(textOf(yield* read("/pid")), first)
          yield* Effect.exit(read(page))
          const next = textOf(yield* read("/pid"))
          assert.notStrictEqual(next, first)
          assert.strictEqual(textOf(yield* read("/pid")), next)
        }).pipe(Effect.provide(misbehaving(1).pipe(Layer.provide(logged().layer)))),
      { tags: page === "/fills" ? [] : "long" }
    )
  }

  it.live("are read by the same reader after a page whose garbage is much", () =>
    Effect.gen(function*() {
      const first = textOf(yield* read("/pid"))
      yield* read("/litters")
      assert.strictEqual(textOf(yield* read("/pid")), first)
    }).pipe(Effect.provide(misbehaving(1).pipe(Layer.provide(logged().layer)))), { tags: "long" })

  it.live("are the same Documents as in this process, but for the timings", () =>
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
        const refused = yield* Effect.flip(extractor.extract({ ...at("/"), mediaType: "video/mp4" }))
        const sitemap = yield* extractor.sitemap({
          url: "https://site.test/sitemap.xml",
          base: "https://site.test/sitemap.xml",
          text: "<urlset><url><loc>/a?b=1&amp;c=2</loc></url><url><loc>/d",
          kind: undefined,
          isLast: false
        })
        return {
          pages: pages.map(({ json, ...rest }) => ({
            ...rest,
            timings: rest.timings.length,
            document: documentOf(json)
          })),
          links: links.map(({ timings, ...rest }) => ({ ...rest, timings: timings.length })),
          refused,
          sitemap
        }
      })
      const inline = yield* Effect.provide(pagesOf, Extractor.layerInline)
      const readers = yield* pagesOf.pipe(Effect.provide(Extractor.layerReaders), Effect.provide(settings(2, patient)))
      assert.deepStrictEqual(readers, inline)
      assert.strictEqual(readers.refused.code, "unsupported_content_type")
      assert.deepStrictEqual(readers.sitemap.urls, ["https://site.test/a?b=1&c=2"])
    }))
})

const memory = /needs more memory.*GLEANER_WORKER_MEMORY/
const ended = logged()

layer(misbehaving(1).pipe(Layer.provide(ended.layer)), { excludeTestServices: true })(
  "a page that brings its reader down",
  (it) => {
    for (
      const [misdeed, detail, line] of [
        ["/exits", /ended. The log of the service/, "Warn reader replaced: it has ended"],
        ["/aborts", memory, "Warn reader replaced: it has ended"],
        ["/traps", memory, "Warn reader replaced: it has ended"],
        ["/killed", /killed from outside/, "Warn reader replaced: it has ended"],
        ["/swells", memory, "Warn reader replaced: it has ended"],
        ["/buffers", memory, "Warn reader replaced: it has ended"],
        ["/defect", /could not be extracted. The log of the service says why/, "Error extraction failed by a defect"]
      ] as const
    ) {
      it.effect(`fails only that page, with a reason: ${misdeed}`, () =>
        Effect.gen(function*() {
          ended.lines.length = 0
          const error = yield* Effect.flip(read(misdeed))
          assert.deepInclude(error, { code: "fetch_failed", reason: "decode", url: `https://site.test${misdeed}` })
          assert.match(error.detail, detail)
          assert.deepStrictEqual(ended.lines, [line])
          // Another reader is there.
          assert.strictEqual((yield* read("/good")).title, "/good")
        }), { tags: misdeed === "/aborts" || misdeed === "/defect" ? [] : "long" })
    }
  }
)

const late = logged()

layer(misbehaving(2, Duration.seconds(2)).pipe(Layer.provide(late.layer)), { excludeTestServices: true })(
  "a page that takes too long",
  (it) => {
    it.effect(
      "fails only that page: others are read meanwhile, and its reader is replaced",
      () =>
        Effect.gen(function*() {
          yield* twoReaders
          const hostile = yield* Effect.forkChild(Effect.flip(read("/hangs")), { startImmediately: true })
          for (let page = 0; page < 5; page++) yield* read("/good")
          assert.isUndefined(hostile.pollUnsafe())
          const error = yield* Fiber.join(hostile)
          assert.deepInclude(error, { code: "fetch_failed", reason: "decode", url: "https://site.test/hangs" })
          assert.match(error.detail, /^Reading the page took longer than the 2 s/)
          assert.deepStrictEqual(late.lines, ["Warn reader replaced: a page took too long to read"])
          yield* twoReaders
        })
    )
  }
)

layer(misbehaving(1), { excludeTestServices: true })("pages read in one reader", (it) => {
  it.effect("see nothing of the service's environment but what Node heeds", () =>
    Effect.gen(function*() {
      const names = textOf(yield* read("/environment")).split(" ")
      assert.notInclude(names, "PATH")
      assert.deepStrictEqual(names.filter((name) => /KEY|GLEANER|SECRET|TOKEN|NODE_OPTIONS/.test(name)), [])
    }))

  it.effect("wait for a free reader in their order, a caller's before a crawl's, which get every fifth turn", () =>
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
        ([pathname, priority]) =>
          Effect.tap(read(pathname, { priority }), () => Effect.sync(() => order.push(pathname))),
        { concurrency: "unbounded" }
      )
      yield* Fiber.join(begun)
      assert.deepStrictEqual(order.filter((pathname) => calls.includes(pathname)), calls)
      // The slow page is a caller's too, and may be the first of the four.
      assert.include([3, 4], order.indexOf("/crawl-1"))
      assert.strictEqual(order.at(-1), "/crawl-2")
    }))

  it.effect(
    "are not begun once nobody waits for them, and give their reader back when they are",
    () =>
      Effect.gen(function*() {
        yield* read("/ready")
        const readers = readersSeen()
        const begun = yield* Effect.forkChild(read("/slow"), { startImmediately: true })
        const waiting = yield* Effect.forkChild(read("/hangs"), { startImmediately: true })
        yield* Fiber.interruptAll([waiting, begun])
        assert.strictEqual((yield* read("/good")).title, "/good")
        // No page had to be ended with its reader.
        assert.lengthOf(readers.started, 0)
        readers.stop()
      }),
    { tags: "long" }
  )
})

describe("the readers", () => {
  it.live("read at once for an owner that has no reader, while another owner's page hangs in all of them", () =>
    Effect.gen(function*() {
      yield* read("/ready")
      const readers = readersSeen()
      const hog = yield* Effect.forkChild(
        Effect.all(Array.from({ length: 5 }, () => read("/waits", { owner: "hog" })), { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      const titles = yield* Effect.forEach(["/a", "/b", "/c"], (page) => read(page, { owner: "other" }))
      assert.deepStrictEqual(titles.map(({ title }) => title), ["/a", "/b", "/c"])
      assert.isUndefined(hog.pollUnsafe())
      // One more reader served all of them.
      assert.lengthOf(readers.started, 1)
      readers.stop()
      yield* Fiber.interrupt(hog)
    }).pipe(Effect.provide(misbehaving(1))))

  it.effect("have a warm one for other owners while one owner has all, and none without other keys", () =>
    Effect.gen(function*() {
      for (const [keys, count] of [[["hog", "other"], 2], [["hog"], 1]] as const) {
        const readers = readersSeen()
        const { layer: logger, lines } = logged()
        yield* Effect.gen(function*() {
          const hangs = read("/tells-and-waits", { owner: "hog" })
          const hogs = yield* Effect.forkChild(Effect.all([hangs, hangs], { concurrency: 2 }), {
            startImmediately: true
          })
          yield* until(() => lines.includes("Info hangs now") && readers.started.length >= count)
          assert.lengthOf(readers.started, count)
          if (count > 1) {
            assert.strictEqual((yield* read("/good", { owner: "other" })).title, "/good")
            // Without work it stays beyond a minute, as long as the other pages last.
            yield* TestClock.adjust("2 minutes")
            yield* TestClock.adjust("1 minute")
            assert.strictEqual((yield* read("/good", { owner: "other" })).title, "/good")
            assert.lengthOf(readers.started.filter(isAlive), count)
            assert.lengthOf(readers.started, count)
          }
          yield* Fiber.interrupt(hogs)
        }).pipe(
          Effect.provide(misbehaving(1, patient, keys).pipe(Layer.provide(logger))),
          Effect.ensuring(Effect.sync(readers.stop))
        )
      }
    }))

  it.live("charge the start of a reader to the owner whose page ended the one before", () =>
    Effect.gen(function*() {
      const [hog, other] = [{ ...unowned, owner: "hog" }, { ...unowned, owner: "other" }]
      const charged: Array<readonly [owner: string, isTime: boolean]> = []
      const waiting = new WaitingWork({ units: 1, reserve: 1 })
      const charge = waiting.charge.bind(waiting)
      waiting.charge = (claim, millis) => {
        charged.push([claim.owner, millis > 0])
        charge(claim, millis)
      }
      const done = Deferred.makeUnsafe<Result, PageError>()
      waiting.add({ ...other, request: { work: "extract", input: at("/good") }, answer: done, wasLost: false })
      const life = yield* Effect.forkChild(readerLife({
        platform: yield* Worker.WorkerPlatform,
        entry: pathToFileURL(programFile("misbehaving-reader")),
        memory: 64 * 1024 * 1024,
        pageTimeout: patient,
        replaces: hog,
        isWarmed: false,
        isKept: () => false,
        waiting,
        onBusy: () => {},
        onTaken: Effect.void
      }))
      yield* Deferred.await(done)
      assert.deepStrictEqual(charged, [["hog", true]])
      yield* Fiber.interrupt(life)
    }).pipe(Effect.provide(NodeWorker.layerPlatform)))

  it.live("read a page that one of them was killed too early to begin", () =>
    Effect.gen(function*() {
      const readers = readersSeen()
      yield* read("/ready")
      const [idle] = readers.started
      idle?.kill("SIGKILL")
      assert.strictEqual((yield* read("/good")).title, "/good")
      assert.lengthOf(readers.started, 2)
      readers.stop()
    }).pipe(Effect.provide(misbehaving(1).pipe(Layer.provide(logged().layer)))))

  it.live("are started as pages wait for them, and none is left when the layer closes, hung or not", () =>
    Effect.gen(function*() {
      const readers = readersSeen()
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(misbehaving(2), scope)
      yield* Effect.provideContext(read("/ready"), context)
      assert.lengthOf(readers.started.filter(isAlive), 1)
      yield* Effect.provideContext(twoReaders, context)
      assert.lengthOf(readers.started.filter(isAlive), 2)
      yield* Effect.forkChild(Effect.provideContext(read("/hangs"), context), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(readers.started.filter(isAlive), [])
      readers.stop()
    }))
})
