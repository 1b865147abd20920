// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { Fetcher } from "../../src/fetch/Fetcher.ts"
import { HttpCache } from "../../src/fetch/HttpCache.ts"
import { DomainRateLimiter } from "../../src/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../src/robots/RobotsCache.ts"
import { Settings } from "../../src/Settings.ts"
import { fetchPage } from "../support/fake-web-fetch.ts"
import { acquisitionOver } from "../support/fake-web-layers.ts"
import { jumpBy, timePasses, whileTimePasses } from "../support/fake-web-time.ts"
import { type FakeAnswer, type FakePage, fakeWeb } from "../support/fake-web.ts"

const page = "https://site.test/page"
const settings = { domainDelay: Duration.zero }
const type = { "content-type": "text/html" }
const text = (body: Uint8Array) => new TextDecoder().decode(body)

/** A time of the test's clock, which starts with the epoch, as an HTTP date. */
const date = (seconds: number) => new Date(seconds * 1000).toUTCString()

const fresh = (headers: Record<string, string>, body = "one"): FakePage => ({ headers: { ...type, ...headers }, body })

/** Answers 304 to a request with a validator, and `body` to any other. */
const validated = (headers: Record<string, string>, notModified: Record<string, string> = {}): FakePage => (request) =>
  request.headers["if-none-match"] !== undefined || request.headers["if-modified-since"] !== undefined
    ? { status: 304, headers: notModified }
    : { headers: { ...type, ...headers }, body: "one" }

interface Case {
  readonly name: string
  readonly page: FakePage
  /** Seconds of the test's clock at which the page is asked for. */
  readonly at: ReadonlyArray<number>
  /** Requests that the origin sees, as RFC 9111 has it. */
  readonly requests: number
  /** Of each answer, whether the cache served it. */
  readonly hits: ReadonlyArray<boolean>
  readonly useCache?: ReadonlyArray<boolean>
}

const cases: ReadonlyArray<Case> = [
  {
    name: "max-age serves while it is fresh (4.2)",
    page: fresh({ "cache-control": "max-age=60" }),
    at: [0, 59, 61],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "Expires serves until its date (5.3)",
    page: fresh({ date: date(0), expires: date(60) }),
    at: [0, 59, 61],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "max-age goes before Expires (5.3)",
    page: fresh({ "cache-control": "max-age=10", date: date(0), expires: date(60) }),
    at: [0, 20],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "Expires: 0 is stale at once (5.3)",
    page: fresh({ expires: "0" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "s-maxage is for shared caches alone (5.2.2.10)",
    page: fresh({ "cache-control": "s-maxage=600" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "private is for us (5.2.2.7)",
    page: fresh({ "cache-control": "private, max-age=60" }),
    at: [0, 30],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "no-store is not stored (5.2.2.5)",
    page: fresh({ "cache-control": "no-store, max-age=60", etag: "\"a\"" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "no-cache is validated each time (5.2.2.4)",
    page: validated({ "cache-control": "no-cache, max-age=60", etag: "\"a\"" }),
    at: [0, 1, 2],
    requests: 3,
    hits: [false, true, true]
  },
  {
    name: "must-revalidate serves while fresh (5.2.2.2)",
    page: fresh({ "cache-control": "max-age=60, must-revalidate" }),
    at: [0, 30, 61],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "directives are case-insensitive (5.2)",
    page: fresh({ "cache-control": "Max-Age=60" }),
    at: [0, 30],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "Age counts against freshness (4.2.3)",
    page: fresh({ "cache-control": "max-age=60", age: "50" }),
    at: [0, 9, 11],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "an old Date counts as age (4.2.3)",
    page: () => ({ headers: { ...type, "cache-control": "max-age=60", date: date(-50) }, body: "one" }),
    at: [0, 9, 11],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "an ETag is asked with If-None-Match, a 304 serves the stored page (4.3)",
    page: validated({ etag: "\"a\"" }),
    at: [0, 1],
    requests: 2,
    hits: [false, true]
  },
  {
    name: "a Last-Modified is asked with If-Modified-Since (4.3.1)",
    page: validated({ "last-modified": date(0) }),
    at: [0, 1],
    requests: 2,
    hits: [false, true]
  },
  {
    name: "a 304 renews freshness (4.3.4)",
    page: validated({ "cache-control": "max-age=10", etag: "\"a\"" }, {
      "cache-control": "max-age=100",
      etag: "\"a\""
    }),
    at: [0, 11, 100, 112],
    requests: 3,
    hits: [false, true, true, true]
  },
  {
    name: "without freshness, a tenth of its age since Last-Modified (4.2.2)",
    page: () => ({ headers: { ...type, date: date(0), "last-modified": date(-1000) }, body: "one" }),
    at: [0, 99, 101],
    requests: 2,
    hits: [false, true, false]
  },
  {
    name: "but never longer than a day (4.2.2)",
    page: () => ({ headers: { ...type, date: date(0), "last-modified": date(-100_000_000) }, body: "one" }),
    at: [0, 86_000, 87_000],
    requests: 2,
    hits: [false, true, false]
  },
  { name: "nothing said, nothing kept (4.2)", page: fresh({}), at: [0, 1], requests: 2, hits: [false, false] },
  {
    name: "Vary on a field we always send alike matches (4.1)",
    page: fresh({ "cache-control": "max-age=60", vary: "Accept-Encoding, user-agent" }),
    at: [0, 1],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "Vary: * never matches (4.1)",
    page: fresh({ "cache-control": "max-age=60", vary: "*" }),
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a 404 is kept like a page (15.1)",
    page: { status: 404, headers: { ...type, "cache-control": "max-age=60" }, body: "none" },
    at: [0, 1],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "a 500 is not",
    page: { status: 500, headers: { ...type, "cache-control": "max-age=60" }, body: "sorry" },
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a 301 is, a 302 without freshness is not (RFC 9110 15.1)",
    page: { status: 302, headers: { location: "/page?2" } },
    at: [0, 1],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a page changed since is fetched and replaces the stored one",
    page: ({ count }) => ({
      headers: { ...type, etag: `"${count}"`, "cache-control": "max-age=10" },
      body: `${count}`
    }),
    at: [0, 11, 12],
    requests: 2,
    hits: [false, false, true]
  },
  {
    name: "use_cache=false bypasses reading, and stores",
    page: fresh({ "cache-control": "max-age=60" }),
    at: [0, 1, 2],
    useCache: [true, false, true],
    requests: 2,
    hits: [false, false, true]
  },
  {
    name: "use_cache=false on the first fetch stores too",
    page: fresh({ "cache-control": "max-age=60" }),
    at: [0, 1],
    useCache: [false, true],
    requests: 1,
    hits: [false, true]
  },
  {
    name: "stale-if-error serves through a failure (RFC 5861)",
    page: ({ count }) =>
      count === 1
        ? { headers: { ...type, "cache-control": "max-age=10, stale-if-error=600" }, body: "one" }
        : { status: 500 },
    at: [0, 100],
    requests: 2,
    hits: [false, true]
  },
  {
    name: "must-revalidate forbids that (5.2.2.2)",
    page: ({ count }) =>
      count === 1
        ? { headers: { ...type, "cache-control": "max-age=10, stale-if-error=600, must-revalidate" }, body: "one" }
        : { status: 500 },
    at: [0, 100],
    requests: 2,
    hits: [false, false]
  },
  {
    name: "a failure does not spoil what is stored",
    page: ({ count }) =>
      count === 2
        ? { status: 500 }
        : { headers: { ...type, etag: "\"a\"", "cache-control": "max-age=60" }, body: "one" },
    at: [0, 1, 2],
    useCache: [true, false, true],
    requests: 2,
    hits: [false, false, true]
  }
]

describe("the HTTP cache: requests at the origin", () => {
  for (const { at, hits, name, page: answer, requests, useCache } of cases) {
    it.effect(name, () => {
      const web = fakeWeb({ [page]: answer, "https://site.test/page?2": "elsewhere" })
      return Effect.gen(function*() {
        const seen: Array<boolean> = []
        let now = 0
        for (const [index, time] of at.entries()) {
          yield* jumpBy(time - now)
          now = time
          const got = yield* whileTimePasses(fetchPage(page, { useCache: useCache?.[index] ?? true }))
          seen.push(got.cacheHit)
        }
        assert.deepStrictEqual({ requests: web.count(page), hits: seen }, { requests, hits })
      }).pipe(Effect.provide(acquisitionOver(web, { ...settings, robotsTtl: Duration.hours(24) })))
    })
  }
})

describe("the HTTP cache", () => {
  it.effect("keeps the time of the response, and its body for itself", () => {
    const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=60" }) })
    return Effect.gen(function*() {
      const first = yield* whileTimePasses(fetchPage(page))
      first.body.fill(0)
      yield* jumpBy(10)
      const second = yield* whileTimePasses(fetchPage(page))
      assert.deepStrictEqual([second.fetchedAt, text(second.body), second.cacheHit], [0, "one", true])
      second.body.fill(0)
      assert.strictEqual(text((yield* whileTimePasses(fetchPage(page))).body), "one")
    }).pipe(Effect.provide(acquisitionOver(web, settings)))
  })

  it.effect("asks neither robots.txt nor for a turn where it has the page", () => {
    const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=86400" }) })
    return Effect.gen(function*() {
      yield* whileTimePasses(fetchPage(page))
      const again = Effect.all(Array.from({ length: 20 }, () => fetchPage(page)), { concurrency: 20 })
      const pages = yield* whileTimePasses(again, "1 millis")
      assert.isTrue(pages.every(({ cacheHit }) => cacheHit))
      assert.strictEqual(web.log.length, 2)
    }).pipe(Effect.provide(acquisitionOver(web, { domainDelay: Duration.minutes(1) })))
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
    }).pipe(Effect.provide(acquisitionOver(web, { ...settings, cacheBytes: 100_000 })))
  })

  it.effect("can be switched off", () => {
    const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=60" }) })
    return Effect.gen(function*() {
      for (let n = 0; n < 3; n++) assert.isFalse((yield* whileTimePasses(fetchPage(page))).cacheHit)
      assert.strictEqual(web.count(page), 3)
    }).pipe(Effect.provide(acquisitionOver(web, { ...settings, cacheBytes: 0 })))
  })
})

describe("identical fetches at the same time", () => {
  const slow: FakeAnswer = { headers: type, body: "one", takes: "5 seconds" }

  it.effect("are one request, whose page each has for itself", () => {
    const web = fakeWeb({ [page]: slow })
    return Effect.gen(function*() {
      const pages = yield* whileTimePasses(Effect.all([fetchPage(page), fetchPage(page)], { concurrency: 2 }))
      assert.strictEqual(web.count(page), 1)
      pages[0].body.fill(0)
      assert.strictEqual(text(pages[1].body), "one")
    }).pipe(Effect.provide(acquisitionOver(web, settings)))
  })

  it.effect("are not, where one bypasses the cache or is a crawl's", () => {
    const web = fakeWeb({ [page]: slow })
    return Effect.gen(function*() {
      const asked = [fetchPage(page), fetchPage(page, { useCache: false }), fetchPage(page, { priority: "crawl" })]
      yield* whileTimePasses(Effect.all(asked, { concurrency: 3 }))
      assert.strictEqual(web.count(page), 3)
    }).pipe(Effect.provide(acquisitionOver(web, settings)))
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
    }).pipe(Effect.provide(acquisitionOver(web, settings)))
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
    }).pipe(Effect.provide(acquisitionOver(web, settings)))
  })
})

describe("the cache directory", () => {
  const temporary = Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-cache-"))),
    (directory) => Effect.sync(() => fs.rmSync(directory, { recursive: true, force: true }))
  )

  /** A process of its own: all services anew over the same web and folder. */
  const restarted = (web: ReturnType<typeof fakeWeb>, directory: string, bytes = 1_000_000) =>
    Fetcher.layer.pipe(
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

  it.live("fetches the page where the disk fails it", () =>
    Effect.gen(function*() {
      const directory = yield* temporary
      const web = fakeWeb({ [page]: fresh({ "cache-control": "max-age=600" }) })
      yield* Effect.provide(fetchPage(page), restarted(web, directory))
      for (const file of fs.readdirSync(path.join(directory, "content-v2"), { recursive: true, withFileTypes: true })) {
        if (file.isFile()) fs.writeFileSync(path.join(file.parentPath, file.name), "spoilt")
      }
      const got = yield* Effect.provide(fetchPage(page), restarted(web, directory))
      assert.deepStrictEqual([got.cacheHit, text(got.body)], [false, "one"])
      fs.writeFileSync(path.join(directory, "file"), "")
      const nowhere = restarted(web, path.join(directory, "file", "folder"))
      assert.strictEqual(text((yield* Effect.provide(fetchPage(page), nowhere)).body), "one")
    }))
})
