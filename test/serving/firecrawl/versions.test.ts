import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Duration } from "effect"
import * as http from "node:http"
import { keys, serviceOver } from "../../support/entries/service-process.ts"
import { firecrawlOverSite } from "./firecrawl-over-site.ts"

const live = firecrawlOverSite()

const firecrawl = () => new Firecrawl({ apiKey: keys.first, apiUrl: `${live.service.url}/firecrawl` })
const pathsOf = (pages: ReadonlyArray<{ readonly metadata?: { readonly sourceURL?: string } }>) =>
  pages.map(({ metadata }) => metadata?.sourceURL?.replace(live.site.url, ""))

describe("version 1 of Firecrawl's API, by its own client", () => {
  it("scrapes a page", async () => {
    const page = await firecrawl().v1.scrapeUrl(`${live.site.url}/a`, { formats: ["markdown", "html", "links"] })
    if (!page.success) return assert.fail(page.error)
    assert.match(page.markdown ?? "", /The page a speaks of the tide/)
    assert.match(page.html ?? "", /^<h1>a<\/h1>\n<p>The page a/)
    assert.deepStrictEqual(page.links, [`${live.site.url}/b`])
  })

  it("scrapes data by a schema", async () => {
    const schema = { type: "object", properties: { title: { type: "string" } }, additionalProperties: false }
    const answer = await live.service.call("/firecrawl/v1/scrape", {
      json: { url: `${live.site.url}/a`, formats: ["json"], jsonOptions: { schema } }
    })
    const { data } = await answer.json() as { readonly data: { readonly json: unknown } }
    assert.deepStrictEqual(data.json, { title: "a" })
  })

  it("crawls, reading a long job part by part", async () => {
    const urls = Array.from({ length: 230 }, (_, index) => `${live.site.url}/a?n=${index}`)
    const batch = await firecrawl().v1.batchScrapeUrls(urls, { formats: ["markdown"] })
    if (!batch.success) return assert.fail(batch.error)
    assert.deepStrictEqual(batch.data.map(({ metadata }) => metadata?.sourceURL), urls)
    const crawl = await firecrawl().v1.crawlUrl(live.site.url, {
      limit: 5,
      ignoreSitemap: true,
      allowBackwardLinks: true
    })
    if (!crawl.success) return assert.fail(crawl.error)
    assert.strictEqual(crawl.status, "completed")
    assert.deepStrictEqual(pathsOf(crawl.data), ["/", "/a", "/b"])
  })

  it("starts a crawl, reads its errors and cancels it", async () => {
    const started = await firecrawl().v1.asyncCrawlUrl(`${live.site.url}/slow`, {})
    if (!started.success) return assert.fail(started.error)
    const id = started.id ?? ""
    const status = await firecrawl().v1.checkCrawlStatus(id)
    assert.strictEqual(status.success && status.status, "scraping")
    assert.deepInclude(await firecrawl().v1.checkCrawlErrors(id), { errors: [], robotsBlocked: [] })
    assert.propertyVal(await firecrawl().v1.cancelCrawl(id), "status", "cancelled")
  })

  it("maps a site as a list of URLs", async () => {
    const map = await firecrawl().v1.mapUrl(live.site.url, { ignoreSitemap: true, limit: 2 })
    assert.deepInclude(map, { success: true, links: [`${live.site.url}/a`, `${live.site.url}/b`] })
  })

  it("names options that Gleaner does not have", async () => {
    const post = async (path: string, json: object) => {
      const answer = await live.service.call(`/firecrawl/v1${path}`, { json: { url: live.site.url, ...json } })
      return [answer.status, (await answer.json() as { readonly error?: string }).error] as const
    }
    const [status, error] = await post("/scrape", {
      formats: ["extract", "screenshot@fullPage"],
      parsePDF: false,
      jsonOptions: {}
    })
    assert.strictEqual(status, 400)
    assert.match(error ?? "", /formats\.0: extract needs a language model/)
    assert.match(error ?? "", /parsers: PDF files are always read/)
    assert.match(error ?? "", /jsonOptions: needs a language model/)
    const tracked = { formats: ["changeTracking"], changeTrackingOptions: { modes: ["git-diff"] } }
    assert.match((await post("/crawl", { scrapeOptions: tracked }))[1] ?? "", /modes: .*GET \/v1\/jobs\/ID\/diff/)
    assert.match((await post("/crawl", { maxDepth: 2 }))[1] ?? "", /maxDepth: .*maxDiscoveryDepth/)
    assert.match((await post("/map", { sitemapOnly: true }))[1] ?? "", /sitemap: is include or skip/)
    assert.match((await post("/deep-research", {}))[1] ?? "", /language model/)
  })
})

describe("any failure", () => {
  it("has the format of Firecrawl, whatever fails", async () => {
    const strict = await serviceOver({ firecrawlApi: true, rateLimit: 1 })
    const cases: ReadonlyArray<readonly [status: number, path: string, init: Parameters<typeof strict.call>[1]]> = [
      [401, "/v2/crawl/active", { key: "wrong" }],
      [404, "/firecrawl/v1/search/developer", { json: {} }],
      [400, "/firecrawl/v1/search", { json: {} }],
      [404, "/firecrawl/v2/nowhere", {}],
      [400, "/firecrawl/v2/scrape", { method: "POST", body: "{", headers: { "content-type": "application/json" } }],
      [400, "/v2/scrape", { json: { url: "ftp://example.com/" } }],
      [404, "/v2/crawl/0123456789abcdef0123456789abcdef", { key: keys.second }],
      [429, "/v2/crawl/active", {}]
    ]
    for (const [status, path, init] of cases) {
      const answer = await strict.call(path, init)
      const { code, error, success } = await answer.json() as Record<string, unknown>
      assert.deepStrictEqual(
        [answer.status, success, typeof code, typeof error],
        [status, false, "string", "string"],
        path
      )
    }
    await strict.stop()
  })
})

describe("the format changeTracking", () => {
  it("compares a crawl with the one of the same URL before it", async () => {
    let round = 0
    const page = (name: string, ...links: ReadonlyArray<string>) =>
      `<title>${name}</title><main><p>${`The page ${name} speaks of the tide. `.repeat(20)}</p></main>${
        links.map((href) => `<a href="${href}">${href}</a>`).join("")
      }`
    const changing = http.createServer((request, response) => {
      const bodies: Readonly<Record<string, string>> = {
        "/": page("start", "/a", "/b", ...(round === 0 ? ["/c"] : ["/d"])),
        "/a": page("a"),
        "/b": page(`b of round ${round}`),
        ...(round === 0 ? { "/c": page("c") } : { "/d": page("d") })
      }
      const body = bodies[request.url ?? "/"]
      response.statusCode = body === undefined ? 404 : 200
      response.setHeader("content-type", "text/html").end(body ?? "not found")
    })
    const url = await new Promise<string>((resolve) =>
      changing.listen(
        0,
        "127.0.0.1",
        () => resolve(`http://127.0.0.1:${(changing.address() as { port: number }).port}`)
      )
    )
    const crawl = async () => {
      const { completed, data, total } = await firecrawl().crawl(`${url}/`, {
        pollInterval: 1,
        scrapeOptions: { formats: ["markdown", { type: "changeTracking", modes: [] }] }
      })
      assert.strictEqual(completed, total)
      return new Map(data.map((one) => [one.metadata?.sourceURL?.replace(url, "") ?? "", one]))
    }
    const first = await crawl()
    assert.deepStrictEqual([...first.keys()].toSorted(), ["/", "/a", "/b", "/c"])
    for (const { changeTracking } of first.values()) {
      assert.deepStrictEqual(changeTracking, { changeStatus: "new", visibility: "visible" })
    }
    round = 1
    const second = await crawl()
    const changes = [...second].map(([path, { changeTracking }]) => [path, changeTracking?.["changeStatus"]])
    assert.deepStrictEqual(changes.toSorted(), [
      ["/", "same"],
      ["/a", "same"],
      ["/b", "changed"],
      ["/c", "removed"],
      ["/d", "new"]
    ])
    assert.match(second.get("/b")?.markdown ?? "", /b of round 1/)
    assert.isUndefined(second.get("/a")?.markdown)
    assert.match(String(second.get("/a")?.changeTracking?.["previousScrapeAt"]), /^\d{4}-.*Z$/)
    changing.close().closeAllConnections()
  })
})

describe("without GLEANER_FIRECRAWL_API=on", () => {
  it("there are no such routes", async () => {
    const plain = await serviceOver({ shutdownTimeout: Duration.millis(1) })
    for (const path of ["/v2/scrape", "/v2/crawl", "/v2/map", "/v2/batch/scrape"]) {
      const answer = await plain.call(path, { json: { url: "https://example.com/" } })
      assert.strictEqual(answer.status, 404, path)
      const { error, success } = await answer.json() as { readonly error: string; readonly success: boolean }
      assert.isFalse(success)
      assert.include(error, "GLEANER_FIRECRAWL_API=on")
    }
    await plain.stop()
  })
})
