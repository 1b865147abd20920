import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { type ServiceProcess, serviceProcess } from "../support/processes/service-process.ts"
import { median, report, type Row } from "../support/report.ts"

/**
 * A normal key beside a hostile one: `npm run bench -- fairness [rounds, 3] [ID of one attack]`. Each attack of key `a`
 * takes as much of one resource as it can. The table has the median time of what key `b` does alone and meanwhile; at
 * most twice the time is the goal. `BENCH_MAIN` names the program of another checkout.
 */
const [rounds, only] = [Number(process.argv[2] ?? 3), process.argv[3]]
const limit = 60_000
const secrets = {
  a: "hostile-key-0123456789abcdef",
  a2: "hostile-two-0123456789abcdef",
  b: "normal-key-0123456789abcdef"
}

const ofA = Array.from({ length: 16 }, (_, index) => `127.8.1.${index + 1}`)
const ofB = Array.from({ length: 32 }, (_, index) => `127.8.2.${index + 1}`)
const sites = new Worker(new URL("../support/sites/fairness-site.ts", import.meta.url), {
  workerData: { domains: [...ofA, ...ofB] }
})
const origins: ReadonlyArray<string> = (await once(sites, "message"))[0]
const hostAt = (index: number): string => origins[index % ofA.length] ?? ""
let used = 0
/** A new, unknown host each time. */
const freshHost = (): string => origins[ofA.length + used++ % ofB.length] ?? ""

type Key = keyof typeof secrets
type Call = (key: Key, path: string, body?: object) => Promise<Response>

const callOf = (service: ServiceProcess): Call => (key, path, body) =>
  fetch(service.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": secrets[key], "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

interface Attack {
  readonly id: string
  readonly name: string
  readonly settings?: Readonly<Record<string, string | undefined>>
  /** Load of key `a`, until `stopped`. */
  readonly attack: (call: Call, stopped: AbortSignal) => void
  /** Request of key `b`. */
  readonly normal: (call: Call) => Promise<unknown>
}

/** Retries while the service refuses, as a client does. */
const accepted = async (call: Call, path: string, body: object): Promise<Response> => {
  for (const started = performance.now(); performance.now() - started < limit;) {
    const response = await call("b", path, body)
    if (response.status !== 503 && response.status !== 429) return response
    refused++
    await sleep(500)
  }
  throw new Error("refused")
}
let refused = 0

const scrape = async (call: Call, url: string): Promise<void> => {
  const answer = await (await accepted(call, "/v1/scrape", { url, use_cache: false })).json() as {
    readonly trace?: { readonly rendered: boolean }
  }
  if (answer.trace === undefined || url.includes("/app/") && !answer.trace.rendered) incomplete++
}
let incomplete = 0

const crawl = async (call: Call, route: string, body: object): Promise<string> => {
  const { id } = await (await accepted(call, route, body)).json() as { readonly id: string }
  for (;;) {
    const { status } = await (await call("b", `/v1/jobs/${id}`)).json() as { readonly status: string }
    if (status === "done") return id
    if (status === "failed") throw new Error("the crawl of b failed")
    await sleep(50)
  }
}

const crawlOfTen = (call: Call) => crawl(call, "/v1/crawl", { url: `${freshHost()}/small/0`, max_pages: 10 })

/** Maintains this number of concurrent requests of key `a`. */
const flood = (count: number, stopped: AbortSignal, request: (number: number) => Promise<Response>): void => {
  let number = 0
  const loop = async () => {
    while (!stopped.aborted) {
      const response = await request(number++).catch(() => undefined)
      await response?.arrayBuffer().catch(() => undefined)
      if (response?.ok !== true) await sleep(200)
    }
  }
  for (let index = 0; index < count; index++) void loop()
}

const costly = "div:has(div:not(:has(div:nth-child(7)))):has(> div:has(div:not(:has(span:has(b)))))"

const attacks: ReadonlyArray<Attack> = [
  {
    id: "B4",
    name: "4 huge crawls and all places",
    attack: (call, stopped) =>
      flood(16, stopped, (number) => call("a", "/v1/crawl", { url: `${hostAt(number)}/huge/1`, max_pages: 10_000 })),
    normal: crawlOfTen
  },
  {
    id: "B5",
    name: "a batch of 9 MB pages",
    attack: (call, stopped) =>
      flood(1, stopped, () =>
        call("a", "/v1/batch", {
          urls: Array.from({ length: 400 }, (_, index) => `${hostAt(index)}/large/${index}`)
        }).then((answer) => sleep(limit).then(() => answer))),
    normal: crawlOfTen
  },
  {
    id: "D1",
    name: "scrapes of endless scripts",
    settings: { GLEANER_BROWSER: undefined },
    attack: (call, stopped) =>
      flood(14, stopped, (number) => call("a", "/v1/scrape", { url: `${hostAt(number)}/spin/${number}` })),
    normal: (call) => scrape(call, `${freshHost()}/app/1`)
  },
  {
    id: "D2",
    name: "scrapes at silent servers",
    attack: (call, stopped) =>
      flood(80, stopped, (number) => call("a", "/v1/scrape", { url: `${hostAt(number)}/silent/${number}` })),
    normal: (call) =>
      Promise.all(Array.from({ length: 9 }, (_, index) => scrape(call, `${freshHost()}/small/${index}`)))
  },
  {
    id: "D9",
    name: "costly selectors",
    attack: (call, stopped) =>
      flood(
        16,
        stopped,
        (number) => call("a", "/v1/scrape", { url: `${hostAt(number)}/costly/${number}`, include_selectors: [costly] })
      ),
    normal: (call) =>
      Promise.all(Array.from({ length: 5 }, (_, index) => scrape(call, `${freshHost()}/small/${index}`)))
  },
  {
    id: "D10",
    name: "hanging receivers of two keys",
    settings: { GLEANER_WEBHOOK_ADDRESSES: "127.0.0.0/8", GLEANER_MAX_CRAWLS: "1000" },
    attack: (call, stopped) =>
      flood(8, stopped, (number) =>
        call(number % 2 === 0 ? "a" : "a2", "/v1/batch", {
          urls: [`${hostAt(number)}/small/${number}`],
          webhook: { url: `${hostAt(number)}/hang/1`, events: ["job.finished"] }
        }).then((answer) => sleep(100).then(() => answer))),
    normal: async (call) => {
      const number = String(used)
      const arrived = new Promise<void>((resolve) => {
        const listen = (message: { readonly arrived?: string }) => {
          if (message.arrived !== number) return
          sites.off("message", listen)
          resolve()
        }
        sites.on("message", listen)
      })
      const host = freshHost()
      const webhook = { url: `${host}/hook/${number}`, events: ["job.finished"] }
      await accepted(call, "/v1/batch", { urls: [`${host}/small/1`], webhook })
      await arrived
    }
  }
]

/** Median milliseconds of what key `b` does. */
const timed = async (call: Call, normal: Attack["normal"]): Promise<number> => {
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await Promise.race([normal(call).catch(() => sleep(limit)), sleep(limit)])
    times.push(performance.now() - started)
  }
  return median(times)
}

const rowOf = async ({ attack, id, name, normal, settings }: Attack): Promise<Row> => {
  const service = await serviceProcess(
    {
      GLEANER_LOG_LEVEL: "Error",
      GLEANER_API_KEYS: Object.entries(secrets).map((pair) => pair.join(":")).join(","),
      ...settings
    },
    process.env["BENCH_MAIN"] ?? "src/main.ts"
  )
  const call = callOf(service)
  // The first one starts readers and browsers.
  await normal(call)
  const alone = await timed(call, normal)
  const stopping = new AbortController()
  attack(call, stopping.signal)
  await sleep(5000)
  refused = incomplete = 0
  const beside = await timed(call, normal)
  stopping.abort()
  await service.kill()
  return { id, "attack": name, "alone ms": alone, "beside ms": beside, "ratio": beside / alone, refused, incomplete }
}

const rows: Array<Row> = []
for (const attack of attacks) if (only === undefined || attack.id === only) rows.push(await rowOf(attack))
report(rows)
await sites.terminate()
process.exit()
