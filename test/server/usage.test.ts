import { assert, describe, it } from "@effect/vitest"
import { keys } from "../support/service.ts"
import { siteAndService } from "../support/site-and-service.ts"

const using = siteAndService()

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
