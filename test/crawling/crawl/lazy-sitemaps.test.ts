import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { CrawlOptions } from "../../../src/core/domain/job/Job.ts"
import { crawlOver, page } from "../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import type { FakePage } from "../../support/web/fake-web.ts"

const site = "https://example.com"
const xml = (body: string): FakePage => ({ headers: { "content-type": "application/xml" }, body })

const urlset = (...paths: ReadonlyArray<string>): FakePage =>
  xml(`<urlset>${paths.map((path) => `<url><loc>${site}${path}</loc></url>`).join("")}</urlset>`)

const index = (...files: ReadonlyArray<string | readonly [path: string, lastmod: string]>): FakePage =>
  xml(`<sitemapindex>${
    files.map((file) =>
      typeof file === "string"
        ? `<sitemap><loc>${site}${file}</loc></sitemap>`
        : `<sitemap><loc>${site}${file[0]}</loc><lastmod>${file[1]}</lastmod></sitemap>`
    ).join("")
  }</sitemapindex>`)

const pathsOf = (log: ReadonlyArray<{ readonly url: string }>) => log.map(({ url }) => url.replace(site, ""))

/** Pages of these paths, each of its own text. */
const pages = (...paths: ReadonlyArray<string>) =>
  Object.fromEntries(paths.map((path) => [site + path, page(`the page ${path}`)]))

const crawled = (web: Readonly<Record<string, FakePage>>, changes: Partial<CrawlOptions> = {}) =>
  crawlOver(`${site}/`, web, { sitemaps: true, max_pages: 1000, concurrency: 1, ...changes }).pipe(
    Effect.map(({ web, ...ended }) => ({
      ...ended,
      asked: pathsOf(web.log),
      pages: ended.stored.map((url) => url.replace(site, "")),
      codes: ended.job.errors.map(({ code }) => code)
    })),
    (crawl) => whileTimePasses(crawl, "2 hours")
  )

describe("the sitemaps of a crawl", () => {
  it.effect("are read one file at a time, each when the pages of the one before have had their turn", () =>
    Effect.gen(function*() {
      const { asked, job, pages: stored } = yield* crawled({
        ...pages("/", "/a1", "/a2", "/b1", "/b2", "/c1"),
        [`${site}/sitemap.xml`]: index("/a.xml", "/b.xml", "/c.xml"),
        [`${site}/a.xml`]: urlset("/a1", "/a2"),
        [`${site}/b.xml`]: urlset("/b1", "/b2"),
        [`${site}/c.xml`]: urlset("/c1")
      })
      assert.sameMembers(stored, ["/", "/a1", "/a2", "/b1", "/b2", "/c1"])
      assert.deepInclude(job.stats, { crawled: 6, stored: 6, skipped: 0, failed: 0, pending: 0 })
      assert.deepStrictEqual(asked, [
        "/robots.txt",
        "/",
        "/sitemap.xml",
        "/a.xml",
        "/a1",
        "/b.xml",
        "/a2",
        "/b1",
        "/c.xml",
        "/b2",
        "/c1"
      ])
    }))

  it.effect("have no file more than the budget needs", () =>
    Effect.gen(function*() {
      const files = Array.from({ length: 20 }, (_, n) => `/s${n}.xml`)
      const { asked, pages: stored } = yield* crawled({
        ...pages("/", ...files.flatMap((_, n) => [`/${n}a`, `/${n}b`])),
        ...Object.fromEntries(files.map((file, n) => [site + file, urlset(`/${n}a`, `/${n}b`)])),
        [`${site}/sitemap.xml`]: index(...files)
      }, { max_pages: 6 })
      assert.lengthOf(stored, 6)
      assert.isAtMost(asked.filter((path) => path.endsWith(".xml")).length, 5)
    }))

  it.effect("with a million URLs cost one file before the first page, and no other one for three pages", () =>
    Effect.gen(function*() {
      const made: Array<number> = []
      const files = Array.from({ length: 20 }, (_, n) => `/s${n}.xml`)
      /** Fifty thousand entries, made when they are requested. */
      const large = (n: number): FakePage => ({
        headers: { "content-type": "application/xml" },
        get body() {
          made.push(n)
          const entries = Array.from({ length: 50_000 }, (_, at) => `<url><loc>${site}/${n}-${at}</loc></url>`)
          return `<urlset>${entries.join("")}</urlset>`
        }
      })
      const { asked, pages: stored } = yield* crawled({
        ...pages("/", "/0-0", "/0-1", "/0-2"),
        [`${site}/sitemap.xml`]: index(...files),
        ...Object.fromEntries(files.map((file, n) => [site + file, large(n)]))
      }, { source: "sitemaps", max_pages: 3 })
      assert.isAbove(stored.length, 0)
      assert.deepStrictEqual(asked.slice(0, asked.findIndex((path) => path.startsWith("/0-"))), [
        "/robots.txt",
        "/sitemap.xml",
        "/s0.xml"
      ])
      assert.deepStrictEqual([...new Set(made)], [0])
    }))

  it.effect("that lead in circles, name each other again or never end cost a bounded number of requests", () =>
    Effect.gen(function*() {
      const circle = yield* crawled({
        ...pages("/", "/a", "/b"),
        [`${site}/sitemap.xml`]: index("/sitemap.xml", "/other.xml", "/a.xml"),
        [`${site}/other.xml`]: index("/sitemap.xml", "/b.xml", "/a.xml", "/other.xml"),
        [`${site}/a.xml`]: urlset("/a"),
        [`${site}/b.xml`]: urlset("/b")
      })
      assert.sameMembers(circle.pages, ["/", "/a", "/b"])
      assert.lengthOf(circle.asked.filter((path) => path.endsWith(".xml")), 4)
      const files = Array.from({ length: 300 }, (_, n) => `/s${n}.xml`)
      const endless = yield* crawled({
        ...pages("/", "/only"),
        ...Object.fromEntries(files.map((file) => [site + file, urlset("/only", "/")])),
        [`${site}/sitemap.xml`]: index(...files)
      }, { max_pages: 10 })
      assert.sameMembers(endless.pages, ["/", "/only"])
      assert.isAtMost(endless.asked.length, 115)
      assert.include(endless.codes, "sitemaps_cut")
    }))

  it.effect("of a date before modified_since are not requested, and the note counts over all others", () =>
    Effect.gen(function*() {
      const { asked, job, pages: stored } = yield* crawled({
        ...pages("/", "/a", "/b", "/new"),
        [`${site}/sitemap.xml`]: index(["/old.xml", "2025-12-31"], "/a.xml", ["/b.xml", "2026-02-01"]),
        [`${site}/a.xml`]: urlset("/a"),
        [`${site}/b.xml`]: xml(
          `<urlset><url><loc>${site}/b</loc></url><url><loc>${site}/new</loc><lastmod>2026-01-01</lastmod></url></urlset>`
        )
      }, { source: "sitemaps", modified_since: "2026-01-01" })
      assert.deepStrictEqual(stored, ["/new"])
      assert.notInclude(asked, "/old.xml")
      assert.deepStrictEqual(
        job.errors.filter(({ code }) => code === "sitemap_undated").map(({ message }) => message),
        [
          "modified_since: 2 URLs of sitemaps without a date left out."
        ]
      )
    }))

  it.effect("decide about the seed of source sitemaps wherever they list it, and not at all if they do not", () =>
    Effect.gen(function*() {
      const web = {
        ...pages("/", "/a", "/b"),
        [`${site}/sitemap.xml`]: index("/a.xml", "/b.xml"),
        [`${site}/a.xml`]: urlset("/a")
      }
      const late = yield* crawled({ ...web, [`${site}/b.xml`]: urlset("/b", "/") }, { source: "sitemaps" })
      assert.sameMembers(late.pages, ["/", "/a", "/b"])
      assert.deepInclude(late.job.stats, { crawled: 3, stored: 3, skipped: 0, failed: 0, pending: 0 })
      const never = yield* crawled({ ...web, [`${site}/b.xml`]: urlset("/b") }, { source: "sitemaps" })
      assert.sameMembers(never.pages, ["/a", "/b"])
      assert.deepInclude(never.rows.find(({ url }) => url === `${site}/`), { outcome: "skipped", code: "out_of_scope" })
      assert.deepInclude(never.job.stats, { crawled: 2, stored: 2, skipped: 1, pending: 0 })
    }))

  it.effect("are requested as politely as pages, and go on though one of them fails", () =>
    Effect.gen(function*() {
      const { asked, codes, pages: stored } = yield* crawlOver(
        `${site}/`,
        {
          ...pages("/", "/a", "/c"),
          [`${site}/robots.txt`]: "User-agent: *\nDisallow: /private",
          [`${site}/sitemap.xml`]: index("/a.xml", "/private/b.xml", "/gone.xml", "https://other.org/x.xml", "/c.xml"),
          [`${site}/a.xml`]: urlset("/a"),
          [`${site}/c.xml`]: urlset("/c")
        },
        { sitemaps: true },
        { domainDelay: Duration.seconds(1) }
      ).pipe(
        Effect.map(({ job, stored, web }) => {
          const times = web.log.filter(({ url }) => !url.endsWith("robots.txt")).map(({ startedAt }) => startedAt)
          for (const [n, at] of times.slice(1).entries()) assert.isAtLeast(at - (times[n] ?? 0), 1000)
          return { asked: pathsOf(web.log), codes: job.errors.map(({ code }) => code), pages: stored }
        }),
        (crawl) => whileTimePasses(crawl, "10 minutes")
      )
      assert.sameMembers(stored, ["/", "/a", "/c"].map((path) => site + path))
      assert.notInclude(asked, "/private/b.xml")
      assert.sameMembers(codes, ["robots_disallowed", "http_status"])
    }))
})
