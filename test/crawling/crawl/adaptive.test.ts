import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { batchOptions, crawlDefaults, type CrawlOptions } from "../../../src/core/domain/job/Job.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlPlanner } from "../../../src/crawling/crawl/plan/CrawlPlanner.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { withoutSleep } from "../../support/stores/without-sleep.ts"
import type { FakeWeb } from "../../support/web/fake-web.ts"
import { changing, crawlSettings, docs, maxGap, news, overServices, site, visitDays } from "./changing-pages.ts"

/** One store for all days. */
const stores = memoryStore.pipe(Layer.provide([withoutSleep, Settings.layerWith(crawlSettings)]))

/** The ended job, with its ledger by path. */
const job = (web: FakeWeb, options: CrawlOptions) =>
  overServices(
    web,
    Effect.gen(function*() {
      const store = yield* JobStore
      const { run } = yield* CrawlRunner
      const { id } = yield* store.create("owner", `${site}/`, options)
      yield* store.promote(1)
      const ended = yield* run({ id, seed: new URL(site), options, owner: "owner" })
      yield* store.finish(id, ended === "done" ? "done" : "failed")
      const { job } = Option.getOrThrow(yield* store.get("owner", id))
      const { items } = yield* store.ledger(id, { after: 0, limit: 1000 })
      return { ...job, rows: new Map(items.map((row) => [row.url.slice(site.length), row])) }
    })
  )

/** A job each day, each compared with the one before. `each` is called before the job of a day. */
const dailyJobs = Effect.fnUntraced(function*(
  web: FakeWeb,
  days: number,
  options: CrawlOptions,
  each: (day: number) => void
) {
  const jobs = [yield* job(web, options)]
  for (let day = 1; day <= days; day++) {
    yield* TestClock.adjust(Duration.days(1))
    each(day)
    jobs.push(yield* job(web, { ...options, since: jobs.at(-1)?.id ?? "" }))
  }
  return jobs
})

const adaptive: CrawlOptions = { ...crawlDefaults, max_pages: 50, adaptive: true }

describe("a crawl with adaptive", () => {
  it.effect("requests what changes daily each day, the rest less often, and no page less than once a week", () => {
    const { pages, renew, web } = changing()
    const days = 42
    return Effect.gen(function*() {
      const jobs = yield* dailyJobs(web, days, adaptive, (day) => {
        renew(day)
        if (day === 30) pages[`${site}/docs/c`] = page("another text of /docs/c")
      })
      for (const path of ["/", ...news]) assert.strictEqual(visitDays(web, path).length, days + 1, path)
      for (const path of docs) {
        const visited = visitDays(web, path)
        assert.isBelow(visited.length, days / 2, path)
        assert.isAtMost(maxGap(visited, days), 7, path)
      }
      const requests = (from: number, to: number) =>
        web.pages().filter(({ startedAt }) => startedAt >= from * 86_400_000 && startedAt < to * 86_400_000).length
      assert.isBelow(requests(14, 28), 14 * 7)

      const all = ["/", ...news, ...docs, "/moved"].toSorted()
      for (const { rows } of jobs) assert.deepStrictEqual([...rows.keys()].toSorted(), all)
      const found = jobs.findIndex(({ rows }) => rows.get("/docs/c")?.change === "changed")
      assert.isTrue(found >= 30 && found <= 37)
      for (const { rows } of jobs.slice(1)) {
        for (const path of news) assert.strictEqual(rows.get(path)?.change, "changed")
      }
    }).pipe(Effect.provide(stores))
  }, { tags: "long" })

  it.effect("keeps the row and the document of a page that it does not request, and counts no request", () => {
    const { renew, web } = changing()
    return Effect.gen(function*() {
      const jobs = yield* dailyJobs(web, 20, adaptive, renew)
      const [first] = jobs
      const index = jobs.findLastIndex(({ rows }) => rows.get("/docs/a")?.code === "not_due")
      const later = jobs[index]
      assert.isDefined(later)
      const row = later?.rows.get("/docs/a")
      assert.deepInclude(row, { outcome: "skipped", code: "not_due", status: 200, change: "same", depth: 1 })
      assert.deepStrictEqual(row?.seen?.kept?.job, first?.id)
      const moved = jobs.findLast(({ rows }) => rows.get("/moved")?.code === "not_due")?.rows.get("/moved")
      assert.deepInclude(moved, { redirected_to: `${site}/docs/target`, change: "same" })
      const unrequested = [...later?.rows.values() ?? []].filter(({ code }) => code === "not_due").length
      assert.strictEqual(later?.stats.crawled, (later?.rows.size ?? 0) - unrequested)
      assert.isAtLeast(later?.stats.skipped ?? 0, unrequested)
    }).pipe(Effect.provide(stores))
  })

  it.effect("without adaptive requests every page, and leaves the evidence for a later job with it", () => {
    const { renew, web } = changing()
    return Effect.gen(function*() {
      const jobs = yield* dailyJobs(web, 12, { ...crawlDefaults, max_pages: 50 }, renew)
      for (const path of docs) assert.strictEqual(visitDays(web, path).length, 13)
      yield* TestClock.adjust(Duration.days(1))
      const next = yield* job(web, { ...adaptive, since: jobs.at(-1)?.id ?? "" })
      for (const path of docs) assert.strictEqual(next.rows.get(path)?.code, "not_due", path)
      for (const path of news) assert.strictEqual(visitDays(web, path).length, 14)
      const other = yield* job(web, { ...adaptive, since: next.id, purpose: "ai-train" })
      for (const path of docs) assert.strictEqual(other.rows.get(path)?.code, "unchanged", path)
    }).pipe(Effect.provide(stores))
  }, { tags: "long" })

  it.effect("takes pages as unchanged by the dates of a sitemap that was right, and requests what it announces", () => {
    const { pages, renew, web } = changing()
    const dates = new Map([...news, ...docs].map((path) => [path, 0]))
    pages[`${site}/sitemap.xml`] = () => ({
      headers: { "content-type": "application/xml" },
      body: `<urlset>${
        [...dates].map(([path, day]) =>
          `<url><loc>${site}${path}</loc><lastmod>${new Date((day - 0.01) * 86_400_000).toISOString()}</lastmod></url>`
        ).join("")
      }</urlset>`
    })
    return Effect.gen(function*() {
      const jobs = yield* dailyJobs(web, 20, { ...adaptive, sitemaps: true }, (day) => {
        // From day 12 on, the news are the same as on day 11, and on day 18 one of the docs changes.
        if (day < 12) {
          renew(day)
          for (const path of news) dates.set(path, day)
        }
        if (day === 18) {
          pages[`${site}/docs/c`] = page("another text of /docs/c")
          dates.set("/docs/c", day)
        }
      })
      for (const path of news) assert.strictEqual(jobs[13]?.rows.get(path)?.code, "sitemap_unchanged")
      assert.strictEqual(jobs[18]?.rows.get("/docs/c")?.change, "changed")
      for (const path of [...news, ...docs]) assert.isAtMost(maxGap(visitDays(web, path), 20), 7, path)
    }).pipe(Effect.provide(stores))
  }, { tags: "long" })

  it.effect("also requests fewer pages of a batch, and follows links that only an unrequested page has", () => {
    const { pages, renew, web } = changing()
    const urls = [...news, ...docs].map((path) => site + path)
    const batch = batchOptions(urls, { adaptive: true }, { maxPages: 100, maxDepth: 10, sitemapFiles: 10 })
    pages[`${site}/docs/a`] = page("docs a", "/docs/hidden")
    pages[`${site}/docs/hidden`] = page("hidden")
    return Effect.gen(function*() {
      yield* dailyJobs(web, 20, batch, renew)
      for (const path of news) assert.strictEqual(visitDays(web, path).length, 21)
      for (const path of docs) assert.isBelow(visitDays(web, path).length, 12)

      const shallow = yield* dailyJobs(web, 12, { ...crawlDefaults, max_pages: 50, max_depth: 1 }, renew)
      yield* TestClock.adjust(Duration.days(1))
      const deep = yield* job(web, { ...adaptive, since: shallow.at(-1)?.id ?? "" })
      assert.strictEqual(deep.rows.get("/docs/a")?.code, "not_due")
      assert.strictEqual(deep.rows.get("/docs/hidden")?.outcome, "stored")
    }).pipe(Effect.provide(stores))
  })

  it.effect("plans with dry_run only what it would request", () => {
    const { renew, web } = changing()
    return Effect.gen(function*() {
      const jobs = yield* dailyJobs(web, 12, { ...crawlDefaults, max_pages: 50 }, renew)
      yield* TestClock.adjust(Duration.days(1))
      const pagesOf = (options: CrawlOptions) =>
        overServices(
          web,
          Effect.gen(function*() {
            const { plan } = yield* CrawlPlanner
            return yield* plan("owner", new URL(site), { ...options, since: jobs.at(-1)?.id ?? "" })
          }).pipe(
            RequestContext.by("owner", "interactive", Duration.minutes(1)),
            Effect.map((plan) => plan.pages)
          )
        )
      assert.strictEqual(yield* pagesOf({ ...crawlDefaults, max_pages: 50 }), 11)
      assert.strictEqual(yield* pagesOf(adaptive), 4)
    }).pipe(Effect.provide(stores))
  }, { tags: "long" })
})
