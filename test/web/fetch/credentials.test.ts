// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option, Redacted } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { inspect } from "node:util"
import { credentialsOf, fieldsFor } from "../../../src/core/domain/SiteCredentials.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

const site = "https://site.test"
const secrets = ["token-of-header", "token-of-cookie"] as const

const credentials = credentialsOf(`${site}/`, {
  headers: Redacted.make({ "X-Token": secrets[0] }),
  cookies: Redacted.make({ sid: secrets[1] })
})

const cacheable = (body: string): FakePage => ({
  headers: { "content-type": "text/html", "cache-control": "max-age=600", etag: "\"1\"" },
  body
})
const to = (location: string, headers: Readonly<Record<string, string>> = {}): FakePage => ({
  status: 302,
  headers: { ...headers, location }
})

const over = <A, E, R>(
  web: ReturnType<typeof fakeWeb>,
  effect: Effect.Effect<A, E, R>,
  settings: Parameters<typeof Settings.layerWith>[0] = {}
) => whileTimePasses(Effect.provide(effect, fetchOver(web, { domainDelay: Duration.zero, ...settings })))

/** The URLs that got a secret. */
const told = (web: ReturnType<typeof fakeWeb>) =>
  web.log.filter(({ headers }) => secrets.some((secret) => JSON.stringify(headers).includes(secret))).map(({ url }) =>
    url
  )

describe("credentials of a request", () => {
  it.effect("go to the origin of its URL, beside our own fields", () => {
    const web = fakeWeb({ [`${site}/`]: "private" })
    return Effect.gen(function*() {
      yield* over(web, fetchPage(`${site}/`, { credentials }))
      assert.deepStrictEqual(told(web), [`${site}/`])
      assert.deepInclude(web.pages()[0]?.headers, {
        "x-token": secrets[0],
        cookie: `sid=${secrets[1]}`,
        "user-agent": "gleaner/0.2"
      })
    })
  })

  const elsewhere = [
    ["another host", "https://other.test/"],
    ["a subdomain", "https://www.site.test/"],
    ["the domain above", "https://test/"],
    ["another port", "https://site.test:8443/"],
    ["the same host without TLS", "http://site.test/"],
    ["a host that begins alike", "https://site.test.evil.test/"]
  ] as const
  for (const [name, target] of elsewhere) {
    it.effect(`do not follow a redirect to ${name}, nor to its robots.txt, nor back`, () => {
      const web = fakeWeb({ [`${site}/`]: to(target), [target]: to(`${site}/back`), [`${site}/back`]: "x" })
      return Effect.gen(function*() {
        const page = yield* over(web, fetchPage(`${site}/`, { credentials }))
        assert.strictEqual(page.finalUrl, `${site}/back`)
        assert.deepStrictEqual(told(web), [`${site}/`])
        assert.strictEqual(web.count(`${new URL(target).origin}/robots.txt`), 1)
      })
    })
  }

  it.effect("follow a redirect within the origin, and a cookie of the site wins over one of its name", () => {
    const web = fakeWeb({
      [`${site}/`]: to("/in", { "set-cookie": "sid=fresh; Path=/" }),
      [`${site}/in`]: "private"
    })
    return Effect.gen(function*() {
      yield* over(web, fetchPage(`${site}/`, { credentials }))
      const last = web.pages().at(-1)
      assert.deepInclude(last?.headers, { "x-token": secrets[0], cookie: "sid=fresh" })
    })
  })

  it.effect("never go to robots.txt, wherever it is redirected", () => {
    const web = fakeWeb({
      [`${site}/robots.txt`]: to("/robots"),
      [`${site}/robots`]: { body: "User-agent: *\nDisallow: /no" },
      [`${site}/`]: "x"
    })
    return Effect.gen(function*() {
      yield* over(web, fetchPage(`${site}/`, { credentials }))
      assert.deepStrictEqual(told(web), [`${site}/`])
      assert.strictEqual(web.count(`${site}/robots`), 1)
    })
  })

  it.effect("go out again with each retry, to the same URL only", () => {
    const web = fakeWeb({ [`${site}/`]: ({ count }) => count === 1 ? { status: 503 } : "there" })
    return Effect.gen(function*() {
      yield* over(web, fetchPage(`${site}/`, { credentials }))
      assert.deepStrictEqual(told(web), [`${site}/`, `${site}/`])
    })
  })

  it.effect("keep their page out of the shared cache, both ways, and ask nothing conditionally", () => {
    const web = fakeWeb({
      [`${site}/`]: ({ headers }) => cacheable(headers["x-token"] === undefined ? "public" : "private") as never,
      [`${site}/on`]: to("https://other.test/"),
      "https://other.test/": cacheable("behind a redirect")
    })
    const bodyOf = (url: string, more: object = {}) =>
      Effect.map(fetchPage(url, more), ({ body, cacheHit }) => [new TextDecoder().decode(body), cacheHit])
    return Effect.gen(function*() {
      const seen = yield* over(
        web,
        Effect.all([
          bodyOf(`${site}/`, { credentials }),
          bodyOf(`${site}/`, { owner: "second" }),
          bodyOf(`${site}/`, { owner: "second" }),
          bodyOf(`${site}/`, { credentials }),
          bodyOf(`${site}/on`, { credentials }),
          bodyOf("https://other.test/", { owner: "second" })
        ])
      )
      assert.deepStrictEqual(seen, [
        ["private", false],
        ["public", false],
        ["public", true],
        ["private", false],
        ["behind a redirect", false],
        ["behind a redirect", false]
      ])
      assert.isTrue(web.log.every(({ headers }) => headers["if-none-match"] === undefined))
    })
  })

  it.effect("make a request of their own: nobody joins it, and it joins nobody's", () => {
    const web = fakeWeb({
      [`${site}/`]: ({ headers }) => ({
        headers: { "content-type": "text/html" },
        body: headers["x-token"] === undefined ? "public" : "private",
        takes: "5 seconds"
      })
    })
    return Effect.gen(function*() {
      const [own, other, own2] = yield* over(
        web,
        Effect.gen(function*() {
          const fibers = yield* Effect.forEach(
            [{ credentials, owner: "a" }, { owner: "b" }, { credentials, owner: "a" }],
            (options) => Effect.forkChild(fetchPage(`${site}/`, options))
          )
          return yield* Effect.forEach(fibers, Fiber.join)
        }),
        { domainConcurrency: 3 }
      )
      const text = (page: typeof own) => new TextDecoder().decode(page?.body)
      assert.deepStrictEqual([text(own), text(other), text(own2)], ["private", "public", "private"])
      assert.strictEqual(web.count(`${site}/`), 3)
    })
  })

  it.live("are in no file of a cache on disk", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-credentials-"))
    const web = fakeWeb({ [`${site}/`]: cacheable("page"), [`${site}/public`]: cacheable("public") })
    const services = Fetcher.layerNoDeps.pipe(
      Layer.provideMerge(Visits.layerNoDeps),
      Layer.provideMerge(Layer.mergeAll(HttpCache.layer, RobotsCache.layer, DomainRateLimiter.layer)),
      Layer.provideMerge(
        Layer.mergeAll(
          web.layer,
          Settings.layerWith({ domainDelay: Duration.zero, cacheDirectory: Option.some(folder) })
        )
      )
    )
    return Effect.gen(function*() {
      yield* fetchPage(`${site}/`, { credentials })
      yield* fetchPage(`${site}/public`)
    }).pipe(
      Effect.provide(services),
      Effect.andThen(Effect.sync(() => {
        const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
          path.join(folder, name)
        )
          .filter((name) => fs.statSync(name).isFile())
        const kept = files.map((name) => `${name}${fs.readFileSync(name, "latin1")}`).join("")
        assert.include(kept, `${site}/public`)
        for (const secret of [...secrets, `${site}/"`, "x-token"]) assert.notInclude(kept, secret)
      })),
      Effect.ensuring(Effect.sync(() => fs.rmSync(folder, { recursive: true })))
    )
  })

  it("are shown nowhere that an object is shown", () => {
    for (const shown of [JSON.stringify(credentials), String(credentials), inspect(credentials, { depth: 9 })]) {
      for (const secret of secrets) assert.notInclude(shown, secret)
    }
    assert.deepStrictEqual(fieldsFor(credentials, new URL("https://other.test/")), {})
    assert.isUndefined(credentialsOf(site, {}))
  })
})
