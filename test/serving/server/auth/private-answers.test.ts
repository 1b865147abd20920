import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"

let service: RunningService
beforeAll(async () => {
  service = await serviceOver()
})
afterAll(() => service.stop())

const assertPrivate = (response: Response, name: string): void => {
  assert.match(response.headers.get("cache-control") ?? "", /\bprivate\b|\bno-store\b/, name)
  const vary = (response.headers.get("vary") ?? "").toLowerCase().split(/\s*,\s*/)
  assert.includeMembers(vary, ["accept", "x-api-key", "authorization", "cookie"], name)
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

describe("an answer of a route that asks for a key", () => {
  it("is kept by no shared cache, whoever asks and whatever comes of it", async () => {
    const service = await serviceOver({ firecrawlApi: true, rateLimit: 10 })
    const { paths } = await (await fetch(`${service.url}/openapi.json`)).json() as Described
    const operations = Object.entries(paths).filter(([path]) => path.startsWith("/v1/")).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "0".repeat(32))] as const)
    )
    assert.isAbove(operations.length, 15)
    const routes = [
      ...operations,
      ["GET", "/v1/none"],
      ["PUT", "/v1/scrape"],
      ["OPTIONS", "/v1/scrape"],
      ["HEAD", "/v1/jobs"],
      ["POST", "/v2/scrape"],
      ["GET", "/v2/crawl/none"],
      ["POST", "/mcp"],
      ["GET", "/mcp"],
      ["DELETE", "/mcp"]
    ] as const
    const callers: ReadonlyArray<Readonly<Record<string, string>>> = [
      {},
      { "x-api-key": "none" },
      { "x-api-key": keys.first },
      { authorization: `Bearer ${keys.second}` },
      { cookie: "gleaner_session=none" }
    ]
    const seen = new Set<number>()
    for (const [method, path] of routes) {
      for (const headers of callers) {
        const response = await fetch(service.url + path, { method, headers, signal: AbortSignal.timeout(5000) })
        assertPrivate(response, `${method} ${path} ${JSON.stringify(headers)} ${response.status}`)
        seen.add(response.status)
        await response.body?.cancel()
      }
    }
    await service.stop()
    assert.includeMembers([...seen], [200, 400, 401, 404, 405, 429])
  })

  it("says so in events of MCP and beside a session, too", async () => {
    const own = { "x-api-key": keys.first, "content-type": "application/json" }
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    }
    const accept = "application/json, text/event-stream"
    const body = JSON.stringify(initialize)
    assertPrivate(await fetch(`${service.url}/mcp`, { method: "POST", headers: { ...own, accept }, body }), "mcp")
    const signedIn = await fetch(`${service.url}/v1/session`, { method: "POST", headers: own })
    assertPrivate(signedIn, "sign-in")
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? ""
    const response = await fetch(`${service.url}/v1/jobs`, { headers: { cookie } })
    assertPrivate(response, "session")
    // A 304 keeps the fields of the answer.
    const tag = response.headers.get("etag") ?? ""
    assertPrivate(await fetch(`${service.url}/v1/jobs`, { headers: { cookie, "if-none-match": tag } }), "304")
  })

  it("is private in every spelling of its path", async () => {
    const spellings = ["/V1/jobs", "/v1/Jobs", "//v1/jobs", "/v1//jobs", "/%76%31/jobs", "/v1/jobs/", "/V1/none"]
    for (const path of [...spellings, "/MCP", "//mcp", "/%6dcp"]) {
      const response = await fetch(service.url + path, { headers: { "x-api-key": keys.first } })
      assertPrivate(response, `${path} ${response.status}`)
      await response.body?.cancel()
    }
  })

  it("is not meant by what is the same for all", async () => {
    for (
      const path of ["/", "/docs", "/docs/index.md", "/openapi.json", "/healthz", "/readyz?a=1", "/llms.txt", "/bot"]
    ) {
      const response = await fetch(service.url + path, { headers: { "x-api-key": keys.first } })
      assert.notInclude(response.headers.get("cache-control") ?? "", "private", path)
    }
  })
})
