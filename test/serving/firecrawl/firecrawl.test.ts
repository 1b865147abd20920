import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import { keys } from "../../support/entries/service-process.ts"
import { blocksUnder } from "../../support/handbook.ts"
import { firecrawlOverSite, refused, type SdkError } from "./firecrawl-over-site.ts"

const live = firecrawlOverSite()
let firecrawl: Firecrawl
beforeAll(async () => {
  firecrawl = new Firecrawl({ apiKey: keys.first, apiUrl: live.service.url })
})

describe("the client of Firecrawl, unchanged", () => {
  it("scrapes data by a schema, of zod or with the words of pydantic", async () => {
    const data = z.object({ title: z.string(), price: z.number().nullable(), site: z.object({ author: z.string() }) })
    const page = await firecrawl.scrape(`${live.site.url}/a`, { formats: [{ type: "json", schema: data }, "markdown"] })
    assert.deepStrictEqual<unknown>(page.json, { title: "a" })
    assert.match(page.markdown ?? "", /The page a speaks of the tide/)
    const pydantic = {
      $defs: { Head: { type: "object", properties: { title: { type: "string", title: "Title" } } } },
      type: "object",
      properties: {
        head: { anyOf: [{ $ref: "#/$defs/Head" }, { type: "null" }], default: null },
        heading: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Headline" }
      },
      additionalProperties: false
    }
    const job = await firecrawl.batchScrape([`${live.site.url}/a`], {
      options: { formats: [{ type: "json", schema: pydantic }] }
    })
    assert.deepStrictEqual(job.data[0]?.json, { heading: "a" })
  })

  it("scrapes a page", async () => {
    const page = await firecrawl.scrape(`${live.site.url}/a`)
    assert.match(page.markdown ?? "", /The page a speaks of the tide/)
    assert.strictEqual(page.metadata?.title, "a")
    assert.strictEqual(page.metadata?.statusCode, 200)
    assert.strictEqual(page.metadata?.sourceURL, `${live.site.url}/a`)
    assert.isUndefined(page.links)
  })

  it("scrapes with formats, tags and attributes", async () => {
    const page = await firecrawl.scrape(`${live.site.url}/`, {
      formats: [
        "markdown",
        "html",
        "rawHtml",
        "links",
        "images",
        { type: "attributes", selectors: [{ selector: "a", attribute: "href" }] }
      ],
      includeTags: ["h1"],
      onlyMainContent: true,
      timeout: 20_000,
      maxAge: 0
    })
    assert.strictEqual(page.markdown?.trim(), "# start")
    assert.strictEqual(page.html, "<h1>start</h1>")
    assert.match(page.rawHtml ?? "", /^<title>start/)
    assert.include(page.links ?? [], `${live.site.url}/a`)
    assert.deepStrictEqual(page.images, [])
    assert.deepStrictEqual(page.attributes?.map(({ attribute, selector }) => [selector, attribute]), [["a", "href"]])
    assert.include(page.attributes?.[0]?.values ?? [], `${live.site.url}/a`)
  })

  it("serves a page up to maxAge from the cache, in each language", async () => {
    const stored = { maxAge: 3_600_000, location: { languages: ["de", "en"] } }
    const stateOf = async (options: object) =>
      (await firecrawl.scrape(`${live.site.url}/b`, options)).metadata?.cacheState
    assert.deepStrictEqual([
      await stateOf(stored),
      await stateOf(stored),
      await stateOf({ ...stored, location: { languages: ["fr"] } }),
      await stateOf({ ...stored, maxAge: 0 })
    ], ["miss", "hit", "miss", "miss"])
  })

  it("gives the whole page without onlyMainContent", async () => {
    const page = await firecrawl.scrape(`${live.site.url}/`, { onlyMainContent: false })
    assert.include(page.markdown, "[to /a]")
  })

  it("takes a picture, or says that there is no browser", async () => {
    const page = await firecrawl.scrape(`${live.site.url}/a`, { formats: [{ type: "screenshot", fullPage: true }] })
      .catch((error: SdkError) => error)
    if ("screenshot" in page) assert.match(page.screenshot ?? "", /^data:image\/png;base64,/)
    else assert.strictEqual((page as SdkError).code, "RENDERING_UNAVAILABLE")
  })

  it("takes the picture of each page of a crawl, or says that there is none", async () => {
    const { data } = await firecrawl.crawl(live.site.url, {
      limit: 1,
      pollInterval: 1,
      scrapeOptions: { formats: ["markdown", { type: "screenshot", viewport: { width: 64, height: 32 } }] }
    })
    const [page] = data
    if (page?.screenshot === undefined) assert.match(page?.warning ?? "", /has no picture/)
    else {
      assert.match(page.screenshot, /^http:.*\/v1\/jobs\/\w+\/pictures\/0$/)
      const response = await fetch(page.screenshot, { headers: { authorization: `Bearer ${keys.first}` } })
      assert.strictEqual(response.headers.get("content-type"), "image/png")
    }
  })

  it("crawls and polls until the end", async () => {
    const job = await firecrawl.crawl(live.site.url, {
      limit: 10,
      pollInterval: 1,
      scrapeOptions: { formats: ["markdown", "links"] }
    })
    assert.strictEqual(job.status, "completed")
    assert.strictEqual(job.completed, 3)
    assert.deepStrictEqual(job.data.map(({ metadata }) => metadata?.sourceURL?.replace(live.site.url, "")), [
      "/",
      "/a",
      "/b"
    ])
    assert.match(job.data[1]?.markdown ?? "", /The page a speaks/)
    assert.isArray(job.data[1]?.links)
    const { errors, robotsBlocked } = await firecrawl.getCrawlErrors(job.id ?? "")
    assert.deepStrictEqual(robotsBlocked, [`${live.site.url}/private`])
    assert.isArray(errors)
  })

  it("keeps to the paths of a crawl", async () => {
    const job = await firecrawl.crawl(live.site.url, { includePaths: ["^/a$"], pollInterval: 1, sitemap: "skip" })
    assert.deepStrictEqual(job.data.map(({ metadata }) => metadata?.sourceURL?.replace(live.site.url, "")), ["/", "/a"])
  })

  it("reads a long job page by page", { tags: "long" }, async () => {
    const urls = Array.from({ length: 230 }, (_, index) => `${live.site.url}/a?n=${index}`)
    const job = await firecrawl.batchScrape(urls, { options: { formats: ["markdown"] }, pollInterval: 1 })
    assert.strictEqual(job.status, "completed")
    assert.deepStrictEqual(job.data.map(({ metadata }) => metadata?.sourceURL), urls)
  })

  it("scrapes a batch, and names the URLs that are none", async () => {
    const urls = [`${live.site.url}/a`, "ftp://example.com/", `${live.site.url}/b`]
    const started = await firecrawl.startBatchScrape(urls, { ignoreInvalidURLs: true })
    assert.deepStrictEqual(started.invalidURLs, ["ftp://example.com/"])
    const strict = await refused(firecrawl.startBatchScrape(urls, { ignoreInvalidURLs: false }))
    assert.match(strict.message, /urls\/1: has the scheme ftp/)
  })

  it("starts a crawl, reads its state and cancels it", async () => {
    const { id, url } = await firecrawl.startCrawl(`${live.site.url}/slow`, {})
    assert.strictEqual(url, `/v2/crawl/${id}`)
    assert.strictEqual((await firecrawl.getCrawlStatus(id)).status, "scraping")
    assert.include((await firecrawl.getActiveCrawls()).crawls.map((crawl) => crawl.id), id)
    assert.isTrue(await firecrawl.cancelCrawl(id))
    assert.strictEqual((await firecrawl.getCrawlStatus(id)).status, "cancelled")
  })

  it("maps a site", async () => {
    const { links } = await firecrawl.map(live.site.url, { limit: 3 })
    assert.deepInclude(links[0], { url: `${live.site.url}/a`, title: "to /a" })
    assert.lengthOf(links, 3)
    const found = await firecrawl.map(live.site.url, { search: "missing", sitemap: "skip" })
    assert.deepStrictEqual(found.links.map(({ url }) => url), [`${live.site.url}/missing`])
  })

  it("reads files that are sent along", async () => {
    const html = "<title>Tides</title><main><h1>Tides</h1><p>Twice a day.</p><a href='/more'>More</a></main>"
    const page = await firecrawl.parse(
      { data: html, filename: "tides.html", contentType: "text/html" },
      {
        formats: ["markdown", "links", {
          type: "json",
          schema: { type: "object", properties: { headline: { type: "string" } } }
        }]
      }
    )
    assert.match(page.markdown ?? "", /# Tides\n\nTwice a day\./)
    assert.strictEqual(page.metadata?.["sourceURL"], "tides.html")
    const text = await firecrawl.parse({ data: "Plain words.", filename: "words.txt", contentType: "text/plain" })
    assert.strictEqual(text.markdown?.trim(), "Plain words.")
    const refused = (call: Promise<unknown>) => call.then(() => "read", (error: Error) => error.message)
    const schema = { type: "object", properties: { headline: { type: "string" } } }
    const json = { formats: [{ type: "json" as const, schema }] }
    const why = /json and attributes need an HTML file/
    assert.match(await refused(firecrawl.parse({ data: "a", filename: "a.txt" }, json)), why)
    assert.deepStrictEqual((await firecrawl.parse({ data: html, filename: "a.html" }, json)).json, {
      headline: "Tides"
    })
    const form = new FormData()
    form.append("options", "{}")
    const none = await live.service.call("/v2/parse", { method: "POST", body: form })
    assert.strictEqual(none.status, 400)
    assert.match(await none.text(), /is not multipart\/form-data with a file/)
  })

  it("compares a scrape with the one before", async () => {
    const scrape = () => firecrawl.scrape(`${live.site.url}/b`, { formats: ["markdown", "changeTracking"] })
    const first = await scrape()
    assert.deepStrictEqual(first.changeTracking, { changeStatus: "new", visibility: "visible" })
    const second = await scrape()
    assert.include(second.changeTracking, { changeStatus: "same", visibility: "visible" })
    assert.match(String(second.changeTracking?.["previousScrapeAt"]), /^\d{4}-.*Z$/)
    assert.strictEqual(second.markdown, first.markdown)
    const missing = firecrawl.scrape(`${live.site.url}/private`, { formats: ["changeTracking"] })
    assert.match(await missing.then(() => "read", (error: Error) => error.message), /robots\.txt/)
  })

  it("waits after the load, and performs actions once for a page and its picture", async () => {
    const before = live.site.asked("/a")
    const page = await firecrawl.scrape(`${live.site.url}/a`, {
      formats: ["markdown", "screenshot"],
      waitFor: 10,
      actions: [{ type: "wait", milliseconds: 10 }]
    })
    assert.match(page.markdown ?? "", /speaks of the tide/)
    if (page.screenshot === undefined) return assert.match(page.warning ?? "", /browser|picture/)
    assert.match(page.screenshot, /^data:image\/png;base64,/)
    // As the site sends it, and in the browser.
    assert.isAtMost(live.site.asked("/a") - before, 2)
    assert.deepStrictEqual(await firecrawl.getActiveCrawls(), { success: true, crawls: [] } as never)
  })
})

describe("the example of the documentation", () => {
  it("does what it says", async () => {
    const root = path.join(import.meta.dirname, "../../..")
    const [block = assert.fail("no example")] = blocksUnder("Coming from Firecrawl, Crawl4AI, Jina Reader", "ts")
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-firecrawl-"))
    fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"))
    fs.writeFileSync(
      path.join(folder, "example.mts"),
      block.replaceAll("http://localhost:8080", live.service.url)
        .replaceAll("http://127.0.0.1:8090/docs/tides", `${live.site.url}/a`)
        .replaceAll("http://127.0.0.1:8090", live.site.url)
        .replaceAll("a-secret-of-24-characters", keys.first)
    )
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, "example.mts")])
    fs.rmSync(folder, { recursive: true })
    assert.match(stdout, /^\d{3,} \[ 'start', 'a', 'b' \]\n$/)
  })
})
