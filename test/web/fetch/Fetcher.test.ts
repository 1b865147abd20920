// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { FetchedPage } from "../../../src/web/fetch/Hop.ts"
import { sniffMediaType } from "../../../src/web/fetch/media-type.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

type Settings = Parameters<typeof fetchOver>[1]

const over = (pages: Record<string, FakePage>, settings: Settings = {}) => {
  const web = fakeWeb(pages)
  return { web, run: whileTimePasses, layer: fetchOver(web, settings) }
}

const site = "https://site.test"
const page = `${site}/page`
const typeOf = ({ body, headers }: FetchedPage) => sniffMediaType(headers["content-type"], body)
const text = (body: Uint8Array) => new TextDecoder().decode(body)
const redirectTo = (location: string, status = 302): FakePage => ({ status, headers: { location } })

describe("Fetcher", () => {
  it.effect("gives the page as obtained, a 404 as well as a 200", () => {
    const { layer, run } = over({
      [page]: "<p>hello",
      [`${site}/gone`]: { status: 404, headers: { "content-type": "TEXT/HTML;charset=\"KOI8-R\"" }, body: "<p>gone" }
    })
    return Effect.gen(function*() {
      const hello = yield* run(fetchPage(`${page}#part`))
      assert.deepInclude(hello, {
        url: `${page}#part`,
        finalUrl: page,
        status: 200,
        cacheHit: false,
        retries: 0,
        fetchedAt: 0
      })
      assert.deepStrictEqual(typeOf(hello), { essence: "text/html", charset: "utf-8" })
      assert.strictEqual(text(hello.body), "<p>hello")
      const gone = yield* run(fetchPage(`${site}/gone`))
      assert.deepStrictEqual([gone.status, typeOf(gone)], [404, { essence: "text/html", charset: "KOI8-R" }])
    }).pipe(Effect.provide(layer))
  })

  it.effect("asks robots.txt first, once, and obeys it", () => {
    const { layer, run, web } = over({
      [`${site}/robots.txt`]: { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private" },
      [page]: "<p>hello"
    })
    return Effect.gen(function*() {
      const error = yield* run(Effect.flip(fetchPage(`${site}/private/page`)))
      assert.strictEqual(error.code, "robots_disallowed")
      yield* run(fetchPage(page))
      assert.deepStrictEqual(web.log.map(({ url }) => url), [`${site}/robots.txt`, page])
    }).pipe(Effect.provide(layer))
  })

  it.effect("fetches nothing of a site whose robots.txt answers 503", () => {
    const { layer, run, web } = over({ [`${site}/robots.txt`]: { status: 503 }, [page]: "<p>hello" })
    return Effect.gen(function*() {
      assert.strictEqual((yield* run(Effect.flip(fetchPage(page)))).code, "robots_unreachable")
      assert.deepStrictEqual(web.pages(), [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("names what broke, and tries again only where that may help", () => {
    const codes = {
      ENOTFOUND: ["dns", 1],
      ECONNREFUSED: ["connect", 3],
      ECONNRESET: ["reset", 3],
      CERT_HAS_EXPIRED: ["tls", 1]
    }
    const pages = Object.keys(codes).map((code, n) => [`https://site${n}.test/`, { fails: code }] as const)
    const { layer, run, web } = over(Object.fromEntries(pages))
    return Effect.gen(function*() {
      for (const [n, [reason, count]] of Object.values(codes).entries()) {
        const error = yield* run(Effect.flip(fetchPage(`https://site${n}.test/`)))
        assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", reason])
        assert.strictEqual(web.count(`https://site${n}.test/`), count)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("tries robots.txt again after a lost connection, so that no page of the site fails by it", () => {
    const pages = ["1", "2", "3"].map((name) => `${site}/${name}`)
    const { layer, run, web } = over({
      [`${site}/robots.txt`]: ({ count }) => count === 1 ? { fails: "ECONNRESET" } : { status: 404 },
      ...Object.fromEntries(pages.map((url) => [url, "<p>there"]))
    })
    return Effect.gen(function*() {
      const got = yield* run(Effect.forEach(pages, (url) => fetchPage(url), { concurrency: "unbounded" }))
      assert.deepStrictEqual(got.map(({ status }) => status), [200, 200, 200])
      // Each try has a turn of its own.
      const times = web.log.map(({ startedAt }) => startedAt)
      assert.lengthOf(times, 5)
      for (const [index, at] of times.slice(1).entries()) {
        assert.isAtLeast(Math.round(at - (times[index] ?? 0)), 1000)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails pages without further tries where no connection to robots.txt can be made, for five seconds", () => {
    const { layer, run, web } = over({ [`${site}/robots.txt`]: { fails: "ECONNREFUSED" }, [page]: "<p>there" })
    return Effect.gen(function*() {
      for (let times = 0; times < 2; times++) {
        const error = yield* run(Effect.flip(fetchPage(page)))
        assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", "connect"])
      }
      assert.deepStrictEqual([web.count(`${site}/robots.txt`), web.pages()], [3, []])
      yield* run(Effect.sleep("5 seconds"))
      yield* run(Effect.flip(fetchPage(page)))
      assert.strictEqual(web.count(`${site}/robots.txt`), 6)
    }).pipe(Effect.provide(layer))
  })

  it.effect("tries a 503 again after its Retry-After, in a turn of its own", () => {
    const { layer, run, web } = over({
      [page]: ({ count }) => count < 3 ? { status: 503, headers: { "retry-after": `${count * 5}` } } : "<p>up again"
    })
    return Effect.gen(function*() {
      const got = yield* run(fetchPage(page))
      assert.deepInclude(got, { status: 200, retries: 2 })
      assert.deepStrictEqual(web.pages().map(({ startedAt }) => startedAt), [0, 5000, 15_000])
    }).pipe(Effect.provide(layer))
  })

  it.effect("reads a Retry-After that is a date", () => {
    const { layer, run, web } = over({
      [page]: ({ count }) =>
        count < 2 ? { status: 429, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" } } : "ok"
    })
    return Effect.gen(function*() {
      yield* run(fetchPage(page))
      assert.deepStrictEqual(web.pages().map(({ startedAt }) => startedAt), [0, 20_000])
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives a 429 as the page it is when the retries are spent, or its Retry-After outlasts the deadline", () => {
    const busy = { status: 429, headers: { "content-type": "text/html" }, body: "slow down" }
    const { layer, run, web } = over({
      [page]: busy,
      "https://later.test/": { ...busy, headers: { ...busy.headers, "retry-after": "3600" } }
    })
    return Effect.gen(function*() {
      const got = yield* run(fetchPage(page))
      assert.deepStrictEqual([got.status, got.retries, text(got.body)], [429, 2, "slow down"])
      assert.strictEqual((yield* run(fetchPage("https://later.test/"))).retries, 0)
      // Meanwhile that site is left alone, whoever asks.
      const error = yield* run(Effect.flip(fetchPage("https://later.test/other")))
      assert.strictEqual(error.code, "domain_busy")
      assert.strictEqual(web.count("https://later.test/other"), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends a site that does not answer at the first-byte time-out, and by the deadline at the latest", () => {
    const { layer, run } = over({ [page]: { takes: "1 hour" } })
    return Effect.gen(function*() {
      const error = yield* run(Effect.flip(fetchPage(page)), "20 seconds")
      assert.deepStrictEqual([error.code, error.detail.includes("20s")], ["upstream_timeout", true])
      const hasty = fetchPage(page, { deadline: 20_000 + 7000 })
      assert.strictEqual((yield* run(Effect.flip(hasty), "7 seconds")).code, "upstream_timeout")
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends a body that drips at the fetch time-out", () => {
    const drip = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from("<p>")) })
    const { layer, run } = over({ [page]: { headers: { "content-type": "text/html" }, body: drip } })
    return Effect.gen(function*() {
      assert.strictEqual((yield* run(Effect.flip(fetchPage(page)), "30 seconds")).code, "upstream_timeout")
    }).pipe(Effect.provide(layer))
  })

  it.effect("says domain_busy, not a time-out, to a request that waits in vain for its turn", () => {
    const { layer, run } = over({ [page]: { takes: "15 seconds", body: "slow" }, [`${site}/b`]: "b" })
    return Effect.gen(function*() {
      yield* Effect.forkChild(fetchPage(page), { startImmediately: true })
      const error = yield* run(Effect.flip(fetchPage(`${site}/b`, { deadline: 10_000 })), "10 seconds")
      assert.strictEqual(error.code, "domain_busy")
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not download what has no text, by its type or by its first bytes", () => {
    const film = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(Buffer.from("\0\0\0\u0018ftypmp42".padEnd(1024, "\0"), "latin1"))
      }, { highWaterMark: 0 })
    const { layer, run } = over({
      [page]: { headers: { "content-type": "video/mp4" }, body: film() },
      [`${site}/untyped`]: { body: film() },
      [`${site}/octets`]: { headers: { "content-type": "application/octet-stream" }, body: film() }
    })
    return Effect.gen(function*() {
      for (const url of [page, `${site}/untyped`, `${site}/octets`]) {
        const got = yield* run(fetchPage(url))
        assert.strictEqual(typeOf(got).essence, "video/mp4")
        assert.isAtMost(got.body.length, 1024)
      }
    }).pipe(Effect.provide(layer))
  })
})

describe("Fetcher, redirects", () => {
  it.effect("follows them, and tells each hop", () => {
    const { layer, run } = over({
      [page]: redirectTo("/b?x=1#f", 301),
      [`${site}/b?x=1`]: redirectTo("https://user:secret@other.test/c", 307),
      "https://other.test/c": "<p>there"
    })
    return Effect.gen(function*() {
      const got = yield* run(fetchPage(page))
      assert.strictEqual(got.finalUrl, "https://other.test/c")
      assert.deepStrictEqual(got.redirects, [
        { url: page, status: 301, location: `${site}/b?x=1#f` },
        { url: `${site}/b?x=1`, status: 307, location: "https://other.test/c" }
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("reads a Location beyond ASCII as UTF-8, and a 3xx without one as a page", () => {
    const { layer, run } = over({
      [page]: redirectTo(Buffer.from("/straße").toString("latin1")),
      [`${site}/stra%C3%9Fe`]: { status: 302, headers: { "content-type": "text/html" }, body: "<p>no location" }
    })
    return Effect.gen(function*() {
      const got = yield* run(fetchPage(page))
      assert.deepStrictEqual([got.status, text(got.body)], [302, "<p>no location"])
    }).pipe(Effect.provide(layer))
  })

  const failures: Record<string, Record<string, FakePage>> = {
    "more than ten": Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [n === 0 ? page : `${site}/${n}`, redirectTo(`/${n + 1}`)])
    ),
    "in a circle": { [page]: redirectTo("/b"), [`${site}/b`]: redirectTo("/page") },
    "to an ftp URL": { [page]: redirectTo("ftp://site.test/") },
    "to an invalid URL": { [page]: redirectTo("http://[") }
  }
  for (const [name, pages] of Object.entries(failures)) {
    it.effect(`fails where they are ${name}`, () => {
      const { layer, run, web } = over(pages, { domainDelay: Duration.zero })
      return Effect.gen(function*() {
        const error = yield* run(Effect.flip(fetchPage(page)))
        assert.deepStrictEqual([error.code, error.reason, error.url], ["fetch_failed", "redirects", page])
        assert.isAtMost(web.pages().length, 11)
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("checks the target's scope and robots.txt before it asks for it", () => {
    const { layer, run, web } = over({
      [page]: redirectTo("https://other.test/c"),
      "https://other.test/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /"
      },
      "https://other.test/c": "<p>there"
    })
    return Effect.gen(function*() {
      const scoped = fetchPage(page, { isInScope: (url) => url.hostname === "site.test" })
      assert.strictEqual((yield* run(Effect.flip(scoped))).code, "out_of_scope")
      assert.strictEqual((yield* run(Effect.flip(fetchPage(page)))).code, "robots_disallowed")
      assert.strictEqual(web.count("https://other.test/c"), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps cookies for the chain that set them, for their site, and no longer", () => {
    const { layer, run, web } = over({
      [page]: ({ headers }) =>
        headers["cookie"] === "wall=passed"
          ? redirectTo("https://other.test/") as object
          : { status: 302, headers: { location: "/page", "set-cookie": "wall=passed; Path=/; HttpOnly" } },
      "https://other.test/": "<p>there"
    })
    return Effect.gen(function*() {
      assert.strictEqual((yield* run(fetchPage(page))).finalUrl, "https://other.test/")
      yield* run(fetchPage(page))
      assert.deepStrictEqual(web.pages().map(({ headers }) => headers["cookie"]), [
        undefined,
        "wall=passed",
        undefined,
        undefined,
        "wall=passed",
        undefined
      ])
    }).pipe(Effect.provide(layer))
  })
})
