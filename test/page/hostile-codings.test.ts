// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { gzipSync } from "node:zlib"
import { RequestContext } from "../../src/core/kernel/RequestContext.ts"
import { PageReader } from "../../src/page/PageReader.ts"
import { pagesOver, run, scraped, shell } from "../support/entries/pages-over.ts"
import { fakeBrowser } from "../support/web/fake-browser.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

const page = "https://site.test/page"
const headers = { "content-type": "text/html", "content-encoding": "gzip" }
const fresh = { ...headers, "cache-control": "max-age=600" }
const whole = { headers: fresh, body: gzipSync(run("the page")) }
const maxBody = 100_000

const bodies: Readonly<Record<string, Uint8Array>> = {
  "that is not in its coding": Buffer.from("no gzip"),
  "that was cut": gzipSync(run("the page")).subarray(0, 40),
  "that is too large without its coding": gzipSync(Buffer.alloc(maxBody + 1))
}

const refused = (effect: ReturnType<typeof scraped>) => Effect.map(Effect.flip(effect), ({ code }) => code)

describe("a fresh answer in the cache", () => {
  for (const [name, body] of Object.entries(bodies)) {
    it.effect(`${name} is forgotten, so that the next caller asks its site again`, () => {
      const web = fakeWeb({ [page]: ({ count }) => count === 1 ? { headers: fresh, body } : whole })
      return Effect.gen(function*() {
        assert.include(["fetch_failed", "body_too_large"], yield* refused(scraped(page)))
        assert.deepStrictEqual((yield* scraped(page)).trace.cache_hit, false)
        assert.deepStrictEqual((yield* scraped(page)).trace.cache_hit, true)
      }).pipe(Effect.provide(pagesOver(web, undefined, { maxBody })), whileTimePasses)
    })
  }

  it.effect("stays where only the answer to a caller's credentials cannot be read", () => {
    const web = fakeWeb({
      [page]: ({ headers }) =>
        headers["x-token"] === undefined ? whole : { headers: fresh, body: Buffer.from("no gzip") }
    })
    return Effect.gen(function*() {
      yield* scraped(page)
      const { read } = yield* PageReader
      yield* Effect.sleep("1 second")
      const own = read({ url: page, headers: Redacted.make({ "X-Token": "secret" }) }, "document")
      yield* Effect.flip(RequestContext.by("other", "interactive", Duration.minutes(5))(own))
      assert.isTrue((yield* scraped(page)).trace.cache_hit)
    }).pipe(Effect.provide(pagesOver(web)), whileTimePasses)
  })
})

/** The same page, after blocks of deflate that hold nothing. */
const padded = (html: string): Uint8Array => {
  const coded = gzipSync(html)
  const [head, rest] = [coded.subarray(0, 10), coded.subarray(10)]
  const block = Buffer.from([0, 0, 0, 0xFF, 0xFF])
  return Buffer.concat([head, ...Array.from({ length: 20_000 }, () => block), rest])
}

describe("a page like the shells of its site", () => {
  it.effect("is left to a reader where much is to be unpacked for it", () => {
    const urls = [1, 2, 3, 4].map((n) => `${page}/${n}`)
    const pages = Object.fromEntries(urls.map((url) => [url, { headers, body: gzipSync(shell()) }]))
    const web = fakeWeb({ ...pages, [page]: { headers, body: padded(shell()) } })
    return Effect.gen(function*() {
      const all = yield* Effect.forEach([...urls, page], (url) => scraped(url))
      const looks = all.map(({ trace }) => trace.rendered_because.startsWith("the application"))
      assert.deepStrictEqual(looks, [true, false, false, false, true])
    }).pipe(Effect.provide(pagesOver(web, fakeBrowser(({ url }) => run(url.pathname)))), whileTimePasses)
  })
})
