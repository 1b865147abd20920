import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { Option } from "effect"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { type FakeSearxng, startSearxng } from "../../support/web/searxng.ts"
import { type McpSite, startMcpSite } from "../mcp/mcp-site.ts"

let site: McpSite
let searxng: FakeSearxng
let service: RunningService
let firecrawl: Firecrawl
beforeAll(async () => {
  site = await startMcpSite()
  searxng = await startSearxng()
  searxng.pages = [[
    { url: `${site.url}/a`, title: "The page a", content: "About the tide." },
    { url: `${site.url}/missing`, title: "Gone" },
    { url: "https://blog.example.com/tides", title: "A blog" }
  ]]
  service = await serviceOver({
    firecrawlApi: true,
    search: Option.some({ engine: "searxng", url: searxng.url })
  })
  firecrawl = new Firecrawl({ apiKey: keys.first, apiUrl: service.url })
})
afterAll(async () => {
  await service.stop()
  site.close()
  searxng.close()
})

describe("search of the client of Firecrawl, unchanged", () => {
  it("gives the results of the web, without fetching them", async () => {
    const found = await firecrawl.search("tides", { limit: 3, sources: ["web"], tbs: "qdr:w", highlights: true })
    assert.deepStrictEqual<unknown>(found.web, [
      { url: `${site.url}/a`, title: "The page a", description: "About the tide.", position: 1 },
      { url: `${site.url}/missing`, title: "Gone", description: "", position: 2 },
      { url: "https://blog.example.com/tides", title: "A blog", description: "", position: 3 }
    ])
    assert.deepInclude(searxng.asked.at(-1), { q: "tides", time_range: "week" })
  })

  it("reads the pages with scrapeOptions, and keeps a page that fails", async () => {
    const found = await firecrawl.search("tides", {
      limit: 2,
      excludeDomains: ["example.com"],
      scrapeOptions: { formats: ["markdown", "links"] }
    })
    assert.strictEqual(searxng.asked.at(-1)?.["q"], "tides -site:example.com")
    const [page, missing] = found.web as unknown as ReadonlyArray<Record<string, unknown>>
    assert.match(String(page?.["markdown"]), /The page a speaks of the tide/)
    assert.isArray(page?.["links"])
    assert.deepInclude(missing?.["metadata"], { sourceURL: `${site.url}/missing`, statusCode: 404 })
    assert.lengthOf(found.web ?? [], 2)
  })

  it("reduces a large limit, filters by domains, and refuses other sources", async () => {
    const answer = await service.call("/v2/search", {
      json: { query: "tides", limit: 50, includeDomains: ["example.com"] }
    })
    const { data, warning } = await answer.json() as { data: { web: ReadonlyArray<object> }; warning: string }
    assert.match(warning, /^limit 50 became 20\. 2 results left out: not in domains\.$/)
    assert.lengthOf(data.web, 1)
    const refused = await service.call("/v2/search", {
      json: {
        query: "tides",
        sources: ["news"],
        tbs: "qdr:h",
        country: "DE",
        scrapeOptions: { formats: ["screenshot"] }
      }
    })
    assert.strictEqual(refused.status, 400)
    const { error } = await refused.json() as { readonly error: string }
    for (const name of ["sources", "tbs", "country", "scrapeOptions.formats.0"]) assert.include(error, `${name}:`)
  })

  it("has the shape of version 1 for its clients", async () => {
    const one = new Firecrawl({ apiKey: keys.first, apiUrl: `${service.url}/firecrawl` }).v1
    const found = await one.search("tides", { limit: 1, lang: "de", scrapeOptions: { formats: ["markdown"] } })
    assert.isTrue(found.success)
    assert.strictEqual(found.data[0]?.title, "The page a")
    assert.match(found.data[0]?.markdown ?? "", /The page a speaks of the tide/)
    assert.strictEqual(searxng.asked.at(-1)?.["language"], "de")
  })

  it("tells the fault of the engine in its own shape", async () => {
    searxng.formats = ["html"]
    const answer = await service.call("/v2/search", { json: { query: "tides" } })
    const { code, error } = await answer.json() as Record<string, string>
    assert.deepStrictEqual([answer.status, code], [500, "SEARCH_FAILED"])
    assert.match(error ?? "", /settings\.yml/)
    searxng.formats = ["html", "json"]
  })
})
