// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { HttpCache } from "../../../../src/web/fetch/cache/HttpCache.ts"
import { fetchOver } from "../../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../../support/web/fake-web.ts"
import { fetchPage } from "../../../support/web/fetch-page.ts"
import { html } from "./cacheable-pages.ts"

const site = "https://site.test"
const account = `${site}/account`
const settings = { domainDelay: Duration.zero }
const text = (body: Uint8Array) => new TextDecoder().decode(body)

/** `/login` starts a session and leads to `/account`, which shows that session's page, or asks to log in. */
const siteWithLogin = (headers: Readonly<Record<string, string>>): Record<string, FakePage> => ({
  [`${site}/login`]: ({ count }) => ({
    status: 302,
    headers: { location: "/account", "set-cookie": `sid=${count}; Path=/`, ...headers }
  }),
  [account]: ({ headers: sent }) => ({
    headers: { ...html, ...headers },
    body: sent["cookie"] === undefined ? "log in" : `page of ${sent["cookie"]}`
  })
})

const freshness: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "private": { "cache-control": "private, max-age=300" },
  "max-age alone": { "cache-control": "max-age=300" },
  "public": { "cache-control": "public, s-maxage=300" },
  "a heuristic": { "last-modified": "Thu, 01 Jan 1960 00:00:00 GMT", etag: "\"a\"" },
  "Vary: Cookie": { "cache-control": "max-age=300", vary: "Cookie" },
  "stale answers allowed": { "cache-control": "max-age=0, stale-while-revalidate=300, stale-if-error=300" }
}

describe("a page behind one caller's login", () => {
  for (const [name, headers] of Object.entries(freshness)) {
    it.effect(`is nobody else's, with ${name}`, () => {
      const web = fakeWeb(siteWithLogin(headers))
      return Effect.gen(function*() {
        const run = (path: string, owner: string) => whileTimePasses(fetchPage(site + path, { owner }))
        assert.strictEqual(text((yield* run("/login", "a")).body), "page of sid=1")
        const other = yield* run("/account", "b")
        assert.deepStrictEqual([text(other.body), other.cacheHit], ["log in", false])
        // Nor does the page without a session reach the one who has one.
        assert.match(text((yield* run("/login", "a")).body), /^page of sid=/)
      }).pipe(Effect.provide(fetchOver(web, settings)))
    })
  }

  for (const [name, headers] of Object.entries(freshness)) {
    it.effect(`is each caller's own where both log in at once, with ${name}`, () => {
      const web = fakeWeb(siteWithLogin(headers))
      return Effect.gen(function*() {
        const both = ["a", "b"].map((owner) => fetchPage(`${site}/login`, { owner }))
        const pages = yield* whileTimePasses(Effect.all(both, { concurrency: 2 }))
        assert.deepStrictEqual(pages.map(({ body }) => text(body)).toSorted(), ["page of sid=1", "page of sid=2"])
      }).pipe(Effect.provide(fetchOver(web, settings)))
    })
  }

  it.effect("is not handed to another caller who asks for it at the same time", () => {
    const answers: Record<string, Readonly<Record<string, string>>> = {
      private: { "cache-control": "private" },
      "no-store": { "cache-control": "no-store" },
      cookie: { "set-cookie": "sid=1" },
      varies: { vary: "accept, *" }
    }
    const web = fakeWeb(Object.fromEntries(
      Object.entries(answers).map(([path, headers]) => [
        `${site}/${path}`,
        ({ count }) => ({ headers: { ...html, ...headers }, body: `for visitor ${count}`, takes: "1 second" })
      ])
    ))
    return Effect.gen(function*() {
      for (const path of Object.keys(answers)) {
        const owners = ["a", "b", "a"].map((owner) => fetchPage(`${site}/${path}`, { owner }))
        const bodies = (yield* whileTimePasses(Effect.all(owners, { concurrency: 3 }))).map(({ body }) => text(body))
        assert.deepStrictEqual(bodies, ["for visitor 1", "for visitor 2", "for visitor 1"], path)
      }
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })
})

describe("a request with credentials", () => {
  for (const name of ["cookie", "authorization"]) {
    it.effect(`neither reads nor fills nor clears the cache: ${name}`, () =>
      Effect.gen(function*() {
        const cache = yield* HttpCache
        const plain = { url: account, headers: {} }
        const own = { url: account, headers: { [name]: "mine" } }
        const response = (body: string) => ({
          status: 200,
          headers: { ...html, "cache-control": "public, max-age=60, s-maxage=60", etag: "\"a\"" },
          body: Buffer.from(body),
          fetchedAt: 0
        })
        yield* cache.store(own, response("mine"))
        assert.strictEqual((yield* cache.lookup(plain))._tag, "Miss")
        yield* cache.store(plain, response("everybody's"))
        assert.strictEqual((yield* cache.lookup(own))._tag, "Miss")
        assert.isUndefined(yield* cache.revalidate(own, { status: 304, headers: {} }))
        yield* cache.store(own, { ...response(""), headers: { "cache-control": "no-store" } })
        assert.strictEqual((yield* cache.lookup(plain))._tag, "Fresh")
      }).pipe(Effect.provide(fetchOver(fakeWeb({}), settings))))
  }
})
