import * as os from "node:os"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import { bindThis, twoHalves } from "../support/processes/cores.ts"
import { type ServiceProcess, serviceProcess } from "../support/processes/service-process.ts"
import { quantile, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * Durations of a probe, of a poll of a running job, of its first documents and of a scrape of a cached page while
 * crawls of real pages use every core of the service, compared with an idle service: `npm run bench -- api [polls, 500]
 * [rounds, 1] [--against FOLDER]`, with another checkout in turns. The service has one half of the cores, the site and
 * the client have the other. Figures are the least of the rounds.
 */
const { positionals, values: { against, json } } = parseArgs({
  allowPositionals: true,
  options: { against: { type: "string" }, json: { type: "boolean" } }
})
const [polls = 500, rounds = 1] = positionals.map(Number)
const checkouts = { this: ".", ...(against === undefined ? {} : { against: path.resolve(against) }) }

const halves = twoHalves()
if (halves !== undefined) bindThis(halves.others)
const site = await startGeneratedSite(4000, 50, "real")

interface Job {
  readonly id: string
  readonly status: string
  readonly stats: { readonly crawled: number }
}

const crawlOf = (service: ServiceProcess) => async (pages: number): Promise<string> => {
  // Links in the text of a real page lead elsewhere.
  const asked = {
    url: site.seed,
    max_pages: pages,
    max_depth: 20,
    scope: "any",
    include: ["http://127.0.0.*"],
    dedup: false
  }
  return ((await (await service.call("/v1/crawl", asked)).json()) as Job).id
}

const timed = async (service: ServiceProcess, times: number, [path, body]: Call): Promise<Array<number>> => {
  const millis: Array<number> = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    const response = await service.call(path, body)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
    millis.push(performance.now() - started)
    await setTimeout(10)
  }
  return millis
}

type Call = readonly [path: string, body?: unknown]

const callsOn = (id: string): ReadonlyArray<readonly [name: string, times: number, call: Call]> => [
  ["probe of /healthz", polls, ["/healthz"]],
  ["poll of a job", polls, [`/v1/jobs/${id}`]],
  ["10 documents of a job", polls, [`/v1/jobs/${id}/documents?limit=10`]],
  ["scrape of a cached page", Math.ceil(polls / 4), ["/v1/scrape", { url: site.seed }]]
]

/** Durations of each call, by its name. */
const measured = async (service: ServiceProcess, id: string) => {
  const all = new Map<string, Array<number>>()
  for (const [name, times, call] of callsOn(id)) all.set(name, await timed(service, times, call))
  return all
}

const measure = async (folder: string) => {
  const service = await serviceProcess({}, path.join(folder, "src/main.ts"), halves?.service)
  const crawl = crawlOf(service)
  const job = async (id: string) => (await (await service.call(`/v1/jobs/${id}`)).json()) as Job
  const crawled = async (id: string, pages: number): Promise<void> => {
    while ((await job(id)).stats.crawled < pages) await setTimeout(100)
  }
  const first = await crawl(100)
  await crawled(first, 100)
  for (const [, , call] of callsOn(first)) await timed(service, 30, call)
  const idle = await measured(service, first)

  const [watched = "", other = ""] = [await crawl(4000), await crawl(4000)]
  await crawled(watched, 200)
  const before = (await job(watched)).stats.crawled
  const started = performance.now()
  const loaded = await measured(service, watched)
  const after = await job(watched)
  const rate = 2 * (after.stats.crawled - before) / (performance.now() - started) * 1000
  if (after.status !== "running") throw new Error("the crawl ended before the measurement; ask for fewer polls")
  for (const id of [watched, other]) await service.call(`/v1/jobs/${id}`, undefined, "DELETE")
  await service.stop()
  return { idle, loaded, rate }
}

const runs = new Map<string, Array<Awaited<ReturnType<typeof measure>>>>()
for (let round = 0; round < rounds; round++) {
  for (const [name, folder] of Object.entries(checkouts)) {
    runs.set(name, [...runs.get(name) ?? [], await measure(folder)])
  }
}
site.stop()

const least = (of: ReadonlyArray<ReadonlyMap<string, ReadonlyArray<number>>>, name: string, share: number): number =>
  Math.min(...of.map((all) => quantile(all.get(name) ?? [], share)))

if (json !== true) console.log(`cores of the service: ${halves?.service ?? `all ${os.availableParallelism()}, shared`}`)
report(
  callsOn("").flatMap(([name]) =>
    [...runs].map(([checkout, all]) => {
      const idle = all.map((run) => run.idle)
      const loaded = all.map((run) => run.loaded)
      return {
        "milliseconds": against === undefined ? name : `${name}, ${checkout}`,
        "idle p50": least(idle, name, 0.5),
        "idle p99": least(idle, name, 0.99),
        "idle max": least(idle, name, 1),
        "crawling p50": least(loaded, name, 0.5),
        "crawling p99": least(loaded, name, 0.99),
        "crawling max": least(loaded, name, 1),
        "crawled pages/s": Math.max(...all.map(({ rate }) => rate))
      }
    })
  )
)
