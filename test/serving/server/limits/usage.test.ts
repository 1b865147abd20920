import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { serverOver } from "../../../support/entries/server-over.ts"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { keys } from "../../../support/entries/service-process.ts"

const using = serviceOverSite()

interface Answers {
  readonly domains: ReadonlyArray<{ readonly domain: string; readonly reason: string; readonly waiting: number }>
  readonly total: number
  readonly nodes: number
  readonly bounds: ReadonlyArray<{ readonly name: string; readonly used: number; readonly limit: number }>
  readonly limits: Readonly<Record<string, number>>
}

const get = async (path: string, key: string = keys.first): Promise<Answers> =>
  await (await using.service.call(path, { key })).json() as Answers

describe("what a key may know of the service", () => {
  it("/v1/domains has the sites that the key asked for, and for another key none of them", async () => {
    await using.ended((await using.crawled({ max_pages: 2 }))["id"])
    const { domains, total } = await get("/v1/domains")
    assert.deepStrictEqual(domains.map(({ domain, waiting }) => [domain, waiting]), [["127.0.0.1", 0]])
    assert.strictEqual(total, 1)
    assert.deepStrictEqual((await get("/v1/domains", keys.second)).domains, [])
  })

  it("/v1/usage has limits of /v1/health, and how much of them is used", async () => {
    await using.ended((await using.crawled({ max_pages: 2 }))["id"])
    const [{ bounds, nodes }, { limits }] = await Promise.all([get("/v1/usage"), get("/v1/health")])
    assert.strictEqual(nodes, 1)
    assert.deepStrictEqual(
      bounds.map(({ limit, name }) => [name, limit]),
      bounds.map(({ name }) => [name, limits[name]])
    )
    const used = (name: string): number => bounds.find((bound) => bound.name === name)?.used ?? -1
    assert.isAbove(used("store_bytes"), 0)
    assert.isAbove(used("max_memory_percent"), 0)
    assert.strictEqual(used("max_running_crawls"), 0)
    assert.strictEqual(used("render_concurrency"), 0)
    assert.strictEqual(used("workers"), 0)
  })

  it("/v1/usage counts the crawls of its key and the cached bytes that there are", async () => {
    const used = async (key: string, name: string) =>
      (await get("/v1/usage", key)).bounds.find((bound) => bound.name === name)?.used ?? -1
    const before = await used(keys.first, "cache_bytes")
    const page = http.createServer((_, response) =>
      void response.writeHead(200, { "content-type": "text/html", "cache-control": "max-age=60" }).end("x".repeat(5000))
    )
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve))
    const { port } = page.address() as AddressInfo // it listens
    await using.service.call("/v1/scrape", { json: { url: `http://127.0.0.1:${port}/` } })
    assert.isAbove(await used(keys.first, "cache_bytes") - before, 5000)
    page.close()

    const { id } = await using.crawled({ url: `${using.site.url}/slow`, max_pages: 1 })
    assert.strictEqual(await used(keys.first, "max_crawls_per_key"), 1)
    assert.strictEqual(await used(keys.second, "max_crawls_per_key"), 0)
    await using.service.call(`/v1/jobs/${id}`, { method: "DELETE" })
    assert.strictEqual(await used(keys.first, "max_crawls_per_key"), 0)
  })

  it("/v1/usage counts the requests of its key, itself too", async () => {
    const server = await serverOver({ store: { activeOf: () => Effect.succeed(0) } }, { rateLimit: 2 })
    const used = async (key: string) => {
      const { bounds } = await (await fetch(`${server.url}/v1/usage`, { headers: { "x-api-key": key } }))
        .json() as Answers
      return bounds.find(({ name }) => name === "requests_per_minute")
    }
    assert.deepInclude(await used(keys.first), { used: 1, limit: 2 })
    assert.deepInclude(await used(keys.first), { used: 2, limit: 2 })
    assert.deepInclude(await used(keys.second), { used: 1, limit: 2 })
    await server.stop()
  })

  it("/v1/usage counts the streams of its key while they are open", async () => {
    const streams = async (key: string) =>
      (await get("/v1/usage", key)).bounds.find(({ name }) => name === "max_streams")?.used
    const { id } = await using.crawled({ url: `${using.site.url}/slow`, max_pages: 1 })
    const reading = new AbortController()
    const events = await using.service.call(`/v1/jobs/${id}/events`, { signal: reading.signal })
    assert.deepStrictEqual([await streams(keys.first), await streams(keys.second)], [1, 0])
    reading.abort()
    await events.text().catch(() => undefined)
    await using.service.call(`/v1/jobs/${id}`, { method: "DELETE" })
    while (await streams(keys.first) !== 0);
  })
})
