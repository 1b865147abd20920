import { startPostgres } from "../../../../test/support/stores/postgres.ts"
import { startSites } from "../sites/site-log.ts"
import { type ServiceProcess, serviceProcess } from "./service-process.ts"

interface Sizes {
  readonly count: number
  /** Budget of the largest crawl. The sites have twice as many pages. */
  readonly pages: number
  /** Milliseconds between two requests to a domain. */
  readonly delay: number
  readonly domains: number
  /** Milliseconds that the answer of a page takes. Default 0. */
  readonly slowness?: number
}

/**
 * Nodes over one Postgres, and the sites that they crawl. The nodes start one after the other, so their numbers in the
 * store are their places in the list. No node outlives this process.
 */
export const startNodes = async (
  { count, delay, domains, pages, ...slowness }: Sizes,
  settings: Readonly<Record<string, string>> = {},
  ofPostgres: Readonly<Record<string, string>> = {}
) => {
  const postgres = await startPostgres({ max_connections: "100", ...ofPostgres })
  const url = postgres.database()
  const sites = await startSites({ domains, pagesPerDomain: Math.ceil(2 * pages / domains), outlinks: 12, ...slowness })
  const nodes: Array<ServiceProcess> = []
  process.on("exit", () => {
    for (const { kill } of nodes) void kill()
  })
  let started = 0
  const startNode = () =>
    serviceProcess({
      GLEANER_STORE: url,
      GLEANER_DOMAIN_DELAY: `${delay} millis`,
      GLEANER_MAX_PAGES: "1000000",
      GLEANER_MAX_DEPTH: "1000",
      GLEANER_USER_AGENT: `node-${++started}`,
      GLEANER_WORKERS: "1",
      ...settings
    })
  while (nodes.length < count) nodes.push(await startNode())
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await sites.stop()
    await postgres.remove()
  }
  return { postgres, url, sites, nodes, startNode, stop }
}
