// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { acceptLanguage } from "../../../../src/core/domain/options/Language.ts"
import { credentialsOf } from "../../../../src/core/domain/SiteCredentials.ts"
import { Fetcher } from "../../../../src/web/fetch/Fetcher.ts"
import { fetchOver } from "../../../support/entries/fetch-over.ts"
import { jumpBy, whileTimePasses } from "../../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../../support/web/fake-web.ts"
import { fetchPage } from "../../../support/web/fetch-page.ts"
import { fresh, html, validated } from "./cacheable-pages.ts"
import { testCaching } from "./caching-case.ts"

const page = "https://site.test/page"
const settings = { domainDelay: Duration.zero, robotsTtl: Duration.hours(24) }
const text = (body: Uint8Array) => new TextDecoder().decode(body)

describe("max_age_seconds", () => {
  testCaching([
    {
      name: "serves a stale response up to that age (RFC 9111 section 5.2.1.2)",
      page: fresh({ "cache-control": "max-age=10" }),
      at: [0, 60, 61],
      maxAge: [undefined, 60, 60],
      requests: 2,
      hits: [false, true, false]
    },
    {
      name: "does not serve an older response, however fresh (RFC 9111 section 5.2.1.1)",
      page: fresh({ "cache-control": "max-age=600" }),
      at: [0, 11, 12],
      maxAge: [undefined, 10, undefined],
      requests: 2,
      hits: [false, false, true]
    },
    {
      name: "stores a page without freshness or validators",
      page: fresh({}),
      at: [0, 60, 61],
      maxAge: [60, 60, 60],
      requests: 2,
      hits: [false, true, false]
    },
    ...["no-cache", "max-age=10, must-revalidate", "max-age=10, proxy-revalidate", "s-maxage=10"].map((directive) => ({
      name: `asks again where the site says ${directive} (RFC 9111 section 4.2.4)`,
      page: validated({ "cache-control": directive, etag: "\"a\"" }),
      at: [0, 11],
      maxAge: [60, 60],
      requests: 2,
      hits: [false, true]
    })),
    ...["private, max-age=60", "no-store"].map((directive) => ({
      name: `stores nothing where the site says ${directive}`,
      page: fresh({ "cache-control": directive }),
      at: [0, 1],
      maxAge: [60, 60],
      requests: 2,
      hits: [false, false]
    })),
    {
      name: "does not serve an older response even if the site fails",
      page: ({ count }) =>
        count === 1
          ? { headers: { ...html, "cache-control": "max-age=1, stale-if-error=600" }, body: "one" }
          : { status: 500 },
      at: [0, 20],
      maxAge: [undefined, 10],
      requests: 2,
      hits: [false, false]
    }
  ])

  it.effect("never serves the page of one caller's login to another", () => {
    const web = fakeWeb({ [page]: ({ headers }) => ({ headers: html, body: headers["cookie"] ?? "nobody" }) })
    const credentials = (session: string) => credentialsOf(page, { cookies: Redacted.make({ id: session }) })
    return Effect.gen(function*() {
      const read = (owner: string, session?: string) =>
        whileTimePasses(fetchPage(page, {
          owner,
          maxAge: 3600,
          ...(session === undefined ? {} : { credentials: credentials(session) })
        }))
      assert.strictEqual(text((yield* read("a", "1")).body), "id=1")
      assert.strictEqual(text((yield* read("a", "2")).body), "id=2")
      assert.strictEqual(text((yield* read("b")).body), "nobody")
      assert.strictEqual(text((yield* read("a", "1")).body), "id=1")
      assert.isTrue((yield* read("a")).cacheHit)
    }).pipe(Effect.provide(fetchOver(web, settings)))
  })
})

describe("language", () => {
  testCaching([
    {
      name: "is part of the cache key, also without Vary",
      page: fresh({ "cache-control": "max-age=60" }),
      at: [0, 1, 2, 3, 4],
      language: [["de"], ["fr"], undefined, ["DE"], ["fr", "de"]],
      requests: 4,
      hits: [false, false, false, true, false]
    }
  ])

  const inItsLanguage = fakeWeb({
    [page]: ({ headers }) => ({
      headers: { ...html, "cache-control": "max-age=60" },
      body: headers["accept-language"] ?? "",
      takes: "1 second"
    })
  })

  it.effect("is sent to the site in order of preference, and never shared by requests at one time", () =>
    Effect.gen(function*() {
      const languages = [["de-ch", "de", "en"], ["fr"], undefined]
      const pages = yield* whileTimePasses(
        Effect.all(languages.map((language) => fetchPage(page, { language })), { concurrency: 3 })
      )
      assert.deepStrictEqual(pages.map(({ body }) => text(body)), ["de-CH,de;q=0.9,en;q=0.8", "fr", "en,*;q=0.5"])
    }).pipe(Effect.provide(fetchOver(inItsLanguage, settings))))

  it.effect("yields to a field accept-language of the caller", () =>
    Effect.gen(function*() {
      const credentials = credentialsOf(page, { headers: Redacted.make({ "Accept-Language": "it" }) })
      const { body } = yield* whileTimePasses(fetchPage(page, { language: ["de"], credentials }))
      assert.strictEqual(text(body), "it")
    }).pipe(Effect.provide(fetchOver(inItsLanguage, settings))))

  it.effect("of a page that cannot be read is the one that is forgotten", () =>
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const read = (language?: ReadonlyArray<string>) => whileTimePasses(fetchPage(page, { language }))
      const german = yield* read(["de"])
      yield* read()
      yield* jumpBy(1)
      yield* fetcher.forget(german, { language: ["de"] })
      assert.deepStrictEqual([(yield* read(["de"])).cacheHit, (yield* read()).cacheHit], [false, true])
    }).pipe(Effect.provide(fetchOver(inItsLanguage, settings))))

  it("has a lower q for each further tag, and no tag twice", () =>
    assert.strictEqual(
      acceptLanguage(["pt-br", "pt", "es", "PT-BR", "fr", "en"]),
      "pt-BR,pt;q=0.9,es;q=0.8,fr;q=0.7,en;q=0.6"
    ))
})
