import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { Option } from "effect"
import { routeOptions } from "../../../src/core/domain/options/RouteOptions.ts"
import { loadTokenizer } from "../../../src/extract/chunks/tokenizer.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { polled } from "../../support/polled.ts"
import { type FakeSearxng, startSearxng } from "../../support/web/searxng.ts"
import { jobTools } from "./job-tools.ts"
import { call, overHttp, overStdio, parts } from "./mcp-client.ts"
import { type McpSite, startMcpSite } from "./mcp-site.ts"

let site: McpSite
let service: RunningService
let searxng: FakeSearxng
const clients: Array<Client> = []
beforeAll(async () => {
  site = await startMcpSite()
  searxng = await startSearxng()
  service = await serviceOver({ workers: 1, search: Option.some({ engine: "searxng", url: searxng.url }) })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await service.stop()
  site.close()
  searxng.close()
})

/** Tools with options that the list does not show. */
const takesMore: ReadonlySet<string> = new Set(["interact", "crawl", "batch"])

const transports: ReadonlyArray<readonly [name: string, connect: () => Promise<Client>]> = [
  ["streamable HTTP", () => overHttp(service, keys.first)],
  ["stdio, in a process of its own", () => overStdio()],
  [
    "stdio, before a running service",
    () => overStdio(["--url", service.url], { GLEANER_API_KEYS: `first:${keys.first}` })
  ]
]

for (const [name, connect] of transports) {
  describe(`MCP over ${name}`, { tags: name.includes("before") ? "long" : [] }, () => {
    let client: Client
    beforeAll(async () => {
      client = await connect()
      clients.push(client)
    })

    it("lists every tool, with the options of its route", async () => {
      const { tools } = await client.listTools()
      assert.deepStrictEqual(tools.map(({ name }) => name), [
        "scrape",
        "discover",
        "screenshot",
        "interact",
        "search_web",
        "crawl",
        "batch",
        "crawl_wait",
        "crawl_status",
        "crawl_documents",
        "crawl_records",
        "crawl_templates",
        "crawl_ledger",
        "search_job",
        "crawl_cancel",
        "schedules",
        "schedule_changes",
        "wrappers",
        "wrapper_learn",
        "wrapper_relearn",
        "wrapper_check"
      ])
      for (const { description, inputSchema, name, outputSchema } of tools) {
        assert.isAbove(description?.length ?? 0, 20, name)
        assert.strictEqual(inputSchema.additionalProperties, takesMore.has(name) ? undefined : false, name)
        assert.notInclude(JSON.stringify(inputSchema), "$ref", name)
        assert.strictEqual(outputSchema?.type, "object", name)
      }
      for (const route of ["scrape", "discover", "screenshot"] as const) {
        const properties = Object.keys(tools.find(({ name }) => name === route)?.inputSchema.properties ?? {})
        // A step may send a form: only `interact` has actions.
        const left = { scrape: ["include_html", "fields", "actions"], screenshot: ["actions"], discover: [] }[route]
        assert.deepStrictEqual(
          routeOptions[route].filter((option) => !properties.includes(option)).toSorted(),
          left.toSorted(),
          route
        )
      }
      const interact = tools.find(({ name }) => name === "interact")
      assert.strictEqual(interact?.annotations?.readOnlyHint, false)
      assert.deepStrictEqual(interact?.inputSchema.required?.toSorted(), ["actions", "url"])
      assert.deepStrictEqual(tools[0]?.annotations, { readOnlyHint: true })
    })

    it("lists all tools in 4,000 tokens", async () => {
      assert.isAtMost((await loadTokenizer())(JSON.stringify(await client.listTools())), 4000)
    })

    it("takes options that the list does not show, and refuses those that no route has", async () => {
      const hidden = { max_sitemaps: 1, drop_tracking: false, exclude_selectors: ["nav"], headers: { "x-a": "b" } }
      const { isError, structured } = await call(client, "crawl", { url: site.url, dry_run: true, ...hidden })
      assert.isFalse(isError)
      assert.propertyVal(structured["plan"], "allowed", true)
      const wrong = await call(client, "batch", { urls: [site.url], exclude_selector: ["nav"] })
      assert.match(wrong.text, /exclude_selector: is unknown here; the nearest known name is exclude_selectors/)
    })

    it("searches the web, or says that there is no search engine", async () => {
      if (name.includes("stdio, in a process")) {
        const { isError, text } = await call(client, "search_web", { query: "tides" })
        assert.isTrue(isError)
        assert.match(text, /no search engine.*GLEANER_SEARCH.*\(search_unavailable\)/)
        return
      }
      searxng.pages = [[{ url: `${site.url}/a`, title: "The page a", content: "About the tide." }]]
      const { text } = await call(client, "search_web", { query: "tide", limit: 1 })
      assert.strictEqual(text, `1. The page a\nURL: ${site.url}/a\nAbout the tide.`)
      const read = await call(client, "search_web", { query: "tide", limit: 1, pages: {} })
      assert.match(read.text, /About the tide\.\n\n--- http\S+\/a\S* \(\d+ tokens\)\n[^]*speaks of the tide/)
      searxng.pages = []
      assert.strictEqual((await call(client, "search_web", { query: "tide" })).text, "(No results.)")
    })

    it("scrapes a page, and says in words why it cannot", async () => {
      const { structured, text } = await call(client, "scrape", { url: `${site.url}/a` })
      assert.include(structured, { url: `${site.url}/a`, title: "a", status: 200 })
      assert.isTrue(text.endsWith(`\n\n${String(structured["content"])}`))
      assert.match(text, /^Title: a\nURL: http\S+\/a\n\n(?:# a\n\n)?The page a speaks/)
      const barred = await call(client, "scrape", { url: `${site.url}/private` })
      assert.isTrue(barred.isError)
      assert.match(barred.text, /robots\.txt disallows this URL.*\(robots_disallowed\)/)
      const wrong = await call(client, "scrape", { url: "ftp://x", max_token: 1 })
      assert.isTrue(wrong.isError)
      assert.match(
        wrong.text,
        /max_token: is unknown here; the nearest known name is max_tokens; url: has the scheme ftp/
      )
      const missing = await call(client, "scrape", { url: `${site.url}/missing` })
      assert.match(missing.text, /^Status: 404$/m)
    })

    it("gives the data that a schema describes", async () => {
      const schema = { type: "object", properties: { titre: { type: "string" } } }
      const { structured, text } = await call(client, "scrape", { url: `${site.url}/a`, schema })
      assert.deepStrictEqual(structured["data"], { titre: "a" })
      assert.match(text, /\nData:\n\{"titre":"a"\}\n/)
    })

    it("gives the records that extract asks for", async () => {
      const extract = [{ type: "Heading", fields: { name: "h1" } }]
      const { structured, text } = await call(client, "scrape", { url: `${site.url}/a`, extract })
      assert.lengthOf(structured["records"] as ReadonlyArray<unknown>, 1)
      const common = `"name":"a","url":"","image":"","price":null,"currency":"","description":""`
      assert.include(text, `{"source":"selectors","type":"Heading",${common},"fields":{"name":"a"}}`)
    })

    // Reading a page of 5 MB takes seconds.
    const whole = name === "streamable HTTP" ? ["/large", 1000] as const : ["/half", 500] as const
    for (const [path, sections] of [["/tenth", 100] as const, whole]) {
      const tags = path === "/tenth" ? [] : "long"
      it(`reads a page of ${sections} sections part by part, cut at headings, from one visit`, { tags }, async () => {
        const before = site.asked(path)
        const found = await parts(client, "scrape", { url: site.url + path }, 50_000)
        assert.isAtLeast(found.length, sections / 50)
        for (const part of found.slice(1)) assert.match(part, /^## Section \d+\n/)
        assert.strictEqual(site.asked(path) - before, 1)
        const headings = found.join("\n").match(/^## Section \d+$/gm) ?? []
        assert.deepStrictEqual(headings, Array.from({ length: sections }, (_, index) => `## Section ${index}`))
      })

      it(`gives only the passages of ${sections} about a query, and says how many it left out`, { tags }, async () => {
        const args = { url: site.url + path, query: "Section 32", max_tokens: 400 }
        const { text } = await call(client, "scrape", args)
        assert.isAtMost((await loadTokenizer())(text), 400)
        assert.match(text, /^--- http\S+\/\w+#:~:text=\S+ \(\d+ tokens\)\n[^]*^## Section 32$/m)
        assert.match(text, /^\[\d+ chunks left out\. Raise max_tokens, [^\]]+\]$/m)
      })
    }

    it("refuses a cursor that it never gave", async () => {
      const { isError, text } = await call(client, "scrape", { url: `${site.url}/a`, cursor: "12.AAAAAAAAAAAAAAAA" })
      assert.isTrue(isError)
      assert.match(text, /has changed since its first part was read/)
      assert.isTrue((await call(client, "discover", { url: site.url, cursor: "what" })).isError)
    })

    it("lists links, part by part", async () => {
      const { text } = await call(client, "discover", { url: site.url })
      assert.match(text, /Links: 4 \(4 internal, 0 external\), 4 listed\.\n\n- http\S+\/a "to \/a"\n/)
      const cut = await parts(client, "discover", { url: site.url }, 200)
      assert.isAbove(cut.length, 1)
      assert.strictEqual(cut.join("\n"), text)
      const first = await call(client, "discover", { url: site.url })
      assert.deepInclude(first.structured["links"], {
        url: `${site.url}/a`,
        text: "to /a",
        internal: true,
        nofollow: false
      })
    })

    it("takes a picture, or says that there is no browser", async () => {
      const { content, isError, text } = await call(client, "screenshot", { url: `${site.url}/a`, format: "jpeg" })
      if (isError) return assert.include(text, "rendering_unavailable")
      assert.strictEqual(content[0]?.mimeType, "image/jpeg")
      assert.strictEqual(Buffer.from(content[0]?.data ?? "", "base64").subarray(0, 2).toString("hex"), "ffd8")
    })

    jobTools(() => ({ client, site }))

    it("learns rules from examples, tries them and learns them anew", async () => {
      // The other transports reach the service with the same key.
      if (name === "streamable HTTP") {
        assert.strictEqual((await call(client, "wrappers", {})).text, "This key has no wrappers.")
      }
      const schema = { type: "object", properties: { headline: { type: "string" } } }
      const examples = [{ url: `${site.url}/a`, data: { headline: "a" } }]
      const learning = await call(client, "wrapper_learn", { name: "Articles", schema, examples })
      const id = /^Articles \(([0-9a-f]{32})\): \S+, learning\n/.exec(learning.text)?.[1] ?? assert.fail(learning.text)
      const untilReady = () =>
        polled(async () => (await call(client, "wrappers", {})).text, (text) => !text.includes("learning"))
      const ready = /, ready, \/headline on 100% of the pages$/
      assert.match(await untilReady(), ready)
      const checked = await call(client, "wrapper_check", { id, urls: [`${site.url}/a`] })
      assert.strictEqual(checked.text, "1 pages checked\n/headline on 100% of the pages")
      assert.match((await call(client, "wrapper_relearn", { id })).text, /learning/)
      assert.match(await untilReady(), ready)
      const wrong = await call(client, "wrapper_check", { id: "0".repeat(32), urls: [site.url] })
      assert.match(wrong.text, /\(wrapper_not_found\)$/)
    })
  })
}

describe("MCP", () => {
  for (const [name, connect] of transports.slice(0, 2)) {
    it(`over ${name}, a cancelled call leaves the site`, async () => {
      const slowSite = await startMcpSite()
      const client = await connect()
      const controller = new AbortController()
      const calling = client.callTool({ name: "scrape", arguments: { url: `${slowSite.url}/slow` } }, undefined, {
        signal: controller.signal
      }).then(() => "answered", () => "cancelled")
      await slowSite.slowIsAsked
      controller.abort("enough")
      assert.strictEqual(await calling, "cancelled")
      await slowSite.slowIsLeft
      assert.match((await call(client, "scrape", { url: `${slowSite.url}/a` })).text, /^Title: a/)
      await client.close()
      slowSite.close()
    })
  }
})
