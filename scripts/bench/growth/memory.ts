import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import * as zlib from "node:zlib"
import { groupMebibytes, watchMemory } from "../support/processes/group-memory.ts"
import { type ServiceProcess, serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, report, type Row } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * The memory of the service with its readers, at most: a crawl of one host, sixteen crawls at once, and pages of nearly
 * the size limit. `npm run bench -- memory [pages of the crawl, 600] [pages of each of sixteen, 60] [large pages at
 * once, 16] [large pages of a crawl, 128]`. A number of 0 leaves its case out.
 */
const [pages = 0, each = 0, atOnce = 0, crawled = 0] = numbersFrom(600, 60, 16, 128)
const largest = 9_500_000

/** An article, plain or gzipped a hundredfold. */
const largePage = Buffer.from(
  `<!doctype html><html lang="en"><title>Large</title><main><h1>Large</h1>${
    "<p>A paragraph of the kind that pages are full of, with words enough to be taken for content.</p>".repeat(
      largest / 97
    )
  }</main>`
)
const packed = zlib.gzipSync(largePage, { level: 1 })

const largeSite = async () => {
  const server = http.createServer((request, response) => {
    if (request.url?.startsWith("/list/") === true) return void response.end(listOf(request.url.slice("/list/".length)))
    const isPacked = request.url?.includes("packed") === true
    response.writeHead(200, { "content-type": "text/html", ...(isPacked ? { "content-encoding": "gzip" } : {}) })
    response.end(isPacked ? packed : largePage)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  /** Each page is on a host of its own, so all are fetched at the same time. */
  const listOf = (kind: string): string =>
    Array.from({ length: crawled }, (_, at) => `<a href="http://127.0.1.${at + 1}:${port}/${kind}/${at}">${at}</a>`)
      .join("")
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const started = async (service: ServiceProcess, url: string, pages: number): Promise<string> => {
  const asked = await service.call("/v1/crawl", { url, max_pages: pages, scope: "any" })
  return ((await asked.json()) as { readonly id: string }).id
}

/** Cancels a crawl after `millis` milliseconds, and prints what it has read. */
const begun = async (service: ServiceProcess, url: string, pages: number, millis: number): Promise<void> => {
  const id = await started(service, url, pages)
  await setTimeout(millis)
  const ended = await (await service.call(`/v1/jobs/${id}`, undefined, "DELETE")).json()
  console.error((ended as { readonly stats: unknown }).stats)
}

const finished = async (service: ServiceProcess, url: string, pages: number): Promise<void> => {
  const id = await started(service, url, pages)
  for (;;) {
    const { status } = (await (await service.call(`/v1/jobs/${id}`)).json()) as { readonly status: string }
    if (status === "done") return
    if (status === "failed" || status === "cancelled") throw new Error(`the crawl ended as ${status}`)
    await setTimeout(200)
  }
}

const scraped = async (service: ServiceProcess, url: string): Promise<void> => {
  const response = await service.call("/v1/scrape", { url, use_cache: false })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`the scrape was answered ${response.status}: ${body.slice(0, 400)}`)
}

const rows: Array<Row> = []
const measured = async (what: string, run: (service: ServiceProcess) => Promise<unknown>): Promise<void> => {
  const service = await serviceProcess(
    { GLEANER_MAX_RUNNING_CRAWLS: "16", GLEANER_REQUEST_TIMEOUT: "10 minutes" },
    "scripts/start.mjs"
  )
  await scraped(service, `${site.seed}`)
  const idle = groupMebibytes(service.pid)
  const watch = watchMemory(service.pid)
  await run(service)
  const peak = watch.stop()
  await setTimeout(5000)
  const after = groupMebibytes(service.pid)
  rows.push({
    "MiB, with readers": what,
    "after the first page": idle,
    "at most": peak.shared,
    "at most, shared pages counted for each": peak.resident,
    "5 s later": after
  })
  console.error(rows.at(-1))
  await service.stop()
}

const site = await startGeneratedSite(20_000, 16, "standard")
const oneHost = await startGeneratedSite(Math.max(1, pages), 1, "standard")
const large = await largeSite()
const hostOf = (index: number): string => site.seed.replace("127.0.0.1", `127.0.0.${index + 1}`)
const sixteen = Array.from({ length: 16 }, (_, index) => index)

if (pages > 0) await measured("a crawl of one host", (service) => finished(service, oneHost.seed, pages))
if (each > 0) {
  await measured(
    "sixteen crawls at once",
    (service) => Promise.all(sixteen.map((index) => finished(service, hostOf(index), each)))
  )
}
for (const kind of atOnce > 0 ? ["plain", "packed"] : []) {
  await measured(`one page of 9.5 MB, ${kind}`, (service) => scraped(service, `${large.url}/${kind}`))
  await measured(
    `${atOnce} of them at once, ${kind}`,
    (service) => Promise.all(sixteen.slice(0, atOnce).map((index) => scraped(service, `${large.url}/${kind}/${index}`)))
  )
}
for (const kind of crawled > 0 ? ["plain", "packed"] : []) {
  await measured(
    `a crawl of ${crawled} of them, ${kind}`,
    // All of them arrive in this time, if they may.
    (service) => begun(service, `${large.url}/list/${kind}`, crawled + 1, 40_000)
  )
}
for (const { stop } of [site, oneHost]) stop()
large.close()
report(rows)
