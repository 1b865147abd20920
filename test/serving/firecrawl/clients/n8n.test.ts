import { assert, beforeAll, describe, it } from "@effect/vitest"
import { keys } from "../../../support/entries/service-process.ts"
import { clientFolder, isInstalled } from "../../../support/installed.ts"
import { firecrawlOverSite } from "../firecrawl-over-site.ts"
import { assertDocumented } from "./calls.ts"
import { n8nNode } from "./n8n-node.ts"

const home = clientFolder("n8n")

interface Answer {
  readonly id: string
  readonly data: { readonly markdown: string; readonly html: string }
}

describe.skipIf(!await isInstalled(home))("each operation of Firecrawl's node for n8n", { tags: "long" }, () => {
  const live = firecrawlOverSite()
  let node: ReturnType<typeof n8nNode>
  beforeAll(async () => {
    node = n8nNode(home, { baseUrl: `${live.service.url}/v2`, apiKey: keys.first })
  })

  it("scrapes with the options of its form", async () => {
    const { data } = await node.run({
      resource: "Scraping",
      operation: "scrape",
      url: `${live.site.url}/a`,
      scrapeOptions: {
        options: {
          formats: { format: [{ type: "markdown" }, { type: "html" }] },
          onlyMainContent: true,
          timeout: 20_000
        }
      }
    }) as Answer
    assert.match(data.markdown, /The page a speaks of the tide/)
    assert.match(data.html, /^<h1>a<\/h1>/)
  })

  it("does what the documentation says", async () => {
    const { id } = await node.run({ resource: "Crawling", operation: "crawl", url: live.site.url, limit: 1 }) as Answer
    const given: Readonly<Record<string, object>> = {
      scrape: { url: `${live.site.url}/a` },
      batchScrape: { urls: `${live.site.url}/a, ${live.site.url}/b` },
      crawl: { url: live.site.url, limit: 1 },
      map: { url: live.site.url },
      extract: { urls: { items: [{ url: live.site.url }] }, prompt: "all" },
      agent: { prompt: "all" },
      agentAsync: { prompt: "all" },
      interact: { interactMode: "prompt", prompt: "all" },
      browserExecute: { code: "1" },
      search: { query: "tides" },
      crawlParamsPreview: { url: live.site.url, prompt: "all" }
    }
    const ids = { crawlId: id, batchId: id, extractId: id, agentId: id, sessionId: id, scrapeId: id }
    await assertDocumented(
      "n8n",
      Object.fromEntries(
        node.operations.map(([resource, operation]) => [
          operation,
          () => node.run({ resource, operation, ...ids, ...given[operation] })
        ])
      )
    )
  })
})
