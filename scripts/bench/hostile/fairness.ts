import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { type Client, clientOf, secrets } from "../support/fairness/load.ts"
import { type Load, loads } from "../support/fairness/loads.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { median, quantile, report, type Row } from "../support/report.ts"

/**
 * A normal key beside one that uses as much of the service as it can, by each way into it:
 * `npm run bench -- fairness [samples, 30] [IDs of loads, with commas]`. The table has the median and the 99th
 * percentile of what key `b` does alone and meanwhile; at most twice the median is the goal. `BENCH_MAIN` names the
 * program of another checkout.
 */
const samples = Number(process.argv[2] ?? 30)
const only = process.argv[3]?.split(",")
const limit = 60_000

const ofA = Array.from({ length: 16 }, (_, index) => `127.8.1.${index + 1}`)
const ofB = Array.from({ length: 32 }, (_, index) => `127.8.2.${index + 1}`)
const sites = new Worker(new URL("../support/sites/fairness-site.ts", import.meta.url), {
  workerData: { domains: [...ofA, ...ofB] }
})
const origins: ReadonlyArray<string> = (await once(sites, "message"))[0]
const hosts = origins.slice(0, ofA.length)
const hostAt = (index: number): string => hosts[index % hosts.length] ?? ""
let used = 0
/** The hosts of `b`, one after the other. */
const ownHost = (): string => origins[ofA.length + used++ % ofB.length] ?? ""

let refused = 0
let incomplete = 0

/** Retries while the service refuses, as a client does. */
const accepted = async ({ call }: Client, path: string, body?: object): Promise<unknown> => {
  for (const started = performance.now(); performance.now() - started < limit;) {
    const { status, text } = await call("b", path, body === undefined ? {} : { body })
    if (status !== 503 && status !== 429) return JSON.parse(text)
    refused++
    await sleep(500)
  }
  throw new Error("refused")
}

const scrape = async (client: Client, path: string): Promise<void> => {
  const answer = await accepted(client, "/v1/scrape", { url: ownHost() + path, use_cache: false })
  const { trace } = answer as { readonly trace?: { readonly rendered: boolean } }
  if (trace === undefined || path.startsWith("/app/") && !trace.rendered) incomplete++
}

type Request = readonly [name: string, run: (client: Client) => Promise<unknown>]

const usual: ReadonlyArray<Request> = [
  ["health", (client) => accepted(client, "/v1/health")],
  ["list", (client) => accepted(client, "/v1/jobs")],
  ["scrape", (client) => scrape(client, `/small/${used}`)]
]

/** Requests of key `b` that a load is known to delay. */
const special: Readonly<Record<NonNullable<Load["normal"]>, Request>> = {
  app: ["scrape of an app", (client) => scrape(client, "/app/1")],
  crawl: ["crawl of 10 pages", async (client) => {
    const body = { url: `${ownHost()}/small/0`, max_pages: 10 }
    const { id } = await accepted(client, "/v1/crawl", body) as { readonly id: string }
    for (;;) {
      const { status } = await accepted(client, `/v1/jobs/${id}`) as { readonly status: string }
      if (status === "done") return
      if (status === "failed") throw new Error("the crawl of b failed")
      await sleep(50)
    }
  }],
  webhook: ["webhook", async (client) => {
    const number = String(used)
    const host = ownHost()
    const arrived = new Promise<void>((resolve) => {
      const listen = (message: { readonly arrived?: string }) => {
        if (message.arrived !== number) return
        sites.off("message", listen)
        resolve()
      }
      sites.on("message", listen)
    })
    const webhook = { url: `${host}/hook/${number}`, events: ["job.finished"] }
    await accepted(client, "/v1/batch", { urls: [`${host}/small/1`], webhook })
    await arrived
  }]
}

/** Milliseconds of each request, in turn. */
const timed = async (
  client: Client,
  requests: ReadonlyArray<Request>
): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const times = requests.map((): Array<number> => [])
  for (let sample = 0; sample < samples; sample++) {
    for (const [index, [, run]] of requests.entries()) {
      const started = performance.now()
      await Promise.race([run(client).catch(() => sleep(limit)), sleep(limit)])
      times[index]?.push(performance.now() - started)
    }
  }
  return times
}

const rowsOf = async ({ id, name, normal, prepare, settings }: Load): Promise<ReadonlyArray<Row>> => {
  const service = await serviceProcess(
    {
      GLEANER_LOG_LEVEL: "Error",
      GLEANER_FIRECRAWL_API: "on",
      GLEANER_API_KEYS: Object.entries(secrets).map((pair) => pair.join(":")).join(","),
      ...settings
    },
    process.env["BENCH_MAIN"] ?? "src/main.ts"
  )
  const client = clientOf(service.url)
  const requests = normal === undefined ? usual : [special[normal]]
  // The first ones start readers and browsers.
  for (const [, run] of requests) await run(client)
  const prepared = await prepare?.(client, hostAt) ?? ""
  const alone = await timed(client, requests)
  const load = new Worker(new URL("../support/fairness/load-thread.ts", import.meta.url), {
    workerData: { service: service.url, hosts, id, prepared }
  })
  await sleep(5000)
  refused = incomplete = 0
  const beside = await timed(client, requests)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  load.postMessage("answered?")
  const [answered] = await once(load, "message") as [Readonly<Record<string, number>>]
  const rows: Array<Row> = []
  for (const [index, [request]] of requests.entries()) {
    const [before = [], meanwhile = []] = [alone[index], beside[index]]
    rows.push({
      id,
      "load of a": name,
      "b": request,
      "alone ms": median(before),
      "p99": quantile(before, 0.99),
      "beside ms": median(meanwhile),
      "beside p99": quantile(meanwhile, 0.99),
      "ratio": median(meanwhile) / median(before),
      refused,
      incomplete,
      "answers of a": Object.entries(answered).map(([status, count]) => `${count} x ${status}`).join(", ")
    })
  }
  await load.terminate()
  await service.kill()
  return rows
}

const rows: Array<Row> = []
for (const load of loads) if (only === undefined || only.includes(load.id)) rows.push(...await rowsOf(load))
report(rows)
await sites.terminate()
process.exit()
