import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, type Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { Service } from "../../src/Gleaner.ts"
import { listeningAt } from "../../src/server/Server.ts"
import { Settings } from "../../src/Settings.ts"

const secret = "secret-of-the-caller-000001"

/** What a collector of traces and metrics on loopback is sent, by path. */
const startCollector = async () => {
  const received = new Map<string, string>()
  const headers: Array<http.IncomingHttpHeaders> = []
  const server = http.createServer(async (request, response) => {
    headers.push(request.headers)
    let body = ""
    for await (const chunk of request) body += String(chunk)
    received.set(request.url ?? "", (received.get(request.url ?? "") ?? "") + body)
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, headers, stop: () => server.close().closeAllConnections() }
}

/** One scrape by the service with these variables, which then stops. */
const scrapeWith = async (variables: Readonly<Record<string, string>>, page: string): Promise<number> => {
  const scope = Scope.makeUnsafe()
  const service = Service.pipe(
    Layer.provide(
      Settings.layerWith({
        port: 0,
        workers: 0,
        logLevel: "None",
        retries: 0,
        apiKeys: [{ name: "caller", secret: Redacted.make(secret) }]
      })
    ),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: variables })))
  )
  const context = await Effect.runPromise(Layer.buildWithScope(service, scope))
  const url = await Effect.runPromise(
    Effect.provideContext(listeningAt, context as Context.Context<never>) as Effect.Effect<string>
  )
  const { status } = await fetch(`${url}/v1/scrape`, {
    method: "POST",
    headers: { "x-api-key": secret, "content-type": "application/json" },
    body: JSON.stringify({ url: page })
  })
  await Effect.runPromise(Scope.close(scope, Exit.void))
  return status
}

describe("telemetry", () => {
  it("goes to the collector of the standard variables, without a caller's secrets", async () => {
    const collector = await startCollector()
    // Loopback is not allowed here: the collector is there all the same, and the page is not.
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
    for (const sent of [traces, metrics]) {
      assert.include(sent, "gleaner-of-acme")
      assert.notInclude(sent, secret)
      assert.notInclude(sent, "token-of-the-page")
    }
    assert.isTrue(collector.headers.every((headers) => headers["x-tenant"] === "acme"))
  })

  it("is off without an endpoint", async () => {
    const collector = await startCollector()
    await scrapeWith({ OTEL_SERVICE_NAME: "gleaner-of-acme" }, "http://127.0.0.1/page")
    collector.stop()
    assert.strictEqual(collector.received.size, 0)
  })
})
