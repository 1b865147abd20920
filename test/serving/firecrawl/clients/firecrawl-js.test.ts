import { assert, describe, it } from "@effect/vitest"
import { Firecrawl, FirecrawlClient } from "@mendable/firecrawl-js"
import { keys } from "../../../support/entries/service-process.ts"
import { firecrawlOverSite } from "../firecrawl-over-site.ts"
import { assertDocumented, type Calls } from "./calls.ts"

const live = firecrawlOverSite()

const watched = (client: Firecrawl, id: string) =>
  new Promise((resolve, reject) => {
    const watcher = client.watcher(id, { pollInterval: 1 })
    watcher.on("done", resolve)
    watcher.on("error", ({ error }: { readonly error: string }) => reject(new Error(error)))
    void watcher.start()
  })

/** Every method of the client but helpers of its own. */
const callsOf = async (client: Firecrawl): Promise<Calls> => {
  const pages = [`${live.site.url}/a`, `${live.site.url}/b`]
  const { id } = await client.startCrawl(live.site.url, { limit: 1 })
  const batch = (await client.startBatchScrape(pages)).id
  const none = "0123456789abcdef0123456789abcdef"
  const monitored = {
    name: "Tides",
    schedule: { text: "daily at 9:00" },
    targets: [{ type: "scrape" as const, urls: [pages[0]!] }]
  }
  const monitor = (await client.createMonitor(monitored)).id
  const check = (await client.runMonitor(monitor)).id
  await (await live.service.call(`/v1/jobs/${check}/events`)).text()
  return {
    scrape: () => client.scrape(`${live.site.url}/a`),
    scrapeUrl: () => client.scrapeUrl(`${live.site.url}/a`),
    map: () => client.map(live.site.url),
    mapUrl: () => client.mapUrl(live.site.url),
    startCrawl: () => client.startCrawl(live.site.url, { limit: 1 }),
    asyncCrawlUrl: () => client.asyncCrawlUrl(live.site.url, { limit: 1 }),
    crawl: () => client.crawl(live.site.url, { limit: 1, pollInterval: 1 }),
    crawlUrl: () => client.crawlUrl(live.site.url, { limit: 1, pollInterval: 1 } as never),
    getCrawlStatus: () => client.getCrawlStatus(id),
    checkCrawlStatus: () => client.checkCrawlStatus(id),
    getCrawlErrors: () => client.getCrawlErrors(id),
    checkCrawlErrors: () => client.checkCrawlErrors(id),
    getActiveCrawls: () => client.getActiveCrawls(),
    cancelCrawl: () => client.cancelCrawl(id),
    startBatchScrape: () => client.startBatchScrape(pages),
    asyncBatchScrapeUrls: () => client.asyncBatchScrapeUrls(pages),
    batchScrape: () => client.batchScrape(pages, { pollInterval: 1 }),
    batchScrapeUrls: () => client.batchScrapeUrls(pages, { pollInterval: 1 }),
    getBatchScrapeStatus: () => client.getBatchScrapeStatus(batch),
    checkBatchScrapeStatus: () => client.checkBatchScrapeStatus(batch),
    getBatchScrapeErrors: () => client.getBatchScrapeErrors(batch),
    checkBatchScrapeErrors: () => client.checkBatchScrapeErrors(batch),
    cancelBatchScrape: () => client.cancelBatchScrape(batch),
    getConcurrency: () => client.getConcurrency(),
    getCreditUsage: () => client.getCreditUsage(),
    getQueueStatus: () => client.getQueueStatus(),
    search: () => client.search("tides"),
    developerSearch: () => client.developerSearch("tides"),
    research: () => client.research.searchPapers("tides"),
    searchFeedback: () => client.searchFeedback(none, { rating: "good", valuableSources: [] } as never),
    feedback: () => client.feedback({ endpoint: "scrape", jobId: none, rating: "good" }),
    findTools: () => client.findTools({ query: "tides" } as never),
    extract: () => client.extract({ urls: pages, prompt: "all" }),
    startExtract: () => client.startExtract({ urls: pages, prompt: "all" }),
    getExtractStatus: () => client.getExtractStatus(none),
    agent: () => client.agent({ prompt: "all" }),
    startAgent: () => client.startAgent({ prompt: "all" }),
    getAgentStatus: () => client.getAgentStatus(none),
    listAgents: () => client.listAgents(),
    cancelAgent: () => client.cancelAgent(none),
    getAgentTrace: () => client.getAgentTrace(none),
    getAgentSnapshot: () => client.getAgentSnapshot(none, none),
    getAgentThread: () => client.getAgentThread(none),
    crawlParamsPreview: () => client.crawlParamsPreview(live.site.url, "all"),
    parse: () => client.parse({ data: "<p>a</p>", filename: "a.html", contentType: "text/html" }),
    interact: () => client.interact(none, { prompt: "all" }),
    scrapeExecute: () => client.scrapeExecute(none, { prompt: "all" }),
    stopInteraction: () => client.stopInteraction(none),
    stopInteractiveBrowser: () => client.stopInteractiveBrowser(none),
    deleteScrapeBrowser: () => client.deleteScrapeBrowser(none),
    browser: () => client.browser(),
    browserExecute: () => client.browserExecute(none, { code: "1" }),
    deleteBrowser: () => client.deleteBrowser(none),
    listBrowsers: () => client.listBrowsers(),
    createMonitor: () => client.createMonitor(monitored),
    listMonitors: () => client.listMonitors(),
    getMonitor: () => client.getMonitor(monitor),
    updateMonitor: () => client.updateMonitor(monitor, { name: "a" }),
    runMonitor: () => client.runMonitor(monitor),
    listMonitorChecks: () => client.listMonitorChecks(monitor),
    getMonitorCheck: () => client.getMonitorCheck(monitor, check),
    deleteMonitor: () => client.deleteMonitor(monitor),
    getTokenUsage: () => client.getTokenUsage(),
    getCreditUsageHistorical: () => client.getCreditUsageHistorical(),
    getTokenUsageHistorical: () => client.getTokenUsageHistorical(),
    watcher: () => watched(client, id)
  }
}

describe("each method of @mendable/firecrawl-js", () => {
  it("does what the documentation says", async () => {
    const client = new Firecrawl({ apiKey: keys.first, apiUrl: live.service.url })
    const calls = await callsOf(client)
    const own = new Set(["constructor", "isCloudService"])
    const methods = Object.getOwnPropertyNames(FirecrawlClient.prototype).filter((name) => !own.has(name))
    assert.sameMembers(Object.keys(calls), methods)
    await assertDocumented("@mendable/firecrawl-js", calls)
  })
})
