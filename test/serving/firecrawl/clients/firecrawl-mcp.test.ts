import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { keys } from "../../../support/entries/service-process.ts"
import { clientFolder, isInstalled } from "../../../support/installed.ts"
import { firecrawlOverSite } from "../firecrawl-over-site.ts"
import { assertDocumented } from "./calls.ts"

const home = clientFolder("firecrawl-mcp")

describe.skipIf(!await isInstalled(home))("each tool of firecrawl-mcp", { tags: "long" }, () => {
  const live = firecrawlOverSite()
  let client: Client
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-firecrawl-mcp-"))
  beforeAll(async () => {
    client = new Client({ name: "test", version: "1.0.0" })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(home, "node_modules/firecrawl-mcp/dist/index.js")],
        env: { FIRECRAWL_API_URL: live.service.url, FIRECRAWL_API_KEY: keys.first, HOME: folder },
        stderr: "ignore"
      })
    )
  })
  afterAll(async () => {
    await client.close()
    fs.rmSync(folder, { recursive: true })
  })

  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { content, isError } = await client.callTool({ name: `firecrawl_${name}`, arguments: args })
    const text = (content as ReadonlyArray<{ readonly text?: string }>).map(({ text }) => text).join("\n")
    if (isError === true || /^\{\s*"success": false/.test(text)) throw new Error(text)
    return text
  }

  it("scrapes, maps and crawls", async () => {
    const page = JSON.parse(await call("scrape", { url: `${live.site.url}/a`, formats: ["markdown", "links"] }))
    assert.match(page.markdown, /The page a speaks of the tide/)
    assert.deepStrictEqual(page.links, [`${live.site.url}/b`])
    const { links } = JSON.parse(await call("map", { url: live.site.url }))
    assert.deepInclude(links, { url: `${live.site.url}/a`, title: "to /a" })
    const crawl = JSON.parse(await call("crawl", { url: live.site.url, limit: 2 }))
    assert.deepInclude(crawl, { status: "completed", completed: 2 })
    assert.match(crawl.data[1].markdown, /The page a speaks of the tide/)
    assert.deepInclude(JSON.parse(await call("check_crawl_status", { id: crawl.id })), { status: "completed" })
  })

  it("does what the documentation says", async () => {
    const file = path.join(folder, "a.html")
    fs.writeFileSync(file, "<p>a</p>")
    const { id } = JSON.parse(await call("crawl", { url: live.site.url, limit: 1 }))
    const made = await live.service.call("/v2/monitor", {
      json: { name: "Tides", schedule: { text: "daily" }, targets: [{ type: "scrape", urls: [`${live.site.url}/a`] }] }
    })
    const { data: { id: monitor } } = await made.json() as { readonly data: { readonly id: string } }
    const run = await live.service.call(`/v2/monitor/${monitor}/run`, { json: {} })
    const { data: { id: checkId } } = await run.json() as { readonly data: { readonly id: string } }
    await (await live.service.call(`/v1/jobs/${checkId}/events`)).text()
    const query = { query: "tides" }
    const uuid = "01234567-89ab-4def-8123-456789abcdef"
    const args: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      scrape: { url: live.site.url },
      map: { url: live.site.url },
      crawl: { url: live.site.url, limit: 1 },
      check_crawl_status: { id },
      credit_usage: {},
      search: query,
      find_tools: { query: "tides", level: "tools" },
      search_feedback: { searchId: uuid, rating: "bad", missingContent: [{ topic: "all" }] },
      feedback: { endpoint: "scrape", jobId: uuid, rating: "good" },
      extract: { urls: [live.site.url], prompt: "all" },
      agent: { prompt: "all" },
      agent_status: { id },
      interact: { scrapeId: id, prompt: "all" },
      interact_stop: { scrapeId: id },
      parse: { filePath: file },
      monitor_create: { page: live.site.url, goal: "all" },
      monitor_list: {},
      monitor_get: { id: monitor },
      monitor_update: { id: monitor, body: { name: "a" } },
      monitor_run: { id: monitor },
      monitor_checks: { id: monitor },
      monitor_check: { id: monitor, checkId },
      monitor_delete: { id: monitor },
      research_search_papers: query,
      research_inspect_paper: { paperId: "arxiv:1706.03762" },
      research_related_papers: { seed_ids: ["arxiv:1706.03762"], intent: "all" },
      research_read_paper: { paperId: "arxiv:1706.03762", question: "all?" },
      research_search_github: query,
      developer_search: query
    }
    const { tools } = await client.listTools()
    assert.sameMembers(Object.keys(args).map((name) => `firecrawl_${name}`), tools.map(({ name }) => name))
    await assertDocumented(
      "firecrawl-mcp",
      Object.fromEntries(Object.entries(args).map(([name, one]) => [`firecrawl_${name}`, () => call(name, one)]))
    )
  })
})
