// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { robotsDirectives } from "../../../src/extract/metadata/declared/robots-directives.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { HttpTransport } from "../../../src/web/net/HttpTransport.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"
import { siteOnLoopback } from "../../support/web/hostile-site.ts"

const Services = Fetcher.layerNoDeps.pipe(
  Layer.provide(Visits.layerNoDeps),
  Layer.provide(Layer.mergeAll(HttpCache.layerMemory, RobotsCache.layer, DomainRateLimiter.layer)),
  Layer.provide(HttpTransport.layer),
  Layer.provide(Settings.layerWith({ allowAddresses: ["127.0.0.0/8"], domainDelay: Duration.zero, retries: 0 }))
)

describe("header fields of an answer", () => {
  it.live("come unjoined: each Set-Cookie is a cookie, whatever commas are in it", () =>
    Effect.gen(function*() {
      let seen: string | undefined
      const site = yield* siteOnLoopback({
        "/": (_, response) => {
          const expires = "Expires=Wed, 21 Oct 2099 07:28:00 GMT"
          const cookies = [`a=1, b=no; ${expires}`, `c=3; ${expires}`, "d=4"]
          response.writeHead(302, { location: "/next", "set-cookie": cookies }).end()
        },
        "/next": (request, response) => {
          seen = request.headers.cookie
          response.end("there")
        }
      })
      yield* fetchPage(`${site.origin}/`)
      assert.strictEqual(seen, "a=1, b=no; c=3; d=4")
    }).pipe(Effect.provide(Services)))

  it.live("keep the lines of X-Robots-Tag apart, since each may be for one robot", () =>
    Effect.gen(function*() {
      const lines = ["otherbot: noindex, nofollow", "noarchive"]
      const site = yield* siteOnLoopback({
        "/": (_, response) => response.writeHead(200, { "content-type": "text/html", "x-robots-tag": lines }).end("x")
      })
      const { headers } = yield* fetchPage(`${site.origin}/`)
      assert.deepStrictEqual(robotsDirectives([], headers["x-robots-tag"], "gleaner"), ["noarchive"])
    }).pipe(Effect.provide(Services)))

  const tooLarge: Readonly<Record<string, ReadonlyArray<readonly [name: string, value: string]>>> = {
    "one that is too long": [["set-cookie", ",".repeat(60_000)]],
    "too many of one name": Array.from({ length: 300 }, (_, n) => ["set-cookie", `c${n}=1`] as const),
    "too many names": Array.from({ length: 300 }, (_, n) => [`x-${n}`, "1"] as const),
    "too much in all": Array.from({ length: 5 }, (_, n) => [`x-${n}`, "1".repeat(15_000)] as const)
  }
  for (const [name, fields] of Object.entries(tooLarge)) {
    it.live(`are refused before anything reads them: ${name}`, () =>
      Effect.gen(function*() {
        const site = yield* siteOnLoopback({
          "/": (_, response) => {
            for (const [name, value] of fields) response.appendHeader(name, value)
            response.end("a page")
          }
        })
        const error = yield* Effect.flip(fetchPage(`${site.origin}/`))
        assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", "protocol"])
        assert.match(error.detail, /header fields/i)
      }).pipe(Effect.provide(Services)))
  }

  it.effect("may not lead to a URL that is longer than any that we take", () => {
    const site = "https://site.test"
    const web = fakeWeb({
      [`${site}/short`]: { status: 302, headers: { location: `/${"a".repeat(8000)}` } },
      [`${site}/${"a".repeat(8000)}`]: "there",
      [`${site}/long`]: { status: 302, headers: { location: `/${"word-".repeat(12_000)}` } },
      // Each of these takes nine characters in a URL.
      [`${site}/encoded`]: {
        status: 302,
        headers: { location: `/${Buffer.from("汉".repeat(2000)).toString("latin1")}` }
      }
    })
    return Effect.gen(function*() {
      assert.strictEqual((yield* whileTimePasses(fetchPage(`${site}/short`))).status, 200)
      for (const path of ["long", "encoded"]) {
        const error = yield* whileTimePasses(Effect.flip(fetchPage(`${site}/${path}`)))
        assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", "redirects"])
        assert.match(error.detail, /more than 8192 characters/)
      }
    }).pipe(Effect.provide(fetchOver(web, { domainDelay: Duration.zero })))
  })
})
