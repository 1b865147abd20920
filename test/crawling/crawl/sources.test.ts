import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shownJob } from "../../../src/core/domain/job/Job.ts"
import { readsSitemaps, sourceFaults } from "../../../src/core/domain/options/CrawlSource.ts"
import { crawlOver, page } from "../../support/entries/crawl-over.ts"

const site = "https://example.com"

const sitemapOf = (...entries: ReadonlyArray<readonly [path: string, lastmod?: string]>) => ({
  body: `<urlset>${
    entries.map(([path, lastmod]) =>
      `<url><loc>${site}${path}</loc>${lastmod === undefined ? "" : `<lastmod>${lastmod}</lastmod>`}</url>`
    ).join("")
  }</urlset>`,
  headers: { "content-type": "application/xml" }
})

const pages = {
  [`${site}/`]: page("home", "/linked"),
  [`${site}/linked`]: page("linked"),
  [`${site}/old`]: page("old", "/linked"),
  [`${site}/new`]: page("new", "/linked", "https://other.example/"),
  [`${site}/undated`]: page("undated")
}

const dated = sitemapOf(["/old", "2026-01-31"], ["/new", "2026-02-01"], ["/undated"], [
  "/other",
  "2026-03-01T10:00:00Z"
])

const crawled = (sitemap: object, changes: Parameters<typeof crawlOver>[2]) =>
  crawlOver(`${site}/`, { ...pages, [`${site}/sitemap.xml`]: sitemap }, changes)

describe("source of a crawl", () => {
  it.effect("sitemaps: only URLs of sitemaps are fetched, and no links followed", () =>
    Effect.gen(function*() {
      const { job, rows, stored, web } = yield* crawled(sitemapOf(["/old"], ["/new"]), { source: "sitemaps" })
      assert.sameMembers(stored, [`${site}/old`, `${site}/new`])
      assert.notInclude(web.log.map(({ url }) => url), `${site}/`)
      assert.deepInclude(rows[0], { url: `${site}/`, outcome: "skipped", code: "out_of_scope" })
      assert.deepInclude(job.stats, { crawled: 2, stored: 2, failed: 0, pending: 0 })
    }))

  it.effect("sitemaps: the seed is a page if they list it", () =>
    Effect.gen(function*() {
      const { stored } = yield* crawled(sitemapOf(["/new"], ["/"]), { source: "sitemaps" })
      assert.sameMembers(stored, [`${site}/`, `${site}/new`])
    }))

  it.effect("sitemaps: max_pages is the budget of the listed pages", () =>
    Effect.gen(function*() {
      const { stored } = yield* crawled(sitemapOf(["/old"], ["/new"], ["/linked"]), {
        source: "sitemaps",
        max_pages: 2
      })
      assert.deepStrictEqual(stored, [`${site}/old`, `${site}/new`])
    }))

  it.effect("sitemaps: a crawl of a site without any fails, and says what to do", () =>
    Effect.gen(function*() {
      const { failure, job } = yield* crawled({ status: 404, body: "" }, { source: "sitemaps" })
      assert.strictEqual(failure, "fetch_failed")
      assert.match(job.errors[0]?.message ?? "", /No sitemap .*Leave out source/)
    }))

  it.effect("all: links, and with sitemaps the sitemaps; links: no sitemaps", () =>
    Effect.gen(function*() {
      const both = yield* crawled(sitemapOf(["/undated"]), { source: "all", sitemaps: true })
      assert.sameMembers(both.stored, [`${site}/`, `${site}/undated`, `${site}/linked`])
      const links = yield* crawled(sitemapOf(["/undated"]), { source: "links" })
      assert.sameMembers(links.stored, [`${site}/`, `${site}/linked`])
    }))
})

describe("modified_since", () => {
  it.effect("takes entries from that day on, and notes those without a date", () =>
    Effect.gen(function*() {
      const changes = { source: "sitemaps", modified_since: "2026-02-01" } as const
      const { job, stored } = yield* crawled(dated, changes)
      assert.deepStrictEqual(stored, [`${site}/new`])
      const shown = shownJob(job)
      assert.deepStrictEqual(shown.notes, ["modified_since: 1 URL of sitemaps without a date left out."])
      assert.notInclude(shown.errors.map(({ code }) => code), "sitemap_undated")
    }))

  it.effect("ends done where nothing has changed since", () =>
    Effect.gen(function*() {
      const { failure, job } = yield* crawled(dated, { source: "sitemaps", modified_since: "2027-01-01" })
      assert.isUndefined(failure)
      assert.deepInclude(job.stats, { crawled: 0, stored: 0, failed: 0 })
    }))

  it("contradicts a crawl without sitemaps", () => {
    assert.deepStrictEqual(sourceFaults({ sitemaps: true, modified_since: "2026-01-01" }), [])
    assert.deepStrictEqual(sourceFaults({ source: "sitemaps", modified_since: "2026-01-01" }), [])
    assert.deepStrictEqual(sourceFaults({ modified_since: "2026-01-01" }).map(([name]) => name), ["modified_since"])
    assert.deepStrictEqual(sourceFaults({ source: "links", sitemaps: true }).map(([name]) => name), ["source"])
    assert.isFalse(readsSitemaps({ source: "links", sitemaps: true }))
  })
})
