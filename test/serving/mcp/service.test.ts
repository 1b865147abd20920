import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as child from "node:child_process"
import { execFile } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { builtCommand } from "../../support/processes/built-command.ts"
import { type Json, json } from "../../support/shapes.ts"
import { call, cursorOf, ended, jobOf, overHttp } from "./mcp-client.ts"
import { type McpSite, startMcpSite } from "./mcp-site.ts"

let site: McpSite
let service: RunningService
beforeAll(async () => {
  site = await startMcpSite()
  service = await serviceOver({ workers: 1 })
})
afterAll(async () => {
  await service.stop()
  site.close()
})

const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } }

describe("MCP of a running service", () => {
  it("knows no caller without a key, nor with a wrong one", async () => {
    assert.match(String(await overHttp(service, "wrong").catch(String)), /401|unauthorized/i)
    const response = await fetch(`${service.url}/mcp`, { method: "POST", body: "{}" })
    assert.strictEqual(response.status, 401)
    assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
    assert.include(response.headers.get("www-authenticate"), "Bearer")
  })

  it("shows a job only to its key", async () => {
    const [first, second] = await Promise.all([keys.first, keys.second].map((key) => overHttp(service, key)))
    if (first === undefined || second === undefined) return assert.fail("no clients")
    const id = jobOf((await call(first, "crawl", { url: site.url })).text)
    await ended(first, id)
    assert.match((await call(second, "crawl_documents", { id })).text, /\(job_not_found\)$/)
    const { text } = await call(first, "scrape", { url: `${site.url}/tenth`, max_tokens: 200 })
    const others = await call(second, "scrape", {
      url: `${site.url}/tenth`,
      cursor: cursorOf(text),
      max_tokens: 200
    })
    assert.isFalse(others.isError)
    await first.close()
    await second.close()
  })

  it("counts against the limits of the key", async () => {
    const narrow = await serviceOver({ rateLimit: 2 })
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
      /^===== http\S+\n\n\(The crawl did not store markdown\.\)/
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

  it("/llms.txt lists the routes, without a key", async () => {
    const response = await fetch(`${service.url}/llms.txt`)
    assert.match(response.headers.get("content-type") ?? "", /^text\/plain/)
    const text = await response.text()
    assert.match(text, /^# Gleaner\n\n> /)
    assert.include(text, "- `POST /v1/scrape`: Fetch one URL and return one Document\n")
    assert.isBelow(text.length, 6000)
  })
})

describe("gleaner mcp", () => {
  it("writes nothing but messages on stdout, also when it is sent what is none", async () => {
    const server = child.spawn(process.execPath, [builtCommand, "mcp"])
    const log: Array<string> = []
    server.stderr.setEncoding("utf8").on("data", (text: string) => log.push(text))
    const faultIsLogged = once(server.stderr, "data")
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]()
    const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    const next = async (): Promise<{ readonly id: unknown; readonly result?: { readonly capabilities?: object } }> =>
      JSON.parse(String((await lines.next()).value))
    const clientInfo = { name: "test", version: "0" }
    send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } })
    const begun = await next()
    assert.strictEqual(begun.id, 0)
    assert.property(begun.result?.capabilities, "tools")
    assert.notProperty(begun.result?.capabilities, "completions")
    send({ method: "notifications/initialized" })
    server.stdin.write("{this is not a message\n")
    await faultIsLogged
    send({ id: 1, method: "ping" })
    assert.strictEqual((await next()).id, 1)
    server.stdin.end()
    assert.isTrue((await lines.next()).done)
    assert.match(log.join(""), /ERROR/)
  })
})
