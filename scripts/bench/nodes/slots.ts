import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { startPostgres } from "../../../test/support/stores/postgres.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, report, type Row } from "../support/report.ts"
import { startSites } from "../support/sites/site-log.ts"

/**
 * A crawl of 10 pages beside four crawls of another key that take all running slots, on each store: `npm run bench --
 * slots [seconds of the large crawls before]`. Says how long the small crawl is queued, and whether the large ones
 * repeat a page.
 */
const [before = 25] = numbersFrom(25)
const keys = { a: "greedy-key-0123456789abcdef", b: "modest-key-0123456789abcdef" }
const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-slots-"))
const postgres = await startPostgres({ max_connections: "100" })

interface Job {
  readonly id: string
  readonly status: string
  readonly stats: { readonly crawled: number }
}

const measure = async (name: string, store: string): Promise<Row> => {
  const sites = await startSites({ domains: 8, pagesPerDomain: 5000, outlinks: 12 })
  const service = await serviceProcess({
    GLEANER_STORE: store,
    GLEANER_DOMAIN_DELAY: "200 millis",
    GLEANER_WORKERS: "1",
    GLEANER_API_KEYS: `a:${keys.a},b:${keys.b}`
  })
  const call = async (key: string, path: string, json?: unknown, method = json === undefined ? "GET" : "POST") =>
    await (await fetch(service.url + path, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(json === undefined ? {} : { body: JSON.stringify(json) })
    })).json() as Job
  const crawl = (key: string, domain: number, maxPages: number) =>
    call(key, "/v1/crawl", {
      url: sites.seed.replace(/127\.1\.0\.1/, `127.1.0.${domain}`),
      max_pages: maxPages,
      max_depth: 100
    })
  const large = [await crawl(keys.a, 1, 5000), await crawl(keys.a, 2, 5000)]
  large.push(await crawl(keys.a, 3, 5000), await crawl(keys.a, 4, 5000))
  await sleep(before * 1000)
  const asked = performance.now()
  const small = await crawl(keys.b, 6, 10)
  let job = small
  let queued: number | undefined
  while (job.status === "queued" || job.status === "running") {
    await sleep(20)
    job = await call(keys.b, `/v1/jobs/${small.id}`)
    if (job.status !== "queued") queued ??= performance.now() - asked
  }
  const took = performance.now() - asked
  await sleep(10_000)
  const statuses = await Promise.all(large.map(({ id }) => call(keys.a, `/v1/jobs/${id}`)))
  await Promise.all(large.map(({ id }) => call(keys.a, `/v1/jobs/${id}`, undefined, "DELETE")))
  await service.stop()
  const pages = (await sites.requests()).filter(({ path }) => path.startsWith("/page/")).map(({ domain, path }) =>
    domain + path
  )
  await sites.stop()
  return {
    store: name,
    "queued s": (queued ?? Number.NaN) / 1000,
    "done after s": took / 1000,
    "pages of it": job.stats.crawled,
    "large ones that run": statuses.filter(({ status }) => status === "running").length,
    "least pages of a large one": Math.min(...statuses.map(({ stats }) => stats.crawled)),
    "fetched twice": pages.length - new Set(pages).size
  }
}

report([
  await measure("memory", "memory"),
  await measure("SQLite", `sqlite:${path.join(folder, "gleaner.db")}`),
  await measure("Postgres", postgres.database())
])
await postgres.remove()
fs.rmSync(folder, { recursive: true })
