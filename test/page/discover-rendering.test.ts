// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { PageError } from "../../src/core/domain/errors/PageError.ts"
import { metrics } from "../../src/core/observability/metrics.ts"
import { discovered, pagesOver, run, shell } from "../support/entries/pages-over.ts"
import { fakeBrowser, type FakeRendering } from "../support/web/fake-browser.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

const site = "https://site.test"
const app = `${site}/app`
const link = (path: string) => `<a href="${path}">${path}</a>`

const failing = (code: PageError["code"], detail: string): FakeRendering =>
  Effect.fail(new PageError({ url: app, code, detail }))

/** Increase of a counter while the effect runs. */
const gained = <A, E, R>(metric: Metric.Counter<number>, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { count } = yield* Metric.value(metric)
    yield* effect
    return (yield* Metric.value(metric)).count - count
  })

describe("a discover of a page that needs JavaScript", () => {
  it.effect("reads the links of the page as the browser leaves it", () => {
    const rendered = { html: run("the app", link("/a") + link("https://other.org/b")), finalUrl: `${site}/home` }
    const browser = fakeBrowser(() => ({ ...rendered, status: 203 }))
    return Effect.gen(function*() {
      const result = yield* whileTimePasses(discovered(app, true))
      assert.deepInclude(result, { url: app, final_url: `${site}/home`, status: 203 })
      assert.deepStrictEqual(result.links.map(({ url }) => url), [`${site}/a`])
      assert.deepStrictEqual(result.counts, { total: 2, internal: 1, external: 1, nofollow: 0, returned: 1 })
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [app]: shell(link("/static")) }), browser)))
  })

  for (
    const [when, rendering] of [["there is no browser", undefined], ["it fails", failing("fetch_failed", "x")]] as const
  ) {
    it.effect(`reads those of the page without where ${when}`, () => {
      const browser = rendering === undefined ? undefined : fakeBrowser(() => rendering)
      return Effect.gen(function*() {
        const result = yield* whileTimePasses(discovered(app))
        assert.deepInclude(result, { final_url: app, status: 200 })
        assert.deepStrictEqual(result.links.map(({ url }) => url), [`${site}/static`])
      }).pipe(Effect.provide(pagesOver(fakeWeb({ [app]: shell(link("/static")) }), browser)))
    })
  }

  it.effect("finds none in media that hold none", () =>
    Effect.gen(function*() {
      const result = yield* whileTimePasses(discovered(`${site}/film`))
      assert.deepStrictEqual([result.status, result.links], [200, []])
    }).pipe(Effect.provide(pagesOver(
      fakeWeb({ [`${site}/film`]: { headers: { "content-type": "video/mp4" }, body: "film" } }),
      fakeBrowser(() => run("x"))
    ))))

  it.effect("learns what the browser is worth there, and counts the page, as a scrape does", () => {
    const pages = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${site}/${n}`, shell(link(`/${n}/more`))]))
    const browser = fakeBrowser(({ url }) => shell(link(`${url.pathname}/more`)))
    return Effect.gen(function*() {
      const ok = Metric.withAttributes(metrics.pages, { outcome: "ok" })
      const all = whileTimePasses(Effect.forEach(Object.keys(pages), (url) => discovered(url)))
      assert.strictEqual(yield* gained(ok, all), 5)
      assert.strictEqual(browser.log.length, 3)
    }).pipe(Effect.provide(pagesOver(fakeWeb(pages), browser)))
  })
})
