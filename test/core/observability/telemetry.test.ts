import { assert, describe, it, vi } from "@effect/vitest"
import { ConfigProvider, type Context, Duration, Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Service } from "../../../src/Gleaner.ts"
import { listeningAt } from "../../../src/serving/server/Server.ts"
import { attribute, type Span, startCollector } from "../../support/processes/collector.ts"
import { startFixtureSite } from "../../support/web/fixture-site.ts"

const secret = "secret-of-the-caller-000001"

type Call = (path: string, json?: object, headers?: Readonly<Record<string, string>>) => Promise<Response>

/** The service with these variables, until `use` is done. */
const withService = async <A>(
  variables: Readonly<Record<string, string>>,
  settings: Parameters<typeof Settings.layerWith>[0],
  use: (call: Call) => Promise<A>
): Promise<A> => {
  const scope = Scope.makeUnsafe()
  const service = Service.pipe(
    Layer.provide(
      Settings.layerWith({
        port: 0,
        workers: 0,
        logLevel: "None",
        retries: 0,
        // The machine may be busy with other tests.
        maxLoopDelay: Duration.minutes(1),
        apiKeys: [{ name: "caller", secret: Redacted.make(secret) }],
        ...settings
      })
    ),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: variables })))
  )
  const context = await Effect.runPromise(Layer.buildWithScope(service, scope))
  const url = await Effect.runPromise(
    Effect.provideContext(listeningAt, context as Context.Context<never>) as Effect.Effect<string>
  )
  try {
    return await use((path, json, headers = {}) =>
      fetch(url + path, {
        ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) }),
        headers: { "x-api-key": secret, "content-type": "application/json", ...headers }
      })
    )
  } finally {
    // Pending data is sent now.
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** One scrape by a service that may not reach loopback. */
const scrapeWith = (variables: Readonly<Record<string, string>>, page: string): Promise<number> =>
  withService(variables, {}, async (call) => (await call("/v1/scrape", { url: page })).status)

describe("telemetry", () => {
  it("goes to the collector of the standard variables, without a caller's secrets", async () => {
    const collector = await startCollector()
    // Loopback is not allowed here: the collector is reached all the same, and the page is not.
    const status = await scrapeWith({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=acme",
      OTEL_SERVICE_NAME: "gleaner-of-acme"
    }, "http://127.0.0.1/page?token=token-of-the-page")
    collector.stop()
    assert.strictEqual(status, 403)
    const traces = collector.received.get("/v1/traces") ?? ""
    const metrics = collector.received.get("/v1/metrics") ?? ""
    assert.include(traces, "PageReader.read")
    assert.include(traces, "http://127.0.0.1/page")
    assert.include(metrics, "gleaner_pages_total")
    // The names are those of /v1/metrics, also for the metrics of Effect's runtime.
    assert.include(metrics, "gleaner_fibers_started_total")
    assert.notInclude(metrics, "child_fiber")
    for (const sent of [traces, metrics]) {
      assert.include(sent, "gleaner-of-acme")
      assert.notInclude(sent, secret)
      assert.notInclude(sent, "token-of-the-page")
    }
    assert.isTrue(collector.headers.every((headers) => headers["x-tenant"] === "acme"))
  })

  it("shows a crawl as a tree: the request, the crawl, its pages, their waits, requests and stages, with the log", async () => {
    const site = await startFixtureSite()
    const collector = await startCollector()
    const silent = vi.spyOn(console, "error").mockImplementation(() => {})
    const traceId = "0af7651916cd43dd8448eb211c80319c"
    const job = await withService(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      {
        allowAddresses: ["127.0.0.0/8"],
        domainDelay: Duration.millis(1),
        logLevel: "Info",
        browser: Option.some("off")
      },
      async (call) => {
        const crawl = await call("/v1/crawl", { url: `${site.url}/?token=of-the-page`, max_pages: 4 }, {
          "x-request-id": "of-the-crawl",
          "traceparent": `00-${traceId}-b7ad6b7169203331-01`
        })
        const location = crawl.headers.get("location") ?? ""
        await (await call(`${location}/events`)).text()
        await call(`/v1/scrape?url=${encodeURIComponent(`${site.url}/articles/tide?token=of-the-page`)}`)
        return location.split("/").at(-1)
      }
    )
    silent.mockRestore()
    collector.stop()
    await site.close()
    const spans = collector.spans()
    const named = (name: string) => spans.filter((span) => span.name === name)
    const parentOf = ({ parentSpanId, traceId }: Span) =>
      spans.find((span) => span.spanId === parentSpanId && span.traceId === traceId)
    const ancestors = (span: Span): ReadonlyArray<string> => {
      const parent = parentOf(span)
      return parent === undefined ? [] : [parent.name, ...ancestors(parent)]
    }

    const [request] = named("POST /v1/crawl")
    assert.strictEqual(request?.traceId, traceId)
    assert.strictEqual(request?.kind, 2)
    for (
      const [name, value] of [
        ["http.request.method", "POST"],
        ["http.route", "/v1/crawl"],
        ["http.response.status_code", 202],
        ["url.path", "/v1/crawl"],
        ["request.id", "of-the-crawl"]
      ] as const
    ) assert.strictEqual(attribute(request as Span, name), value, name)
    assert.isDefined(named("GET /v1/jobs/{id}/events")[0])

    // A crawl outlives its request, so it is a trace of its own.
    const [run] = named("CrawlRunner.run")
    assert.isUndefined(parentOf(run as Span))
    assert.strictEqual(attribute(run as Span, "job.id"), job)
    const pages = named("PageReader.read").filter((span) => span.traceId === run?.traceId)
    assert.isAtLeast(pages.length, 4)
    for (const page of pages) assert.deepStrictEqual(ancestors(page), ["CrawlRunner.page", "CrawlRunner.run"])
    const exchanges = named("GET").filter((span) => span.traceId === run?.traceId)
    assert.isAtLeast(exchanges.length, 4)
    for (const exchange of exchanges) {
      assert.strictEqual(exchange.kind, 3)
      assert.include(ancestors(exchange), "CrawlRunner.page")
      assert.strictEqual(attribute(exchange, "server.address"), "127.0.0.1")
      assert.strictEqual(attribute(exchange, "server.port"), Number(new URL(site.url).port))
      assert.match(String(attribute(exchange, "url.full")), /^http:\/\/127\.0\.0\.1:\d+\/[^?]*$/)
      assert.strictEqual(attribute(exchange, "http.response.status_code"), 200)
    }
    for (const name of ["DomainRateLimiter.wait", "Stage.content"]) {
      const found = named(name).filter((span) => span.traceId === run?.traceId)
      assert.isAtLeast(found.length, 1, name)
      for (const span of found) assert.strictEqual(ancestors(span).at(-1), "CrawlRunner.run")
    }

    const logs = collector.logs()
    const queued = logs.find((line) => attribute(line, "request.id") === "of-the-crawl")
    assert.strictEqual(queued?.traceId, traceId)
    const routes = logs.map((line) => attribute(line, "http.route"))
    for (const route of ["/v1/crawl", "/v1/jobs/{id}/events", "/v1/scrape"]) assert.include(routes, route)
    const ofJob = JSON.stringify(logs.filter((line) => JSON.stringify(line).includes(String(job))))
    for (const message of ["job queued", "job started", "job finished"]) assert.include(ofJob, message)
    const metrics = collector.received.get("/v1/metrics") ?? ""
    for (const name of ["gleaner_http_request_duration_seconds", "gleaner_domain_wait_seconds"]) {
      assert.include(metrics, name)
    }
    for (const sent of collector.received.values()) {
      assert.notInclude(sent, secret)
      assert.notInclude(sent, "of-the-page")
    }
  })

  it("has no spans of probes and of notifications of MCP", async () => {
    const collector = await startCollector()
    await withService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, {}, async (call) => {
      for (const path of ["/healthz", "/readyz", "/v1/metrics", "/v1/metrics?a=1"]) await (await call(path)).text()
      const accept = { accept: "application/json, text/event-stream" }
      const initialize = {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      }
      const begun = await call("/mcp", initialize, accept)
      await begun.text()
      const own = {
        ...accept,
        "mcp-session-id": begun.headers.get("mcp-session-id") ?? "",
        "mcp-protocol-version": "2025-06-18"
      }
      for (const method of ["notifications/initialized", "notifications/cancelled"]) {
        await (await call("/mcp", { jsonrpc: "2.0", method, params: { requestId: 7 } }, own)).text()
      }
      await (await call("/v1/health")).text()
    })
    collector.stop()
    const names = [...new Set(collector.spans().map(({ name }) => name))]
    assert.include(names, "GET /v1/health")
    assert.include(names, "POST /mcp")
    assert.deepStrictEqual(names.filter((name) => /healthz|readyz|metrics|notifications|sql/i.test(name)), [])
  })

  it("is off without an endpoint", async () => {
    const collector = await startCollector()
    await scrapeWith({ OTEL_SERVICE_NAME: "gleaner-of-acme" }, "http://127.0.0.1/page")
    collector.stop()
    assert.strictEqual(collector.received.size, 0)
  })
})
