import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import type { Json } from "../../support/shapes.ts"
import { call, jobOf, overHttp, overStdio } from "./mcp-client.ts"
import { type McpSite, startMcpSite } from "./mcp-site.ts"

let site: McpSite
let service: RunningService
beforeAll(async () => {
  site = await startMcpSite()
  service = await serviceOver()
})
afterAll(async () => {
  await service.stop()
  site.close()
})

interface Notified {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** A call that asks for progress, and its notifications. */
const followed = async (client: Client, name: string, args: Json) => {
  const notified: Array<Notified> = []
  const result = await client.callTool({ name, arguments: args }, undefined, {
    onprogress: ({ message, progress, total }) => notified.push({ message, progress, total })
  })
  return { notified, structured: result.structuredContent as Json }
}

const connects: ReadonlyArray<readonly [name: string, connect: () => Promise<Client>]> = [
  ["streamable HTTP", () => overHttp(service, keys.first)],
  ["stdio", () => overStdio()]
]

for (const [name, connect] of connects) {
  describe(`waiting for a job over ${name}`, () => {
    let client: Client
    beforeAll(async () => {
      client = await connect()
    })
    afterAll(() => client.close())

    it("ends with the job, and sends progress that grows", async () => {
      const { structured: begun } = await call(client, "crawl", { url: site.url })
      const { notified, structured } = await followed(client, "crawl_wait", { id: begun["id"], wait_seconds: 600 })
      assert.include(structured, { id: begun["id"], status: "done", documents: 3 })
      assert.propertyVal(structured["stats"], "stored", 3)
      for (const [index, { message, progress, total }] of notified.entries()) {
        assert.isAbove(progress, notified[index - 1]?.progress ?? -1)
        assert.isUndefined(total)
        assert.match(message ?? "", /^\d+ pages stored, \d+ failed, \d+ pending$/)
      }
    })

    it("starts with a crawl or a batch in the same call", async () => {
      const crawl = await followed(client, "crawl", { url: site.url, max_pages: 2, wait_seconds: 600 })
      assert.include(crawl.structured, { status: "done", documents: 2 })
      assert.isAtLeast(crawl.notified.length, 1)
      const urls = [`${site.url}/a`, `${site.url}/b`, `${site.url}/missing`]
      const batch = await call(client, "batch", { urls, include_selectors: ["h1"], wait_seconds: 600 })
      assert.include(batch.structured, { status: "done", documents: 2 })
      assert.match(batch.text, /^Status: done$[^]*\nRead its pages with crawl_documents\.$/m)
      const { structured } = await call(client, "crawl_documents", { id: batch.structured["id"] })
      assert.deepStrictEqual((structured["documents"] as ReadonlyArray<Json>).map(({ content }) => content), [
        "# a",
        "# b"
      ])
    })

    it("gives up after its maximum, and can go on", async () => {
      const id = jobOf((await call(client, "batch", { urls: [`${site.url}/a`, `${site.url}/slow`] })).text)
      await site.slowIsAsked
      const { structured } = await call(client, "crawl_wait", { id, wait_seconds: 0 })
      assert.include(structured, { id, status: "running" })
      // A client that ends its call leaves the job as it is.
      const controller = new AbortController()
      const waiting = client.callTool({ name: "crawl_wait", arguments: { id, wait_seconds: 600 } }, undefined, {
        signal: controller.signal
      }).then(() => "answered", () => "left")
      controller.abort("enough")
      assert.strictEqual(await waiting, "left")
      const still = await call(client, "crawl_wait", { id, wait_seconds: 1 })
      assert.include(still.structured, { id, status: "running" })
      await call(client, "crawl_cancel", { id })
      const ended = await call(client, "crawl_wait", { id, wait_seconds: 600 })
      assert.include(ended.structured, { id, status: "cancelled" })
    })
  })
}

/** A crawl to its end, by the revision without sessions. */
const crawled = (meta: Json) => {
  const version = "2026-07-28"
  const facts = { protocolVersion: version, clientInfo: { name: "test", version: "0" }, clientCapabilities: {} }
  const prefixed = Object.entries(facts).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value])
  const _meta = { ...Object.fromEntries(prefixed), ...meta }
  return service.call("/mcp", {
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "crawl", arguments: { url: site.url, wait_seconds: 600 }, _meta }
    },
    headers: {
      "accept": "application/json, text/event-stream",
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": "crawl"
    }
  })
}

describe("progress", () => {
  it("comes in the revision without sessions, in the stream of the answer", async () => {
    const answer = await crawled({ progressToken: "mine" })
    assert.match(answer.headers.get("content-type") ?? "", /^text\/event-stream/)
    const messages = [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(([, data = ""]) =>
      JSON.parse(data) as Json
    )
    const last = messages.at(-1)?.["result"] as Json
    assert.include(last["structuredContent"], { status: "done" })
    for (const { method, params } of messages.slice(0, -1)) {
      assert.strictEqual(method, "notifications/progress")
      assert.propertyVal(params, "progressToken", "mine")
    }
    assert.isAbove(messages.length, 1)
  })

  it("is sent to no caller without a token", async () => {
    const answer = await crawled({})
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
    const { result } = await answer.json() as { readonly result: Json }
    assert.include(result["structuredContent"], { status: "done" })
  })
})
