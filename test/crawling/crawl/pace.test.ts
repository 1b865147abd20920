import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Option } from "effect"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { crawlOf, crawlOver, options, page, servicesOver } from "../../support/entries/crawl-over.ts"
import { timePasses, whileTimePasses } from "../../support/web/fake-web-time.ts"
import { type FakeAccess, type FakePage, fakeWeb } from "../../support/web/fake-web.ts"

const pagesOf = (site: string, count: number, answer: (path: string) => FakePage): Record<string, FakePage> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`${site}/${number}`, answer(`${site}/${number}`)]))

const linksTo = (...sites: ReadonlyArray<Record<string, FakePage>>) => page("start", ...sites.flatMap(Object.keys))

const startsOf = (accesses: ReadonlyArray<FakeAccess>, site: string) =>
  accesses.filter(({ url }) => url.startsWith(site)).map(({ startedAt }) => startedAt)

describe("the pace of a crawl", () => {
  it.effect("one request at a time to a domain with a delay, and the delay between them, whatever it does elsewhere", () =>
    Effect.gen(function*() {
      const sites = ["https://a.example.com", "https://b.example.com", "https://other.org"].map((site) =>
        pagesOf(
          site,
          6,
          (path) => ({ headers: { "content-type": "text/html" }, body: page(path), takes: "300 millis" })
        )
      )
      const start = "https://a.example.com/"
      const { job, web } = yield* whileTimePasses(
        crawlOver(start, { ...Object.assign({}, ...sites), [start]: linksTo(...sites) }, { scope: "any" }, {
          domainDelay: Duration.seconds(1)
        })
      )
      assert.strictEqual(job.stats.stored, 19)
      for (const domain of ["example.com/", "other.org/"]) {
        const accesses = web.pages().filter(({ url }) => url.includes(domain))
        for (const [index, { startedAt }] of accesses.entries()) {
          const before = accesses[index - 1]
          if (before === undefined) continue
          assert.isAtLeast(startedAt - before.startedAt, 1000)
          assert.isAtLeast(startedAt, before.endedAt ?? Number.POSITIVE_INFINITY)
        }
      }
    }))

  it.effect("a crawl is as slow as it asks to be, and never faster than the deployment", () =>
    Effect.gen(function*() {
      const start = "https://a.example.com/"
      const pages = { ...pagesOf("https://a.example.com/x", 4, page), ...pagesOf("https://b.example.com/x", 2, page) }
      const sitemaps = {
        "https://a.example.com/robots.txt": "Sitemap: https://a.example.com/one.xml",
        "https://a.example.com/one.xml": {
          headers: { "content-type": "application/xml" },
          body: "<urlset><url><loc>https://a.example.com/listed</loc></url></urlset>"
        },
        "https://a.example.com/listed": page("listed")
      }
      const gaps = (delay_ms: number, delay: number) =>
        Effect.map(
          whileTimePasses(crawlOver(start, { ...sitemaps, ...pages, [start]: linksTo(pages) }, {
            scope: "subdomains",
            sitemaps: true,
            delay_ms
          }, { domainDelay: Duration.millis(delay) })),
          ({ job, web }) => {
            assert.strictEqual(job.stats.stored, 8)
            assert.strictEqual(job.options.delay_ms, delay_ms)
            const starts = web.log.filter(({ url }) => !url.endsWith("robots.txt")).map(({ startedAt }) => startedAt)
            return starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
          }
        )
      assert.isTrue((yield* gaps(3000, 0)).every((gap) => gap >= 3000))
      assert.isTrue((yield* gaps(3000, 1000)).every((gap) => gap >= 3000))
      assert.isTrue((yield* gaps(10, 1000)).every((gap) => gap >= 1000))
    }))

  it.effect("a crawl is as narrow as it asks to be, whatever the number of domains", () =>
    Effect.gen(function*() {
      const sites = Array.from({ length: 8 }, (_, number) =>
        pagesOf(`https://site${number}.org`, 3, (path) => ({
          headers: { "content-type": "text/html" },
          body: page(path),
          takes: "300 millis"
        })))
      const start = "https://start.com/"
      const most = (concurrency: number) =>
        Effect.map(
          whileTimePasses(crawlOver(start, { [start]: linksTo(...sites), ...Object.assign({}, ...sites) }, {
            scope: "any",
            concurrency
          })),
          ({ job, web }) => {
            assert.strictEqual(job.stats.stored, 25)
            const visits = web.pages()
            return Math.max(
              ...visits.map(({ startedAt }) =>
                visits.filter((other) => other.startedAt <= startedAt && (other.endedAt ?? 0) > startedAt).length
              )
            )
          }
        )
      assert.strictEqual(yield* most(2), 2)
      assert.isAbove(yield* most(1000), 6)
    }))

  it.effect("a domain with a Crawl-delay of a minute holds up no other", () =>
    Effect.gen(function*() {
      const slow = pagesOf("https://slow.org", 8, page)
      const quick = pagesOf("https://quick.net", 60, page)
      const start = "https://start.com/"
      const { job, web } = yield* whileTimePasses(
        crawlOver(start, {
          [start]: linksTo(slow, quick),
          "https://slow.org/robots.txt": "User-agent: *\nCrawl-delay: 60",
          ...slow,
          ...quick
        }, { scope: "any", max_pages: 1000 }),
        "10 minutes"
      )
      assert.strictEqual(job.stats.stored, 69)
      const quickStarts = startsOf(web.pages(), "https://quick.net")
      assert.strictEqual(quickStarts.length, 60)
      assert.isBelow(Math.max(...quickStarts) - Math.min(...quickStarts), 20_000)
      assert.isAbove(Math.max(...startsOf(web.pages(), "https://slow.org")), 60_000)
    }))

  it.effect("with as many bytes waiting as may, only the page that they wait for is fetched", () =>
    Effect.gen(function*() {
      const start = "https://start.com/"
      const large = pagesOf("https://quick.start.com", 100, (path) => page(`${path} ${"word ".repeat(400)}`))
      const { job, web } = yield* whileTimePasses(crawlOver(
        start,
        {
          [start]: page("start", "https://slow.start.com/0", ...Object.keys(large)),
          "https://slow.start.com/0": {
            headers: { "content-type": "text/html" },
            body: page("slow"),
            takes: "20 seconds"
          },
          ...large
        },
        { scope: "subdomains", max_pages: 1000 },
        { crawlHold: 40_000 }
      ))
      assert.strictEqual(job.stats.stored, 102)
      const released = web.pages().find(({ url }) => url.startsWith("https://slow.start.com"))?.endedAt ?? 0
      const early = startsOf(web.pages(), "https://quick.start.com").filter((at) => at < released)
      assert.isAbove(early.length, 4)
      assert.isBelow(early.length, 40)
    }))

  it.effect("one slow host of ten holds back no document of the others", () =>
    Effect.gen(function*() {
      const hosts = Array.from({ length: 10 }, (_, number) => `https://host${number}.org`)
      const pages = hosts.map((host) => pagesOf(host, 30, page))
      // Breadth first over the hosts, as the links of the open Web are.
      const links = Array.from({ length: 30 }, (_, number) => hosts.map((host) => `${host}/${number}`)).flat()
      const start = "https://start.com/"
      const web = fakeWeb({
        [start]: page("start", ...links),
        "https://host7.org/robots.txt": "User-agent: *\nCrawl-delay: 3",
        ...Object.assign({}, ...pages)
      })
      const services = servicesOver(web, { domainDelay: Duration.seconds(1) })
      const settled = yield* Effect.gen(function*() {
        const rows: Array<string> = []
        const crawling = crawlOf(start, { scope: "any", max_pages: 2000 }, ({ url }) => rows.push(url))
        yield* Effect.exit(whileTimePasses(crawling, "20 seconds"))
        return rows
      }).pipe(Effect.provide(services))
      const fetched = web.pages().length
      assert.isAbove(fetched, 150)
      assert.isAbove(settled.length, fetched - 60)
      assert.isAbove(settled.filter((url) => url.startsWith("https://host7.org")).length, 2)
    }))

  it.effect("eight slow hosts of twelve leave room for the others", () =>
    Effect.gen(function*() {
      const slow = Array.from({ length: 8 }, (_, number) => `https://slow${number}.org`)
      const quick = Array.from({ length: 4 }, (_, number) => `https://quick${number}.org`)
      const start = "https://start.com/"
      const links = Array.from({ length: 20 }, (_, number) => [...slow, ...quick].map((host) => `${host}/${number}`))
      const web = fakeWeb({
        [start]: page("start", ...links.flat()),
        ...Object.fromEntries(slow.map((host) => [`${host}/robots.txt`, "User-agent: *\nCrawl-delay: 60"])),
        ...Object.assign({}, ...[...slow, ...quick].map((host) => pagesOf(host, 20, page)))
      })
      const crawling = crawlOf(start, { scope: "any", max_pages: 2000 }).pipe(
        Effect.provide(servicesOver(web, { domainDelay: Duration.seconds(1) }))
      )
      yield* Effect.exit(whileTimePasses(crawling, "40 seconds"))
      assert.strictEqual(web.pages().filter(({ url }) => url.startsWith("https://quick")).length, 80)
    }))

  it.effect("a few pages of other domains do not wait for a slow one either", () =>
    Effect.gen(function*() {
      const start = "https://start.com/"
      const quick = pagesOf("https://quick.net", 3, page)
      const slow = { headers: { "content-type": "text/html" }, body: page("slow"), takes: "30 seconds" } as const
      const web = fakeWeb({
        [start]: page("start", "https://slow.org/0", ...Object.keys(quick)),
        "https://slow.org/0": slow,
        ...quick
      })
      const rows: Array<string> = []
      const crawling = crawlOf(start, { scope: "any" }, ({ url }) => rows.push(url)).pipe(
        Effect.provide(servicesOver(web))
      )
      const fiber = yield* Effect.forkChild(crawling, { startImmediately: true })
      yield* timePasses("20 seconds", () => rows.length === 4)
      assert.deepStrictEqual(rows, [start, ...Object.keys(quick)])
      yield* Fiber.interrupt(fiber)
    }))

  it.effect("a page's own time leaves out what it waits for others", () =>
    Effect.gen(function*() {
      const site = "https://start.com"
      const pages = pagesOf(site, 6, (path) => ({
        headers: { "content-type": "text/html" },
        body: page(path),
        takes: "300 millis"
      }))
      const { documents, rows } = yield* whileTimePasses(
        crawlOver(`${site}/`, { [`${site}/`]: linksTo(pages), ...pages }, {}, { domainDelay: Duration.seconds(1) })
      )
      const times = rows.slice(1).map(({ elapsed_ms }) => elapsed_ms)
      assert.deepStrictEqual([...new Set(times)], [300])
      const fetches = documents.slice(1).map(({ trace }) => trace.stages[0]?.elapsed_ms)
      assert.deepStrictEqual([...new Set(fetches)], [300])
    }))

  it.effect("what has ended when a crawl is cancelled is settled, and nothing is fetched afterwards", () =>
    Effect.gen(function*() {
      const start = "https://start.com/"
      const quick = pagesOf("https://start.com", 5, page)
      const web = fakeWeb({
        [start]: page("start", "https://slow.start.com/0", ...Object.keys(quick)),
        "https://slow.start.com/0": { headers: { "content-type": "text/html" }, body: page("slow"), takes: "1 hour" },
        ...quick
      })
      yield* Effect.gen(function*() {
        const store = yield* JobStore
        const supervisor = yield* CrawlSupervisor
        const job = yield* supervisor.start("owner", new URL(start), { ...options, scope: "subdomains" })
        const { id } = job
        // The last of the quick pages has been answered, and time enough has passed to read it.
        yield* timePasses("10 minutes", () => web.log.filter(({ endedAt }) => endedAt !== undefined).length === 8)
        yield* timePasses("2 seconds")
        assert.isAtMost(Option.getOrThrow(yield* store.get("owner", id)).job.stats.stored, 1)
        const cancelled = Option.getOrThrow(yield* supervisor.cancel("owner", id))
        assert.deepStrictEqual([cancelled.status, cancelled.stats.stored, cancelled.stats.pending], ["cancelled", 6, 0])
        const asked = web.log.length
        yield* timePasses("1 minute")
        assert.strictEqual(web.log.length, asked)
      }).pipe(Effect.provide(servicesOver(web)))
    }))

  it.effect("crawls of two keys take turns at one domain", () =>
    Effect.gen(function*() {
      const sites = ["https://a.example.com", "https://b.example.com"]
      const web = fakeWeb(Object.assign(
        {},
        ...sites.map((site) => {
          const pages = pagesOf(site, 10, page)
          return { ...pages, [`${site}/`]: linksTo(pages) }
        })
      ))
      yield* whileTimePasses(
        Effect.forEach(sites, (site) => crawlOf(`${site}/`), { concurrency: "unbounded" }).pipe(
          Effect.provide(servicesOver(web, { domainDelay: Duration.seconds(1) }))
        )
      )
      let lead = 0
      for (const { url } of web.pages()) {
        lead += url.startsWith("https://a.") ? 1 : -1
        assert.isAtMost(Math.abs(lead), 2)
      }
      assert.strictEqual(web.pages().length, 22)
    }))
})

describe("the bound of a frontier", () => {
  it.effect("is told once, and the crawl goes on with what it knows", () =>
    Effect.gen(function*() {
      const start = "https://start.com/"
      const more = pagesOf("https://start.com", 10, (path) => page(path, "/x", "/y"))
      const { job, stored } = yield* whileTimePasses(
        crawlOver(start, { [start]: linksTo(more), ...more }, {}, { frontierUrls: 5 })
      )
      assert.strictEqual(stored.length, 5)
      assert.deepStrictEqual(job.errors.map(({ code, url }) => [code, url]), [["frontier_full", "https://start.com/4"]])
    }))
})
