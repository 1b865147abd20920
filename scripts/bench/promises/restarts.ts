import { startNodes } from "../support/processes/nodes-over-postgres.ts"
import { numbersFrom, report } from "../support/report.ts"
import { politenessOf } from "../support/sites/site-log.ts"

/**
 * Rolling restarts of nodes over one crawl: `npm run bench -- restarts [rounds] [pages] [delay in milliseconds]
 * [domains] [slowness of a page in milliseconds]`. Three nodes over one Postgres; each round stops and starts all of
 * them, one after the other (SIGTERM). Counts from the log of the sites how many pages were fetched again.
 */
const [rounds = 6, pages = 1000, delay = 500, domains = 14, slowness = 1500] = numbersFrom(6, 1000, 500, 14, 1500)

const { nodes, postgres, sites, startNode, stop, url } = await startNodes({ count: 3, delay, domains, pages, slowness })

interface Job {
  readonly id: string
  readonly status: string
  readonly stats: { readonly crawled: number; readonly pending: number }
}
const call = async (path: string, json?: unknown): Promise<Job> => {
  for (;;) {
    for (const node of nodes) {
      const answer = await node.call(path, json).catch(() => undefined)
      if (answer?.ok === true) return await answer.json() as Job
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const asked = { url: sites.seed, scope: "any", max_pages: pages, max_depth: 1000, dedup: false }
const { id } = await call("/v1/crawl", asked)
const began = performance.now()
const stops: Array<number> = []
let whileCrawling = 0
for (let round = 0; round < rounds; round++) {
  for (let place = 0; place < nodes.length; place++) {
    const before = performance.now()
    await nodes[place]?.stop()
    stops.push(performance.now() - before)
    nodes[place] = await startNode()
    if ((await call(`/v1/jobs/${id}`)).status === "running") whileCrawling++
  }
}
let job = await call(`/v1/jobs/${id}`)
while (job.status === "running") {
  await new Promise((resolve) => setTimeout(resolve, 500))
  job = await call(`/v1/jobs/${id}`)
}
const took = (performance.now() - began) / 1000
await new Promise((resolve) => setTimeout(resolve, 1500))
const log = await sites.requests()
const requested = log.filter(({ path }) => path.startsWith("/page/")).map(({ domain, path }) => `${domain}${path}`)
const again = requested.length - new Set(requested).size
const urls = postgres.sql(url, "SELECT url FROM gleaner.ledger")
const { gapsBelow, overlaps } = politenessOf(log, delay)
report([{
  status: job.status,
  pages: job.stats.crawled,
  seconds: took,
  restarts: stops.length,
  "during the crawl": whileCrawling,
  "fetched again": again,
  "twice in the ledger": urls.length - new Set(urls).size,
  overlaps,
  "gaps below": gapsBelow,
  "longest stop s": Math.max(...stops) / 1000
}])
await stop()
process.exit(again <= pages / 100 && urls.length === new Set(urls).size && job.stats.crawled === pages ? 0 : 1)
