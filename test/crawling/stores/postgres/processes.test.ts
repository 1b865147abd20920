import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { eventsAcross } from "../../../../scripts/bench/support/processes/events-across.ts"
import { type ServiceProcess, serviceProcess } from "../../../../scripts/bench/support/processes/service-process.ts"
import { politenessOf, type Sites, startSites } from "../../../../scripts/bench/support/sites/site-log.ts"
import { json } from "../../../support/shapes.ts"
import { overFleets } from "./fleets.ts"

const delay = 60

/** Two services start and crawl, beside whatever else runs on the machine. */
overFleets("two processes over one Postgres", ({ environment }, server) => {
  let sites: Sites
  let nodes: ReadonlyArray<ServiceProcess>
  beforeAll(async () => {
    sites = await startSites({ domains: 6, pagesPerDomain: 40, outlinks: 8 })
    const store = {
      ...environment,
      GLEANER_STORE: server().database(),
      GLEANER_DOMAIN_DELAY: `${delay} millis`,
      GLEANER_WORKERS: "0"
    }
    nodes = await Promise.all([1, 2].map((n) => serviceProcess({ ...store, GLEANER_USER_AGENT: `node-${n}` })))
  })
  afterAll(async () => {
    await Promise.all(nodes.map(({ stop }) => stop()))
    await sites.stop()
  })
  const [first, second] = [() => nodes[0] ?? assert.fail(), () => nodes[1] ?? assert.fail()]
  const crawl = async (maxPages: number) =>
    String(
      (await json(
        await first().call("/v1/crawl", { url: sites.seed, scope: "any", max_pages: maxPages, max_depth: 20 })
      ))["id"]
    )

  it(
    "share a crawl within the delays and the budget, and a reader moves between them without a loss",
    { tags: "long" },
    async () => {
      // Longer than the interval at which a node polls for crawls, so that both take part.
      const id = await crawl(200)
      const { ids, moves } = await eventsAcross(nodes, id, 15)
      const job = await json(await second().call(`/v1/jobs/${id}`))
      assert.deepInclude(job, { status: "done" })
      assert.deepInclude(job["stats"], { crawled: 200, pending: 0 })
      assert.isAtLeast(moves, 4)
      assert.deepStrictEqual(ids, Array.from({ length: ids.length }, (_, index) => index + 1))
      const ledger = await json(await second().call(`/v1/jobs/${id}/ledger?limit=1000`))
      assert.strictEqual(ledger["total"], ids.length)
      const log = await sites.requests()
      assert.deepInclude(politenessOf(log, delay), { overlaps: 0, gapsBelow: 0 })
      assert.strictEqual(new Set(log.map(({ agent }) => agent)).size, 2)
    }
  )

  it("find no job by an id that Postgres cannot hold", async () => {
    for (const [method, path] of [["GET", "%00"], ["DELETE", "%00"], ["GET", "a%00b/ledger"]] as const) {
      const answer = await first().call(`/v1/jobs/${path}`, undefined, method)
      assert.deepStrictEqual([answer.status, (await json(answer))["code"]], [404, "job_not_found"], path)
    }
  })

  it("stop a crawl on both when one is asked to: nothing is requested after the answer", async () => {
    // Longer than the interval at which a node polls for crawls, so that both take part.
    const id = await crawl(200)
    while ((await sites.requests()).length < 120) await new Promise((resolve) => setTimeout(resolve, 50))
    const answer = await second().call(`/v1/jobs/${id}`, undefined, "DELETE")
    const answeredAt = performance.timeOrigin + performance.now()
    assert.deepInclude(await json(answer), { status: "cancelled" })
    await new Promise((resolve) => setTimeout(resolve, 6 * delay))
    assert.deepStrictEqual((await sites.requests()).filter(({ begun }) => begun > answeredAt), [])
  })
}, { tags: "long" })
