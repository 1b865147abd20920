import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { sitemapUrls } from "../../../../src/crawling/crawl/plan/sitemap-urls.ts"
import { Sitemaps } from "../../../../src/crawling/crawl/plan/Sitemaps.ts"
import { extractorHere } from "../../../../src/extract/stages/extractor-over-stages.ts"
import { GleanerNoDeps } from "../../../../src/Gleaner.ts"
import { Discoverer } from "../../../../src/page/Discoverer.ts"
import { fakeWeb, whileTimePasses } from "../../../../src/testing/index.ts"
import { Renderer } from "../../../../src/web/render/Renderer.ts"

const urlset = (...urls: ReadonlyArray<string>) => ({
  headers: { "content-type": "application/xml" },
  body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`
})

const site = (more: Parameters<typeof fakeWeb>[0] = {}) =>
  fakeWeb({
    "https://a.example/robots.txt": { body: "Sitemap: https://a.example/one.xml\nSitemap: https://a.example/two.xml" },
    "https://a.example/": "<title>Start</title><p>Words of a page.</p><a href=/linked>linked</a>",
    "https://a.example/one.xml": urlset("https://a.example/linked", "https://a.example/listed"),
    "https://a.example/two.xml": urlset("https://b.example/far", "https://a.example/listed"),
    ...more
  })

const discovered = (web: ReturnType<typeof fakeWeb>, request: { readonly internal_only: boolean }, timeout: number) =>
  Effect.gen(function*() {
    const alsoListed = sitemapUrls(yield* Sitemaps)
    const { discover } = yield* Discoverer
    const asking = RequestContext.by("test", "interactive", Duration.seconds(timeout))
    const { gap, result } = yield* whileTimePasses(
      asking(discover({ url: "https://a.example/", sitemaps: true, alsoListed, ...request }))
    )
    return { ...result, gap }
  }).pipe(Effect.provide(GleanerNoDeps.pipe(
    Layer.provideMerge(Layer.mergeAll(web.layer, Renderer.layerDisabled, extractorHere)),
    Layer.provideMerge(Settings.layerWith())
  )))

it.effect("what sitemaps list is a link without text, after the links of the page", () =>
  Effect.gen(function*() {
    const { counts, gap, links } = yield* discovered(site(), { internal_only: false }, 30)
    assert.isUndefined(gap)
    assert.deepStrictEqual(links, [
      { url: "https://a.example/linked", text: "linked", internal: true, nofollow: false },
      { url: "https://a.example/listed", text: "", internal: true, nofollow: false },
      { url: "https://b.example/far", text: "", internal: false, nofollow: false }
    ])
    assert.deepStrictEqual(counts, { total: 3, internal: 2, external: 1, nofollow: 0, returned: 3 })
    const internal = yield* discovered(site(), { internal_only: true }, 30)
    assert.strictEqual(internal.counts.returned, 2)
  }))

it.effect("links have the date, the priority and the languages that a sitemap gives them", () =>
  Effect.gen(function*() {
    const about =
      "<url><loc>https://a.example/linked</loc><lastmod>2026-11-22T10:00:00Z</lastmod><priority>0.5</priority></url>" +
      `<url><loc>https://a.example/listed</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/></url>`
    const body = `<urlset>${about}</urlset>`
    const web = site({ "https://a.example/one.xml": { headers: { "content-type": "application/xml" }, body } })
    const { links } = yield* discovered(web, { internal_only: true }, 30)
    assert.deepStrictEqual(links, [
      {
        url: "https://a.example/linked",
        text: "linked",
        internal: true,
        nofollow: false,
        lastmod: "2026-11-22T10:00:00Z",
        priority: 0.5
      },
      {
        url: "https://a.example/listed",
        text: "",
        internal: true,
        nofollow: false,
        alternates: { de: "https://a.example/de" }
      }
    ])
  }))

it.effect("a sitemap that is missing is left out, and the caller's time is kept", () =>
  Effect.gen(function*() {
    const web = site({ "https://a.example/one.xml": { status: 500, body: "" } })
    const { gap, links } = yield* discovered(web, { internal_only: false }, 60)
    assert.strictEqual(gap, "unreadable")
    assert.deepStrictEqual(links.map(({ url }) => url), [
      "https://a.example/linked",
      "https://b.example/far",
      "https://a.example/listed"
    ])
    // Each file waits a second for its turn: robots.txt and the page, then the first sitemap.
    const short = yield* discovered(site(), { internal_only: false }, 1.8)
    assert.isAtMost(short.links.length, 2)
    assert.strictEqual(short.gap, "time")
  }))

it.effect("says so if there are more URLs or files than the answer has", () =>
  Effect.gen(function*() {
    const many = Array.from({ length: 50_001 }, (_, n) => `https://a.example/${n}`)
    const full = yield* discovered(
      site({ "https://a.example/one.xml": urlset(...many) }),
      { internal_only: false },
      600
    )
    assert.deepStrictEqual([full.gap, full.counts.returned], ["urls", 50_001])
    const robots = Array.from({ length: 101 }, (_, n) => `Sitemap: https://a.example/${n}.xml`).join("\n")
    const files = Object.fromEntries(many.slice(0, 101).map((url) => [`${url}.xml`, urlset(url)]))
    const wide = site({ "https://a.example/robots.txt": { body: robots }, ...files })
    const cut = yield* discovered(wide, { internal_only: false }, 600)
    assert.deepStrictEqual([cut.gap, cut.counts.returned], ["files", 101])
    const all = site({ "https://a.example/robots.txt": { body: robots.split("\n").slice(1).join("\n") }, ...files })
    assert.isUndefined((yield* discovered(all, { internal_only: false }, 600)).gap)
  }))
