import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { routeOptions } from "../../src/domain/options/RouteOptions.ts"
import { loadTokenizer } from "../../src/extract/chunks/tokenizer.ts"
import { keys, type RunningService, serviceOver, serviceProcess } from "../support/entries/service-process.ts"
import { blocksUnder } from "../support/handbook.ts"
import { builtCommand } from "../support/processes/built-command.ts"
import { type Json, json } from "../support/shapes.ts"
import { call, connected, cursorOf, ended, jobOf, overHttp, overStdio, parts } from "./mcp-client.ts"
import { type McpSite, startMcpSite } from "./mcp-site.ts"

let site: McpSite
let service: RunningService
const clients: Array<Client> = []
beforeAll(async () => {
  site = await startMcpSite()
  service = await serviceProcess({ workers: 1 })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await service.stop()
  site.close()
})

const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } }

const transports: ReadonlyArray<readonly [name: string, connect: () => Promise<Client>]> = [
  ["streamable HTTP", () => overHttp(service, keys.first)],
  ["stdio, in a process of its own", () => overStdio()],
  [
    "stdio, before a running service",
    () => overStdio(["--url", service.url], { GLEANER_API_KEYS: `first:${keys.first}` })
  ]
]

for (const [name, connect] of transports) {
  describe(`MCP over ${name}`, { timeout: 60_000 }, () => {
    let client: Client
    let job: string
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
        "crawl",
        "crawl_status",
        "crawl_documents",
        "crawl_records",
        "crawl_templates",
        "crawl_ledger",
        "crawl_cancel",
        "schedules",
        "schedule_changes"
      ])
      for (const { description, inputSchema, name } of tools) {
        assert.isAbove(description?.length ?? 0, 20, name)
        assert.strictEqual(inputSchema.additionalProperties, false, name)
        assert.notInclude(JSON.stringify(inputSchema), "$ref", name)
      }
      for (const route of ["scrape", "discover", "crawl", "screenshot"] as const) {
        const properties = Object.keys(tools.find(({ name }) => name === route)?.inputSchema.properties ?? {})
        // A step may send a form: only `interact` has actions.
        const left =
          { scrape: ["include_html", "fields", "actions"], screenshot: ["actions"], discover: [], crawl: [] }[route]
        assert.deepStrictEqual(
          routeOptions[route].filter((option) => !properties.includes(option)).toSorted(),
          left.toSorted(),
          route
        )
      }
      const interact = tools.find(({ name }) => name === "interact")
      assert.strictEqual(interact?.annotations?.readOnlyHint, false)
      assert.deepStrictEqual(interact?.inputSchema.required?.toSorted(), ["actions", "url"])
    })

    it("scrapes a page, and says in words why it cannot", async () => {
      const { text } = await call(client, "scrape", { url: `${site.url}/a` })
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

    it("gives the records that extract asks for", async () => {
      const extract = [{ type: "Heading", fields: { name: "h1" } }]
      const { text } = await call(client, "scrape", { url: `${site.url}/a`, extract })
      const common = `"name":"a","url":"","image":"","price":null,"currency":"","description":""`
      assert.include(text, `{"source":"selectors","type":"Heading",${common},"fields":{"name":"a"}}`)
    })

    // Reading a page of 5 MB takes seconds.
    const [path, sections] = name === "streamable HTTP" ? ["/large", 1000] : ["/half", 500]
    it(`reads a page of ${sections} sections part by part, cut at headings, from one visit`, async () => {
      const before = site.asked(path)
      const found = await parts(client, "scrape", { url: site.url + path }, 50_000)
      assert.isAtLeast(found.length, sections / 50)
      for (const part of found.slice(1)) assert.match(part, /^## Section \d+\n/)
      assert.strictEqual(site.asked(path) - before, 1)
      const headings = found.join("\n").match(/^## Section \d+$/gm) ?? []
      assert.deepStrictEqual(headings, Array.from({ length: sections }, (_, index) => `## Section ${index}`))
    })

    it("gives only the passages about a query, and says how many it left out", async () => {
      const args = { url: `${site.url}/half`, query: "Section 321", max_tokens: 400 }
      const { text } = await call(client, "scrape", args)
      assert.isAtMost((await loadTokenizer())(text), 400)
      assert.match(text, /^--- http\S+\/half#:~:text=\S+ \(\d+ tokens\)\n[^]*^## Section 321$/m)
      assert.match(text, /^\[\d+ chunks left out\. Raise max_tokens, [^\]]+\]$/m)
    })

    it("refuses a cursor that it never gave", async () => {
      const { isError, text } = await call(client, "scrape", { url: `${site.url}/a`, cursor: "12.AAAAAAAAAAAAAAAA" })
      assert.isTrue(isError)
      assert.match(text, /has changed since its first part was read/)
      assert.isTrue((await call(client, "discover", { url: site.url, cursor: "what" })).isError)
    })

    it("lists links, part by part", async () => {
      const { text } = await call(client, "discover", { url: site.url })
      assert.match(text, /Links: 4 \(4 internal, 0 external\), 4 listed\.\n\n- http\S+\/a "to \/a"\n/)
    })

    it("takes a picture, or says that there is no browser", async () => {
      const { content, isError, text } = await call(client, "screenshot", { url: `${site.url}/a`, format: "jpeg" })
      if (isError) return assert.include(text, "rendering_unavailable")
      assert.strictEqual(content[0]?.mimeType, "image/jpeg")
      assert.strictEqual(Buffer.from(content[0]?.data ?? "", "base64").subarray(0, 2).toString("hex"), "ffd8")
    })

    it("reads the records of a job, in parts, and those of one type", async () => {
      const id = jobOf((await call(client, "crawl", { url: `${site.url}/clocks`, max_pages: 1 })).text)
      await ended(client, id)
      const namesIn = (text: string) => [...text.matchAll(/"name":"(Clock \d+)","url"/g)].map(([, name]) => name)
      const names = Array.from({ length: 20 }, (_, n) => `Clock ${n}`)
      assert.deepStrictEqual(namesIn((await call(client, "crawl_records", { id })).text), names)
      const cut = await parts(client, "crawl_records", { id }, 200)
      assert.isAbove(cut.length, 3)
      assert.deepStrictEqual(cut.flatMap(namesIn), names)
      const events = (await call(client, "crawl_records", { id, type: "Event" })).text
      assert.deepStrictEqual(namesIn(events), names.slice(15))
      const none = (await call(client, "crawl_records", { id, type: "NoSuch" })).text
      assert.strictEqual(none, "(The crawl has no more records.)")
    })

    it("reads the templates of a job", async () => {
      const id = jobOf((await call(client, "crawl", { url: `${site.url}/clocks`, max_pages: 1 })).text)
      await ended(client, id)
      const templates = (await call(client, "crawl_templates", { id })).text.split("\n").map((line) => JSON.parse(line))
      assert.deepStrictEqual(templates.map(({ examples, pages }) => [examples, pages]), [[[`${site.url}/clocks`], 1]])
    })

    it("crawls, and reads the status, the pages and the ledger of the job", async () => {
      assert.match((await call(client, "crawl", { url: site.url, dry_run: true })).text, /"allowed": true/)
      const started = (await call(client, "crawl", { url: site.url, max_depth: 50 })).text
      assert.match(started, /^Note: max_depth 50 became 20$/m)
      job = jobOf(started)
      assert.match(await ended(client, job), /^Status: done\nPages: .*3 documents to read\.$/m)
      const whole = (await call(client, "crawl_documents", { id: job })).text
      assert.deepStrictEqual(whole.match(/^===== .*$/gm)?.map((line) => line.replace(site.url, "")), [
        "===== /",
        "===== /a",
        "===== /b"
      ])
      const cut = await parts(client, "crawl_documents", { id: job }, 250)
      assert.isAbove(cut.length, 3)
      const squashed = (text: string) => text.replaceAll(/\s+/g, "")
      assert.strictEqual(squashed(cut.join("")), squashed(whole))
      const found = (await call(client, "crawl_documents", { id: job, query: "page b" })).text
      assert.match(found, /^===== http\S+\/b\n[^]*^--- http\S+\/b#:~:text=/m)
      const rows = (await call(client, "crawl_ledger", { id: job })).text
      assert.match(rows, /^- stored http\S+\/, status 200, depth 0$/m)
      const rowParts = await parts(client, "crawl_ledger", { id: job }, 250)
      assert.strictEqual(squashed(rowParts.join("")), squashed(rows))
      const skipped = (await call(client, "crawl_ledger", { id: job, outcome: "skipped" })).text
      assert.match(skipped, /^- skipped \(robots_disallowed\) http\S+\/private, /)
      assert.notInclude(skipped, "stored")
    })

    it("cancels a crawl, and knows no job that is not there", async () => {
      assert.match((await call(client, "crawl_cancel", { id: job })).text, /^Status: done$/m)
      assert.strictEqual((await call(client, "schedules", {})).text, "This key has no schedules.")
      const missing = await call(client, "schedule_changes", { id: "0".repeat(32) })
      assert.match(missing.text, /This key has no schedule with that id/)
      for (
        const name of [
          "crawl_status",
          "crawl_documents",
          "crawl_records",
          "crawl_templates",
          "crawl_ledger",
          "crawl_cancel"
        ]
      ) {
        const { isError, text } = await call(client, name, { id: "0".repeat(32) })
        assert.isTrue(isError)
        assert.match(text, /\(job_not_found\)$/, name)
      }
    })
  })
}

describe("MCP", { timeout: 60_000 }, () => {
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

  it("knows no caller without a key, nor with a wrong one", async () => {
    assert.match(String(await overHttp(service, "wrong").catch(String)), /401|unauthorized/i)
    const response = await fetch(`${service.url}/mcp`, { method: "POST", body: "{}" })
    assert.strictEqual(response.status, 401)
    assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
    assert.include(response.headers.get("www-authenticate"), "Bearer")
  })

  it("shows a job to its key alone", async () => {
    const [first, second] = await Promise.all([keys.first, keys.second].map((key) => overHttp(service, key)))
    if (first === undefined || second === undefined) return assert.fail("no clients")
    const id = jobOf((await call(first, "crawl", { url: site.url })).text)
    await ended(first, id)
    assert.match((await call(second, "crawl_documents", { id })).text, /\(job_not_found\)$/)
    const { text } = await call(first, "scrape", { url: `${site.url}/half`, max_tokens: 200 })
    const others = await call(second, "scrape", {
      url: `${site.url}/half`,
      cursor: cursorOf(text),
      max_tokens: 200
    })
    assert.isFalse(others.isError)
    await first.close()
    await second.close()
  })

  it("counts against the limits of the key", async () => {
    const narrow = await serviceProcess({ rateLimit: 2 })
    const client = await overHttp(narrow, keys.first)
    for (let count = 0; count < 2; count++) await call(client, "crawl_status", { id: "0".repeat(32) })
    const { isError, text } = await call(client, "crawl_status", { id: "0".repeat(32) })
    assert.isTrue(isError)
    assert.match(text, /try again in \d+ s\. \(rate_limited\)$/)
    await client.close()
    await narrow.stop()
  })

  it("goes on with its session after a restart of the service", async () => {
    const before = await serviceOver()
    const client = await overHttp(before, keys.first)
    const { port: used } = new URL(before.url)
    await before.stop()
    const after = await serviceOver({ port: Number(used) })
    assert.match((await call(client, "scrape", { url: `${site.url}/a` })).text, /^Title: a/)
    await client.close()
    await after.stop()
  })

  it("answers a wrong method and a page of another origin as HTTP does", async () => {
    const get = await service.call("/mcp")
    assert.strictEqual(get.status, 405)
    assert.strictEqual(get.headers.get("allow"), "POST, DELETE")
    assert.strictEqual((await json(get))["code"], "method_not_allowed")
    const page = await service.call("/mcp", { json: {}, headers: { origin: "https://evil.example" } })
    assert.strictEqual(page.status, 403)
    assert.strictEqual((await json(page))["code"], "origin_not_allowed")
  })

  it("refuses with problems, and knows no session that its caller has ended", async () => {
    const refused = async (init: Parameters<RunningService["call"]>[1]) => {
      const answer = await service.call("/mcp", init)
      assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
      return [answer.status, (await json(answer))["code"]]
    }
    const accept = { accept: "application/json, text/event-stream" }
    const started = { jsonrpc: "2.0", method: "notifications/initialized" }
    assert.deepStrictEqual(await refused({ method: "DELETE" }), [400, "invalid_request"])
    assert.deepStrictEqual(await refused({ json: started }), [406, "not_acceptable"])
    const plain = { ...accept, "content-type": "text/plain" }
    assert.deepStrictEqual(await refused({ json: started, headers: plain }), [415, "unsupported_media_type"])
    const begun = await service.call("/mcp", {
      json: { ...started, id: 1, method: "initialize", params: hello },
      headers: accept
    })
    const { result } = await begun.json() as { readonly result: { readonly capabilities: object } }
    assert.notProperty(result.capabilities, "completions")
    const headers = { ...accept, "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" }
    assert.strictEqual((await service.call("/mcp", { method: "DELETE", headers })).ok, true)
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" }
    assert.deepStrictEqual(await refused({ json: list, headers }), [404, "session_not_found"])
  })

  it("answers pages of its own machine where it listens on loopback", async () => {
    const list = { jsonrpc: "2.0", id: 2, method: "initialize", params: hello }
    for (const origin of ["http://localhost:6274", "http://127.0.0.1:1", "http://[::1]"]) {
      const headers = { origin, accept: "application/json, text/event-stream" }
      assert.strictEqual((await service.call("/mcp", { json: list, headers })).status, 200, origin)
    }
    for (const origin of ["http://localhost.evil.example", "http://127.0.0.1.evil.example", "null"]) {
      assert.strictEqual((await service.call("/mcp", { json: list, headers: { origin } })).status, 403, origin)
    }
  })

  it("speaks the revision without sessions", async () => {
    const ask = async (method: string, params: object = {}, name?: string) => {
      const version = "2026-07-28"
      const meta = { protocolVersion: version, clientInfo: { name: "test", version: "0" }, clientCapabilities: {} }
      const _meta = Object.fromEntries(
        Object.entries(meta).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value])
      )
      const answer = await service.call("/mcp", {
        json: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
        headers: {
          "accept": "application/json, text/event-stream",
          "mcp-protocol-version": version,
          "mcp-method": method,
          ...(name === undefined ? {} : { "mcp-name": name })
        }
      })
      assert.isNull(answer.headers.get("mcp-session-id"))
      return (await answer.json() as { readonly result: Json }).result
    }
    const { capabilities, supportedVersions } = await ask("server/discover")
    assert.include(supportedVersions, "2026-07-28")
    assert.notProperty(capabilities, "completions")
    const called = await ask("tools/call", { name: "scrape", arguments: { url: `${site.url}/a` } }, "scrape")
    assert.match(String((called["content"] as ReadonlyArray<Json>)[0]?.["text"]), /^Title: a/)
  })

  it("reads a job that has kept no markdown", async () => {
    const client = await overHttp(service, keys.first)
    const id = jobOf((await call(client, "crawl", { url: site.url, fields: ["url"], max_pages: 1 })).text)
    await ended(client, id)
    assert.match(
      (await call(client, "crawl_documents", { id })).text,
      /^===== http\S+\n\n\(The crawl has kept no markdown\.\)/
    )
    await client.close()
  })

  it("before a running service needs its key", async () => {
    const run = promisify(execFile)(process.execPath, [builtCommand, "mcp", "--url", service.url])
    const { code, stderr } = await run.then(
      () => assert.fail("it ran"),
      (error: { code: number; stderr: string }) => error
    )
    assert.strictEqual(code, 2)
    assert.match(stderr, /^gleaner: gleaner mcp --url needs a key of the service: set GLEANER_API_KEYS/)
  })

  it("is reached by the configuration that the documentation shows", async () => {
    const [shown = "{}"] = blocksUnder("For agents", "json")
    const config = JSON.parse(
      shown.replaceAll("http://localhost:8080", service.url).replaceAll("a-secret-of-24-characters", keys.first)
    ) as {
      mcpServers: {
        gleaner: { args: ReadonlyArray<string> }
        "gleaner-service": { url: string; headers: Record<string, string> }
      }
    }
    const { "gleaner-service": { headers, url }, gleaner } = config.mcpServers
    assert.strictEqual(gleaner.args.at(-1), "mcp")
    const client = await connected(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    assert.match((await call(client, "scrape", { url: `${site.url}/b` })).text, /^Title: b/)
    await client.close()
  })

  it("/llms.txt lists the routes, without a key", async () => {
    const response = await fetch(`${service.url}/llms.txt`)
    assert.match(response.headers.get("content-type") ?? "", /^text\/plain/)
    const text = await response.text()
    assert.match(text, /^# Gleaner\n\n> /)
    assert.include(text, "- `POST /v1/scrape`: Fetch one URL and return one Document\n")
    assert.isBelow(text.length, 5000)
  })
})
