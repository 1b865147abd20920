// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import cacache from "cacache"
import { Clock, Duration, Effect, Fiber, Layer, Logger, Option, Result } from "effect"
import CachePolicy from "http-cache-semantics"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as zlib from "node:zlib"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../../src/web/fetch/cache/HttpCache.ts"
import { decodeBody } from "../../../../src/web/fetch/decode-body.ts"
import { Fetcher } from "../../../../src/web/fetch/Fetcher.ts"
import { DomainRateLimiter } from "../../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../../src/web/visits/Visits.ts"
import { fetchOver } from "../../../support/entries/fetch-over.ts"
import { jumpBy, timePasses, whileTimePasses } from "../../../support/web/fake-web-time.ts"
import { type FakeAnswer, type FakePage, fakeWeb } from "../../../support/web/fake-web.ts"
import { fetchPage } from "../../../support/web/fetch-page.ts"
import { fresh, html, validated } from "./cacheable-pages.ts"

const page = "https://site.test/page"
const settings = { domainDelay: Duration.zero }
const text = (body: Uint8Array) => new TextDecoder().decode(body)

describe("the HTTP cache", () => {
  it.effect("keeps the time of the response", () => {
    const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=60" }) })
    return Effect.gen(function*() {
      yield* whileTimePasses(fetchPage(page))
      yield* jumpBy(10)
      const second = yield* whileTimePasses(fetchPage(page))
      assert.deepStrictEqual([second.fetchedAt, text(second.body), second.cacheHit], [0, "one", true])
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })

  it.effect("asks neither robots.txt nor for a turn where it has the page", () => {
    const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=86400" }) })
    return Effect.gen(function*() {
      yield* whileTimePasses(fetchPage(page))
      const again = Effect.all(Array.from({ length: 20 }, () => fetchPage(page)), { concurrency: 20 })
      const pages = yield* whileTimePasses(again, "1 millis")
      assert.isTrue(pages.every(({ cacheHit }) => cacheHit))
      assert.strictEqual(web.log.length, 2)
    }).pipe(Effect.provide(fetchOver(web, { domainDelay: Duration.minutes(1) })))
  })

  it.effect("stays within its bytes, the longest unused going first", () => {
    const body = "x".repeat(10_000)
    const url = (n: number) => `https://site.test/${n}`
    const pages = Array.from(
      { length: 12 },
      (_, n) => [url(n), fresh({ "cache-control": "max-age=600" }, body)] as const
    )
    const web = fakeWeb(Object.fromEntries(pages))
    return Effect.gen(function*() {
      for (let n = 0; n < 12; n++) {
        yield* whileTimePasses(fetchPage(url(n)))
        yield* whileTimePasses(fetchPage(url(0)))
      }
      assert.strictEqual(web.count(url(0)), 1)
      yield* whileTimePasses(fetchPage(url(1)))
      assert.strictEqual(web.count(url(1)), 2)
    }).pipe(Effect.provide(fetchOver(web, { ...settings, cacheBytes: 100_000 })))
  })

  it.effect("can be switched off", () => {
    const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=60" }) })
    return Effect.gen(function*() {
      for (let n = 0; n < 3; n++) assert.isFalse((yield* whileTimePasses(fetchPage(page))).cacheHit)
      assert.strictEqual(web.count(page), 3)
    }).pipe(Effect.provide(fetchOver(web, { ...settings, cacheBytes: 0 })))
  })
})

describe("identical fetches at the same time", () => {
  const slow: FakeAnswer = { headers: html, body: "one", takes: "5 seconds" }

  it.effect("are one request", () => {
    const web = fakeWeb({ [page]: slow })
    return Effect.gen(function*() {
      const pages = yield* whileTimePasses(Effect.all([fetchPage(page), fetchPage(page)], { concurrency: 2 }))
      assert.strictEqual(web.count(page), 1)
      assert.deepStrictEqual(pages.map(({ body }) => text(body)), ["one", "one"])
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })

  it.effect("are not, where one bypasses the cache or is a crawl's", () => {
    const web = fakeWeb({ [page]: slow })
    return Effect.gen(function*() {
      const asked = [fetchPage(page), fetchPage(page, { useCache: false }), fetchPage(page, { priority: "crawl" })]
      yield* whileTimePasses(Effect.all(asked, { concurrency: 3 }))
      assert.strictEqual(web.count(page), 3)
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })

  it.effect("go on when one of those who wait gives up, and end when the last one does", () => {
    const web = fakeWeb({ [page]: slow })
    return Effect.gen(function*() {
      const first = yield* Effect.forkChild(fetchPage(page), { startImmediately: true })
      yield* timePasses("1 second")
      const second = yield* Effect.forkChild(fetchPage(page), { startImmediately: true })
      yield* timePasses("1 second")
      yield* Fiber.interrupt(first)
      yield* timePasses("10 seconds")
      assert.strictEqual(text((yield* Fiber.join(second)).body), "one")
      assert.strictEqual(web.count(page), 1)

      const third = yield* Effect.forkChild(fetchPage(page), { startImmediately: true })
      yield* timePasses("1 second")
      yield* Fiber.interrupt(third)
      yield* timePasses("10 seconds")
      assert.deepStrictEqual(web.pages().map(({ endedAt }) => endedAt !== undefined), [true, false])
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })

  it.effect("do not let one fail at another's earlier deadline", () => {
    const web = fakeWeb({ [page]: slow })
    return Effect.gen(function*() {
      const hasty = yield* Effect.forkChild(Effect.flip(fetchPage(page, { deadline: 2000 })), {
        startImmediately: true
      })
      const patient = yield* Effect.forkChild(fetchPage(page), { startImmediately: true })
      yield* timePasses("20 seconds")
      assert.strictEqual((yield* Fiber.join(hasty)).code, "upstream_timeout")
      assert.strictEqual(text((yield* Fiber.join(patient)).body), "one")
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })
})

describe("the cache directory", () => {
  const temporary = Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-cache-"))),
    (directory) => Effect.sync(() => fs.rmSync(directory, { recursive: true, force: true }))
  )

  /** A process of its own: all services anew over the same web and folder. */
  const restarted = (web: ReturnType<typeof fakeWeb>, directory: string, bytes = 1_000_000) =>
    Fetcher.layerNoDeps.pipe(
      Layer.provide(Visits.layerNoDeps),
      Layer.provide(Layer.mergeAll(HttpCache.layer, RobotsCache.layer, DomainRateLimiter.layer)),
      Layer.provide(Layer.mergeAll(
        web.layer,
        Settings.layerWith({ ...settings, cacheDirectory: Option.some(directory), cacheDirectoryBytes: bytes })
      )),
      Layer.fresh
    )

  it.live("survives a restart, with freshness and validators", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const web = fakeWeb({
        [page]: fresh({ "cache-control": "max-age=600" }),
        "https://site.test/v": validated({ etag: "\"a\"" })
      })
      const both = Effect.all([fetchPage(page), fetchPage("https://site.test/v")])
      const before = yield* Effect.provide(both, restarted(web, directory))
      const after = yield* Effect.provide(both, restarted(web, directory))
      assert.deepStrictEqual(before.map(({ cacheHit }) => cacheHit), [false, false])
      assert.deepStrictEqual(after.map(({ cacheHit }) => cacheHit), [true, true])
      assert.deepStrictEqual(after.map(({ body }) => text(body)), ["one", "one"])
      assert.deepStrictEqual([web.count(page), web.count("https://site.test/v")], [1, 2])
      assert.strictEqual(after[0].fetchedAt, before[0].fetchedAt)
    }))

  it.live("keeps a body in its content coding, and it is read after a restart", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const coded = zlib.gzipSync("<p>one ".repeat(1000))
      const headers = { "content-type": "text/html", "content-encoding": "gzip", "cache-control": "max-age=600" }
      const web = fakeWeb({ [page]: { headers, body: coded } })
      for (const isHit of [false, true]) {
        const got = yield* Effect.provide(fetchPage(page), restarted(web, directory))
        assert.deepStrictEqual([got.cacheHit, got.body.byteLength], [isHit, coded.byteLength])
        assert.strictEqual(text(Result.getOrThrow(decodeBody(got, 7000)).body), "<p>one ".repeat(1000))
      }
    }))

  it.live("stays within its bytes, over restarts and rewrites", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const url = (n: number) => `https://site.test/${n}`
      const pages = Array.from({ length: 30 }, (_, n) => {
        const answer: FakePage = ({ count }) =>
          fresh({ "cache-control": "max-age=600" }, `${n}-${count}-`.repeat(1500)) as FakeAnswer
        return [url(n), answer] as const
      })
      const web = fakeWeb(Object.fromEntries(pages))
      for (let round = 0; round < 3; round++) {
        const all = Effect.forEach(pages, ([one]) => fetchPage(one, { useCache: false }))
        yield* Effect.provide(all, restarted(web, directory, 100_000))
      }
      const files = fs.readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile()
      )
      const size = files.reduce((sum, file) => sum + fs.statSync(path.join(file.parentPath, file.name)).size, 0)
      assert.isAbove(size, 10_000)
      assert.isBelow(size, 100_000)
    }))

  it.live("knows nothing of what earlier versions left in it, a private cache and one of decoded bodies, and clears that away", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const now = yield* Clock.currentTimeMillis
      const headers = { "content-type": "text/html", "cache-control": "private, max-age=600" }
      const policy = new CachePolicy({ url: page, headers: {} }, { status: 200, headers }, { shared: false })
      const metadata = { policy: policy.toObject(), status: 200, headers, fetchedAt: now }
      yield* Effect.promise(() => cacache.put(directory, page, Buffer.from("somebody's page"), { metadata }))
      fs.mkdirSync(path.join(directory, "shared-v1", "content-v2"), { recursive: true })
      fs.writeFileSync(path.join(directory, "notes.txt"), "the operator's own")
      const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=600" }) })
      const got = yield* Effect.provide(fetchPage(page), restarted(web, directory))
      assert.deepStrictEqual([got.cacheHit, text(got.body)], [false, "one"])
      const left = fs.readdirSync(directory).toSorted()
      assert.deepStrictEqual(left, ["CACHEDIR.TAG", "notes.txt", "shared-v2"])
    }))

  it.live("fetches the page where the disk fails it", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=600" }) })
      yield* Effect.provide(fetchPage(page), restarted(web, directory))
      const bodies = path.join(directory, "shared-v2", "content-v2")
      for (const file of fs.readdirSync(bodies, { recursive: true, withFileTypes: true })) {
        if (file.isFile()) fs.writeFileSync(path.join(file.parentPath, file.name), "spoilt")
      }
      const got = yield* Effect.provide(fetchPage(page), restarted(web, directory))
      assert.deepStrictEqual([got.cacheHit, text(got.body)], [false, "one"])
      fs.writeFileSync(path.join(directory, "file"), "")
      const nowhere = restarted(web, path.join(directory, "file", "folder"))
      const said: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
      const kept = yield* fetchPage(page).pipe(Effect.provide(nowhere), Effect.provide(logger))
      assert.strictEqual(text(kept.body), "one")
      assert.match(said.join(), /cannot be written; responses are kept in memory alone/)
    }))
})
