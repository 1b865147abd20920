import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { crawlDefaults, type CrawlOptions } from "../../../../src/core/domain/job/Job.ts"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { CrawlPlanner } from "../../../../src/crawling/crawl/plan/CrawlPlanner.ts"
import { crawlOf, crawlOver, page, redirect, servicesOver } from "../../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../../support/web/fake-web.ts"

const site = "https://example.com"

/** A chain of pages: each links to the next, so that only a sitemap tells how many there are. */
const chained = (count: number, more: Record<string, FakePage> = {}): Record<string, FakePage> => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, number) => [
    number === 0 ? `${site}/` : `${site}/${number}`,
    {
      headers: { "content-type": "text/html" },
      body: page(`page ${number}`, `/${number + 1 < count ? number + 1 : ""}`),
      takes: "400 millis"
    }
  ])),
  ...more
})

const sitemap = (count: number): FakePage => ({
  headers: { "content-type": "application/xml" },
  body: `<urlset>${
    Array.from(
      { length: count },
      (_, n) => `<url><loc>${site}/${n || ""}</loc>${n > 9 ? `<lastmod>2026-11-${n}</lastmod>` : ""}</url>`
    ).join("")
  }</urlset>`,
  takes: "400 millis"
})

const planned = (pages: Record<string, FakePage>, changes: Partial<CrawlOptions> = {}, settings = {}) => {
  const web = fakeWeb(pages)
  return Effect.gen(function*() {
    const planner = yield* CrawlPlanner
    const plan = yield* planner.plan("owner", new URL(`${site}/`), { ...crawlDefaults, ...changes }).pipe(
      RequestContext.by("owner", "interactive", Duration.minutes(1))
    )
    return { plan, asked: web.log.map(({ url }) => url.replace(site, "")) }
  }).pipe(Effect.provide(servicesOver(web, settings)), whileTimePasses)
}

describe("a plan", () => {
  it.effect("fetches only robots.txt, the seed and its sitemap, and names the line that decides", () =>
    Effect.gen(function*() {
      const robots = "User-agent: *\nDisallow: /private\nAllow: / # all else\nCrawl-delay: 2\n"
      const { asked, plan } = yield* planned(
        chained(30, { [`${site}/robots.txt`]: robots, [`${site}/sitemap.xml`]: sitemap(30) }),
        { max_depth: 50, sitemaps: true }
      )
      assert.deepStrictEqual(asked, ["/robots.txt", "/", "/sitemap.xml"])
      assert.deepInclude(plan, {
        url: `${site}/`,
        allowed: true,
        robots_line: "Allow: / # all else",
        delay_seconds: 2,
        sitemap_urls: 29,
        lastmod: { urls: 20, oldest: "2026-11-10", newest: "2026-11-29" },
        links: 1,
        pages: 30
      })
    }))

  it.effect("neither reads nor counts sitemaps where the crawl does not", () =>
    Effect.gen(function*() {
      const { asked, plan } = yield* planned(
        chained(3, { [`${site}/sitemap.xml`]: sitemap(30) }),
        { max_depth: 1, sitemaps: false }
      )
      assert.deepStrictEqual(asked, ["/robots.txt", "/"])
      assert.deepInclude(plan, { sitemap_urls: 0, links: 1, pages: 2 })
    }))

  const sitemapsOnly = (robots: string, listed: string, changes: Partial<CrawlOptions> = {}) => {
    const pages = chained(4, {
      [`${site}/robots.txt`]: robots,
      [`${site}/sitemap.xml`]: { headers: { "content-type": "application/xml" }, body: `<urlset>${listed}</urlset>` }
    })
    const options = { source: "sitemaps", ...changes } as const
    return Effect.gen(function*() {
      const { asked, plan } = yield* planned(pages, options)
      const { failure, web } = yield* whileTimePasses(crawlOver(`${site}/`, pages, options))
      return {
        asked,
        plan,
        failure,
        fetched: web.pages().map(({ url }) => url.replace(site, "")).filter((path) => path !== "/sitemap.xml")
      }
    })
  }
  const entry = (path: string, day?: string) =>
    `<url><loc>${site}${path}</loc>${day === undefined ? "" : `<lastmod>${day}</lastmod>`}</url>`

  it.effect("of source sitemaps has only the pages that they list, and reads one in place of an unlisted seed", () =>
    Effect.gen(function*() {
      const { asked, fetched, plan } = yield* sitemapsOnly("", entry("/2") + entry("/3"))
      assert.deepStrictEqual(asked, ["/robots.txt", "/sitemap.xml", "/2"])
      assert.deepInclude(plan, { sitemap_urls: 2, links: 0, pages: 2, notes: [], finish_seconds: 0.2 })
      assert.deepStrictEqual(fetched, ["/2", "/3"])
    }))

  it.effect("of source sitemaps has the seed if they list it, and no page that robots.txt disallows", () =>
    Effect.gen(function*() {
      const { asked, fetched, plan } = yield* sitemapsOnly(
        "User-agent: *\nDisallow: /3\n",
        entry("/") + entry("/2") + entry("/3")
      )
      assert.deepStrictEqual(asked, ["/robots.txt", "/sitemap.xml", "/"])
      assert.deepInclude(plan, { sitemap_urls: 2, links: 0, pages: 2, notes: [] })
      assert.deepStrictEqual(fetched, ["/", "/2"])
    }))

  it.effect("of source sitemaps leaves out what modified_since does, and says so", () =>
    Effect.gen(function*() {
      const { failure, fetched, plan } = yield* sitemapsOnly(
        "",
        entry("/", "2026-10-01") + entry("/1", "2026-11-02") + entry("/2") + entry("/3", "2026-11-01"),
        { modified_since: "2026-11-01" }
      )
      assert.deepInclude(plan, {
        sitemap_urls: 2,
        pages: 2,
        lastmod: { urls: 2, oldest: "2026-11-01", newest: "2026-11-02" },
        notes: ["modified_since: 1 URL of sitemaps without a date left out."]
      })
      assert.deepStrictEqual(fetched, ["/1", "/3"])
      assert.isUndefined(failure)
    }))

  it.effect("of source sitemaps does not fail by robots.txt about a seed that they do not list", () =>
    Effect.gen(function*() {
      const robots = "User-agent: *\nDisallow: /$\n"
      const unlisted = yield* sitemapsOnly(robots, entry("/2"))
      assert.deepInclude(unlisted.plan, { allowed: false, pages: 1, notes: [] })
      assert.deepStrictEqual(unlisted.fetched, ["/2"])
      const listed = yield* sitemapsOnly(robots, entry("/") + entry("/2"))
      assert.deepInclude(listed.plan, { allowed: false, pages: 0 })
      assert.match(listed.plan.notes.join(), /disallows the seed, so the crawl would fail/)
      assert.strictEqual(listed.failure, "robots_disallowed")
    }))

  it.effect("of source sitemaps without a URL in them says that the crawl would fail", () =>
    Effect.gen(function*() {
      const { failure, plan } = yield* sitemapsOnly("", "")
      assert.deepInclude(plan, { pages: 0, sitemap_urls: 0 })
      assert.match(plan.notes.join(), /would fail: No sitemap of the site lists a URL in scope/)
      assert.strictEqual(failure, "fetch_failed")
    }))

  it.effect("has the links of the seed, whatever documents have", () =>
    Effect.gen(function*() {
      for (const changes of [{ fields: ["title"] }, { include_selectors: ["h1"] }, { links: "none" }] as const) {
        const { plan } = yield* planned(chained(3), { max_depth: 1, chunks: {}, ...changes })
        assert.deepInclude(plan, { links: 1, pages: 2 })
      }
    }))

  it.effect("says that the site refuses the purpose of the crawl", () =>
    Effect.gen(function*() {
      const robots = "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n"
      const { plan } = yield* planned(chained(3, { [`${site}/robots.txt`]: robots }), { purpose: "ai-train" })
      assert.strictEqual(plan.pages, 0)
      assert.match(plan.notes.join(), /seed cannot be read: .*ai-train/)
    }))

  it.effect("says that robots.txt disallows the seed, and asks for nothing more", () =>
    Effect.gen(function*() {
      const { asked, plan } = yield* planned({ [`${site}/robots.txt`]: "User-agent: gleaner\nDisallow: /\n" })
      assert.deepStrictEqual(asked, ["/robots.txt"])
      assert.deepInclude(plan, { allowed: false, robots_line: "Disallow: /", pages: 0, finish_seconds: 0 })
      assert.match(plan.notes.join(), /disallows the seed/)
    }))

  const moved = "https://www.example.com"
  const robotsOfMoved = {
    [`${site}/robots.txt`]: "User-agent: *\nDisallow: /b\nCrawl-delay: 1\n",
    [`${moved}/robots.txt`]: "User-agent: *\nDisallow: /private/\nCrawl-delay: 7\n"
  }

  it.effect("obeys robots.txt of the site that the seed redirects to", () =>
    Effect.gen(function*() {
      const { asked, plan } = yield* planned({
        ...robotsOfMoved,
        [`${site}/`]: redirect(`${moved}/`),
        [`${moved}/`]: page("start", "/a", "/b", "/private/c", "/private/d")
      }, { max_depth: 1 })
      assert.deepStrictEqual(asked, ["/robots.txt", "/", `${moved}/robots.txt`, `${moved}/`])
      assert.deepInclude(plan, { allowed: true, delay_seconds: 7, links: 4, pages: 3, finish_seconds: 14 })
    }))

  it.effect("of source sitemaps obeys robots.txt of the site that they list", () =>
    Effect.gen(function*() {
      const { plan } = yield* planned({
        ...robotsOfMoved,
        [`${site}/sitemap.xml`]: {
          headers: { "content-type": "application/xml" },
          body: `<urlset>${
            ["/a", "/b", "/private/c"].map((path) => `<url><loc>${moved}${path}</loc></url>`).join("")
          }</urlset>`
        },
        [`${moved}/a`]: page("a")
      }, { source: "sitemaps", scope: "subdomains" })
      assert.deepInclude(plan, { delay_seconds: 7, sitemap_urls: 3, pages: 2 })
    }))

  it.effect("counts what the depth reaches, and takes the whole budget where it cannot know", () =>
    Effect.gen(function*() {
      const shallow = yield* planned(chained(30), { max_depth: 1 })
      assert.deepInclude(shallow.plan, { links: 1, pages: 2, notes: [] })
      const deep = yield* planned(chained(30), { max_depth: 5, max_pages: 20 })
      assert.strictEqual(deep.plan.pages, 20)
      assert.match(deep.plan.notes.join(), /assumes `max_pages`/)
      const failing = yield* planned(
        { [`${site}/`]: { status: 404, headers: { "content-type": "text/html" }, body: page("none", "/1", "/2") } },
        { max_depth: 5 }
      )
      assert.deepInclude(failing.plan, { links: 0, pages: 1 })
      assert.deepStrictEqual(failing.plan.notes, ["The seed answers 404, so its links are not followed."])
      const lost = yield* planned({ [`${site}/`]: { fails: "ECONNRESET" } }, {}, { retries: 0 })
      assert.deepInclude(lost.plan, { pages: 0 })
      assert.match(lost.plan.notes.join(), /cannot be read/)
    }))

  for (const [delay, budget] of [["1 second", 100], ["3 seconds", 12]] as const) {
    it.effect(`tells the time of a crawl with a delay of ${delay} within a quarter`, () =>
      Effect.gen(function*() {
        const pages = chained(40, { [`${site}/sitemap.xml`]: sitemap(40) })
        const changes = { max_depth: 50, max_pages: budget, sitemaps: true }
        const settings = { domainDelay: Duration.fromInputUnsafe(delay) }
        const { plan } = yield* planned(pages, changes, settings)
        const web = fakeWeb(pages)
        const { seconds, job } = yield* Effect.gen(function*() {
          const before = yield* Clock.currentTimeMillis
          const { job } = yield* crawlOf(`${site}/`, { ...crawlDefaults, ...changes })
          return { job, seconds: ((yield* Clock.currentTimeMillis) - before) / 1000 }
        }).pipe(Effect.provide(servicesOver(web, settings)), whileTimePasses)
        assert.strictEqual(plan.pages, job.stats.crawled)
        assert.closeTo(plan.finish_seconds / seconds, 1, 0.25)
      }))
  }
})

const filtered = "https://example.com"

describe("include and exclude", () => {
  it.effect("leave what they filter out of every count and of the ledger, and never the seed", () =>
    Effect.gen(function*() {
      const { job, rows, web } = yield* whileTimePasses(crawlOver(`${filtered}/start`, {
        [`${filtered}/start`]: page("start", "/blog/a", "/blog/b?print=1", "/shop/a"),
        [`${filtered}/blog/a`]: page("a")
      }, { include: ["/blog/*"], exclude: ["*print=*"] }))
      assert.deepStrictEqual(rows.map(({ url }) => url), [`${filtered}/start`, `${filtered}/blog/a`])
      assert.deepStrictEqual(job.stats, { crawled: 2, stored: 2, failed: 0, skipped: 0, duplicates: 0, pending: 0 })
      assert.strictEqual(web.pages().length, 2)
    }))

  it.effect("hold for where a page redirects, too", () =>
    Effect.gen(function*() {
      const { rows, web } = yield* whileTimePasses(crawlOver(`${filtered}/`, {
        [`${filtered}/`]: page("start", "/a"),
        [`${filtered}/a`]: redirect("/shop/a")
      }, { exclude: ["/shop/*"] }))
      assert.deepStrictEqual(rows.map(({ code }) => code), ["", "out_of_scope"])
      assert.strictEqual(web.count(`${filtered}/shop/a`), 0)
    }))
})
