import { assert, describe, it } from "@effect/vitest"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"

const live = serviceOverSite({ workers: 1 })

const read = async (): Promise<ReadonlyMap<string, number>> => {
  const text = await (await live.service.call("/v1/metrics")).text()
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]))
}

describe("GET /v1/metrics", () => {
  it("counts pages by outcome and measures every stage, in Prometheus' format", async () => {
    const scrape = (path: string) => live.service.call("/v1/scrape", { json: { url: live.site.url + path } })
    const before = await read()
    for (const path of ["/articles/tide", "/articles/tide", "/private/log"]) await scrape(path)
    const after = await read()
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    assert.strictEqual(grown(`gleaner_pages_total{outcome="ok"}`), 2)
    assert.strictEqual(grown(`gleaner_pages_total{outcome="robots_disallowed"}`), 1)
    for (const stage of ["fetch", "parse", "combine"]) {
      assert.strictEqual(grown(`gleaner_stage_duration_seconds_count{stage="${stage}"}`), 2)
    }
    assert.isAtLeast(after.get("gleaner_readers") ?? 0, 1)
  })

  it("tells what the process holds: memory, what keeps its loop busy, fibers", async () => {
    const metrics = await read()
    assert.isAbove(
      metrics.get(`gleaner_memory_bytes{kind="rss"}`) ?? 0,
      metrics.get(`gleaner_memory_bytes{kind="heap"}`) ?? Infinity
    )
    // The connection that asks, at least.
    assert.isAtLeast(metrics.get(`gleaner_active_resources{kind="TCPSocketWrap"}`) ?? 0, 1)
    assert.isAtLeast(metrics.get("gleaner_fibers_active") ?? 0, 1)
  })

  it("tells how full what has a bound is: crawls, scrapes, the store", async () => {
    const crawl = { url: `${live.site.url}/slow`, max_pages: 1 }
    const { id } = (await (await live.service.call("/v1/crawl", { json: crawl })).json()) as { id: string }
    const metrics = await read()
    const crawls = ["queued", "running"].map((status) => metrics.get(`gleaner_crawls{status="${status}"}`))
    assert.strictEqual((crawls[0] ?? NaN) + (crawls[1] ?? NaN), 1)
    assert.isAbove(metrics.get("gleaner_store_bytes") ?? 0, 1000)
    assert.strictEqual(metrics.get("gleaner_scrapes_in_flight"), 0)
    await live.service.call(`/v1/jobs/${id}`, { method: "DELETE" })
  })

  it("has renamed metrics under their former names too", async () => {
    const metrics = await read()
    const of = (name: string) =>
      [...metrics].filter(([labelled]) => labelled.startsWith(name)).map(([, value]) => value)
    assert.lengthOf(of("gleaner_domain_leases{"), 2)
    assert.deepStrictEqual(of("gleaner_gates{"), of("gleaner_domain_leases{"))
    assert.deepStrictEqual(of("gleaner_oldest_gate_seconds{"), of("gleaner_oldest_domain_lease_seconds{"))
  })

  it("tells nothing without a key", async () => {
    assert.strictEqual((await fetch(`${live.service.url}/v1/metrics`)).status, 401)
  })
})
