import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import * as net from "node:net"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { keys, serviceOver } from "../../../support/entries/service-process.ts"
import { polled } from "../../../support/polled.ts"
import { json } from "../../../support/shapes.ts"

const live = serviceOverSite()

describe("streamed answers", () => {
  it("a caller that stops reading loses its connection, one that waits for a page does not", async () => {
    const impatient = await serviceOver({ requestTimeout: Duration.seconds(2), sendTimeout: Duration.seconds(1) })
    const waited = await impatient.call("/v1/scrape", { json: { url: `${live.site.url}/slow` } })
    assert.strictEqual(waited.status, 504)
    const { hostname, port } = new URL(impatient.url)
    const socket = net.connect(Number(port), hostname)
    const connection = { isLost: false }
    socket.on("error", () => (connection.isLost = true)).pause()
    // More than the buffers between the two hold.
    socket.write(`GET /openapi.json HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`.repeat(200))
    // A closed connection shows itself to whoever writes to it.
    await polled(() => socket.write("\r\n"), () => connection.isLost)
    await impatient.stop()
  })

  it("a key may have only so many open; one that ends makes room", async () => {
    const narrow = await serviceOver({ maxStreams: 2 })
    const { id } = await json(await narrow.call("/v1/crawl", { json: { url: `${live.site.url}/slow` } }))
    const hangUp = new AbortController()
    const open = () => narrow.call(`/v1/jobs/${id}/events`, { signal: hangUp.signal })
    await open()
    await open()
    const refused = await narrow.call(`/v1/jobs/${id}?documents=true`)
    assert.strictEqual(refused.status, 429)
    assert.strictEqual(refused.headers.get("retry-after"), String((await json(refused))["retry_after"]))
    hangUp.abort()
    await polled(() => narrow.call(`/v1/jobs/${id}?documents=true`), ({ status }) => status !== 429)
    await narrow.stop()
  })
})

describe("HEAD and OPTIONS", () => {
  it("HEAD answers as GET without a body; OPTIONS names the methods", async () => {
    for (const path of ["/healthz", "/readyz", "/openapi.json", "/llms.txt"]) {
      const head = await fetch(live.service.url + path, { method: "HEAD" })
      assert.strictEqual(head.status, 200, path)
      assert.strictEqual(await head.text(), "")
      const options = await fetch(live.service.url + path, { method: "OPTIONS" })
      assert.strictEqual(options.status, 204, path)
      assert.strictEqual(options.headers.get("allow"), "GET, HEAD, OPTIONS")
    }
    assert.strictEqual(
      (await live.service.call("/v1/discover", { method: "HEAD" })).headers.get("allow"),
      "OPTIONS, POST"
    )
    assert.strictEqual((await fetch(`${live.service.url}/healthz`, { method: "PURGE" })).status, 405)
    assert.strictEqual((await fetch(`${live.service.url}/nothing`, { method: "HEAD" })).status, 404)
  })
})

describe("answers of every route", () => {
  it("are shown in no frame, and taken for nothing else than they are", async () => {
    const service = await serviceOver({})
    try {
      for (
        const path of ["/", "/assets/none", "/docs", "/openapi.json", "/v1/none", "/v1/health", "/mcp", "/healthz"]
      ) {
        const { headers } = await fetch(service.url + path)
        assert.include(headers.get("content-security-policy"), "frame-ancestors 'none'", path)
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
      }
      const { headers } = await fetch(`${service.url}/v1/health`, { headers: { "x-api-key": keys.first } })
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    } finally {
      await service.stop()
    }
  })
})
