import * as os from "node:os"
import { setTimeout } from "node:timers/promises"
import { type ServiceProcess, serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, quantile, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * Durations of a probe, a poll of a job and a scrape of a cached page while crawls use every core, compared with an
 * idle service: `npm run bench -- api [polls, 500]`.
 */
const [polls = 0] = numbersFrom(500)
const site = await startGeneratedSite(10_000, 50, "standard")

interface Created {
  readonly id: string
  readonly status: string
  readonly stats: { readonly crawled: number }
}

const timed = async (service: ServiceProcess, times: number, path: string, json?: unknown): Promise<Array<number>> => {
  const millis: Array<number> = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    const response = await service.call(path, json)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
    millis.push(performance.now() - started)
    await setTimeout(10)
  }
  return millis
}

const crawl = async (service: ServiceProcess, pages: number, depth: number): Promise<Created> =>
  (await (await service.call("/v1/crawl", { url: site.seed, max_pages: pages, max_depth: depth, scope: "any" }))
    .json()) as Created

const job = async (service: ServiceProcess, id: string): Promise<Created> =>
  (await (await service.call(`/v1/jobs/${id}`)).json()) as Created

const measure = async (workers: number) => {
  const service = await serviceProcess({ GLEANER_WORKERS: String(workers) })
  const { id } = await crawl(service, 1, 0)
  const cached = { url: site.seed }
  await timed(service, 30, "/v1/scrape", cached)
  await timed(service, 30, `/v1/jobs/${id}`)
  const idle = {
    probe: await timed(service, polls, "/healthz"),
    poll: await timed(service, polls, `/v1/jobs/${id}`),
    scrape: await timed(service, polls / 4, "/v1/scrape", cached)
  }
  const busy = [await crawl(service, 10_000, 10), await crawl(service, 10_000, 10)]
  for (const { id } of busy) while ((await job(service, id)).stats.crawled < 20) await setTimeout(100)
  const before = (await job(service, busy[0]?.id ?? "")).stats.crawled
  const started = performance.now()
  const loaded = {
    probe: await timed(service, polls, "/healthz"),
    poll: await timed(service, polls, `/v1/jobs/${id}`),
    scrape: await timed(service, polls / 4, "/v1/scrape", cached)
  }
  const after = await job(service, busy[0]?.id ?? "")
  const rate = 2 * (after.stats.crawled - before) / (performance.now() - started) * 1000
  for (const { id } of busy) await service.call(`/v1/jobs/${id}`, undefined, "DELETE")
  await service.stop()
  if (after.status !== "running") throw new Error("the crawl ended before the measurement; ask for fewer polls")
  return (["probe", "poll", "scrape"] as const).map((what) => ({
    "milliseconds": `${names[what]}, ${workers} readers`,
    "idle p50": quantile(idle[what], 0.5),
    "idle p99": quantile(idle[what], 0.99),
    "crawling p50": quantile(loaded[what], 0.5),
    "crawling p99": quantile(loaded[what], 0.99),
    "p99 x": quantile(loaded[what], 0.99) / quantile(idle[what], 0.99),
    "crawled pages/s": rate
  }))
}

const names = { probe: "probe of /healthz", poll: "poll of a job", scrape: "scrape of a cached page" }

const rows = await measure(os.availableParallelism())
site.stop()
report(rows)
