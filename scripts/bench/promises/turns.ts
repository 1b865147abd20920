import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, report, type Row } from "../support/report.ts"
import type { Access } from "../support/sites/turns-site.ts"

/**
 * Whether each request to a site has its turn, by the sites' own log: `npm run bench -- turns [rounds, 10] [delay in
 * ms, 300]`. Scrapes, discovers and crawls at the same time, over domains of two hosts each, with redirects between
 * domains, walls of cookies, 429 and 503, sitemaps, robots.txt that redirect to another domain, a Crawl-delay, and
 * pages that lead a real browser on to another domain. A gap below the delay, or two requests at once, is a failure.
 */
const [rounds = 10, delay = 300] = numbersFrom(10, 300)
const domains = Array.from({ length: 8 }, (_, index) => `127.7.0.${index + 1}`)
const crawlDelayOf: Readonly<Record<string, number>> = { "127.7.0.3": 1 }

const sites = new Worker(new URL("../support/sites/turns-site.ts", import.meta.url), {
  workerData: { domains, crawlDelayOf }
})
const origins: ReadonlyArray<string> = (await once(sites, "message"))[0]
const service = await serviceProcess(
  { GLEANER_DOMAIN_DELAY: `${delay} millis`, GLEANER_BROWSER: undefined },
  process.env["BENCH_MAIN"] ?? "src/main.ts"
)

const originAt = (index: number): string => origins[index % origins.length] ?? ""

const paths = ["page", "go", "wall", "busy", "app"]
let answered = 0
let rendered = 0
const ask = async (route: string, url: string): Promise<void> => {
  const response = await service.call(route, { url, ...(route === "/v1/scrape" ? { use_cache: false } : {}) })
  const body = await response.json() as { readonly trace?: { readonly rendered: boolean } }
  if (response.ok) answered++
  if (body.trace?.rendered === true) rendered++
}
const crawl = async (url: string, scope: string): Promise<void> => {
  const started = await service.call("/v1/crawl", { url, scope, max_pages: 4 * rounds, sitemaps: true })
  const { id } = await started.json() as { readonly id: string }
  await (await service.call(`/v1/jobs/${id}/events`)).text()
}

const crawls = Promise.all([
  crawl(`${originAt(0)}/page/1`, "any"),
  crawl(`${originAt(5)}/page/1`, "subdomains"),
  crawl(`${originAt(9)}/go/1`, "domain")
])
await Promise.all(
  Array.from({ length: rounds }, (_, round) => round).flatMap((round) => [
    ...paths.map((path, index) => ask("/v1/scrape", `${originAt(round * 3 + index)}/${path}/${100 + round}`)),
    ask("/v1/discover", `${originAt(round * 5)}/page/${200 + round}`),
    ask("/v1/discover", `${originAt(round + 1)}/go/${200 + round}`)
  ])
)
await crawls

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
sites.postMessage("enough")
const log: ReadonlyArray<Access> = (await once(sites, "message"))[0]
await service.stop()
await sites.terminate()

/** The page that needed a robots.txt follows it at once: both are one visit. */
const isContinuation = (before: Access, next: Access): boolean =>
  before.path === "/robots.txt" && next.path !== "/robots.txt" && before.origin === next.origin

/** robots.txt has the Crawl-delay, so its own request cannot obey it. */
const delayBefore = ({ domain, path }: Access): number =>
  path.endsWith(".txt") ? delay : Math.max(delay, 1000 * (crawlDelayOf[domain] ?? 0))

const rowOf = (domain: string, accesses: ReadonlyArray<Access>): Row => {
  const pairs = accesses.slice(1).map((next, index) => [accesses[index] ?? next, next] as const)
  const gaps = pairs.filter(([before, next]) => !isContinuation(before, next))
    .map(([before, next]) => ({ gap: next.at - before.at, due: delayBefore(next) }))
  return {
    "domain": domain,
    "requests": accesses.length,
    "by browser": accesses.filter(({ byBrowser }) => byBrowser).length,
    "overlaps": pairs.filter(([before, next]) => next.at < (before.endedAt ?? Infinity)).length,
    "least gap ms": Math.min(...gaps.map(({ gap }) => gap)),
    "gaps below": gaps.filter(({ due, gap }) => gap < due).length
  }
}

const rows = [...Map.groupBy(log, ({ domain }) => domain)].map(([domain, accesses]) => rowOf(domain, accesses))
const all = (name: string): number => rows.reduce((sum, row) => sum + Number(row[name]), 0)
report([...rows, {
  "domain": "all",
  "requests": all("requests"),
  "by browser": all("by browser"),
  "overlaps": all("overlaps"),
  "least gap ms": Math.min(...rows.map((row) => Number(row["least gap ms"]))),
  "gaps below": all("gaps below")
}])
console.log(
  `${answered} of ${rounds * (paths.length + 2)} pages answered, ${rendered} of them rendered; the delay is ${delay} ms`
)
if (all("overlaps") + all("gaps below") > 0 || rendered === 0) process.exitCode = 1
