import { Effect, Exit, Scope } from "effect"
import * as fs from "node:fs"
import { setTimeout } from "node:timers/promises"
import { hostileAnswers, hostileSites } from "../../test/support/hostile-site.ts"
import { startGeneratedSite } from "./support/generated-site.ts"
import { median, numbersFrom, report } from "./support/report.ts"
import { startService } from "./support/service-process.ts"

/**
 * Mixed load on one service for a while: crawls, cancelled crawls, scrapes, discovers, polls, and pages of a hostile site; all on
 * loopback. `npm run bench -- soak [minutes, 10]` ends with 1 on an unexpected answer, a lost job, or growth after the warm-up.
 */
const [minutes = 0] = numbersFrom(10)
const pages = 2000
const site = await startGeneratedSite(pages, 20, "standard")
const scope = Scope.makeUnsafe()
const { main: hostile } = await Effect.runPromise(Scope.provide(hostileSites, scope))
const service = await startService({
  GLEANER_FETCH_TIMEOUT: "3 seconds",
  GLEANER_FIRST_BYTE_TIMEOUT: "2 seconds",
  GLEANER_REQUEST_TIMEOUT: "20 seconds",
  GLEANER_RETRIES: "0",
  GLEANER_JOB_RETENTION: "30 seconds",
  GLEANER_STORE_BYTES: "32 MiB",
  GLEANER_CACHE_BYTES: "16 MiB",
  GLEANER_LOG_LEVEL: "Error"
})

const until = performance.now() + minutes * 60_000
const counts = new Map<string, number>()
const unexpected: Array<string> = []
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

const ask = async (path: string, json?: unknown, method?: string): Promise<Readonly<Record<string, unknown>>> => {
  const response = await service.call(path, json, method)
  const body = (await response.json()) as Readonly<Record<string, unknown>>
  return { ...body, answered: response.status }
}

const expect = (what: string, holds: boolean, answer: unknown): void => {
  count(what)
  if (!holds) unexpected.push(`${what}: ${JSON.stringify(answer).slice(0, 300)}`)
}

const anyPage = (): string => {
  const index = Math.floor(Math.random() * pages)
  const { port } = new URL(site.seed)
  return `http://127.0.0.${1 + index % 20}:${port}/articles/${index}`
}

const crawls = async (): Promise<void> => {
  const started = await ask("/v1/crawl", {
    url: site.seed,
    max_pages: 40 + Math.floor(Math.random() * 120),
    scope: "any"
  })
  expect("crawl", started["answered"] === 202, started)
  const isCancelled = Math.random() < 0.3
  const cancelAt = performance.now() + Math.random() * 3000
  for (;;) {
    const job = await ask(`/v1/jobs/${started["id"]}`)
    expect("poll", job["answered"] === 200, job)
    if (job["answered"] !== 200 || job["status"] === "done") return
    if (isCancelled && performance.now() > cancelAt) {
      const cancelled = await ask(`/v1/jobs/${started["id"]}`, undefined, "DELETE")
      return expect("cancel", cancelled["status"] === "cancelled" || cancelled["status"] === "done", cancelled)
    }
    expect("state", job["status"] === "queued" || job["status"] === "running", job)
    await setTimeout(300)
  }
}

const scrapes = async (): Promise<void> => {
  const page = await ask("/v1/scrape", { url: anyPage(), use_cache: Math.random() < 0.5 })
  expect("scrape", page["answered"] === 200 && typeof page["markdown"] === "string" && page["title"] !== "", page)
  await setTimeout(20)
}

const discovers = async (): Promise<void> => {
  const found = await ask("/v1/discover", { url: anyPage() })
  expect("discover", found["answered"] === 200, found)
  await setTimeout(50)
}

const traps = Object.keys(hostileAnswers).filter((path) => path !== "*" && path !== "/gzip-10GB")
const attacks = async (): Promise<void> => {
  const trap = traps[Math.floor(Math.random() * traps.length)]
  const answer = await ask("/v1/scrape", { url: `${hostile}${trap}` })
  // Whatever the site does is an answer with a code, or a document; never a failure of the service.
  const isFine = answer["answered"] === 200 || (typeof answer["code"] === "string" && answer["answered"] !== 500)
  expect("hostile page", isFine, { trap, ...answer })
}

const again = async (act: () => Promise<void>): Promise<void> => {
  while (performance.now() < until) {
    try {
      await act()
    } catch (cause) {
      unexpected.push(`${act.name}: ${String(cause)}`)
      await setTimeout(1000)
    }
  }
}

interface Sample {
  readonly mebibytes: number
  readonly descriptors: number
  readonly threads: number
}

const samples: Array<Sample> = []
const sampling = async (): Promise<void> => {
  while (performance.now() < until) {
    await setTimeout(5000)
    const status = fs.readFileSync(`/proc/${service.pid}/status`, "utf8")
    samples.push({
      mebibytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
      descriptors: fs.readdirSync(`/proc/${service.pid}/fd`).length,
      threads: fs.readdirSync(`/proc/${service.pid}/task`).length
    })
  }
}

await Promise.all([
  sampling(),
  ...[crawls, crawls, scrapes, scrapes, scrapes, discovers, attacks, attacks].map(again)
])
await setTimeout(3000)
const rest = fs.readdirSync(`/proc/${service.pid}/fd`).length
await service.stop()
site.stop()
await Effect.runPromise(Scope.close(scope, Exit.void))

/** The middle fifth, after the warm-up, against the last. */
const part = (from: number, to: number, of: (sample: Sample) => number): number =>
  median(samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)).map(of))
const rows = (["mebibytes", "descriptors", "threads"] as const).map((name) => {
  const [middle, last] = [part(0.4, 0.6, (sample) => sample[name]), part(0.8, 1, (sample) => sample[name])]
  return { what: name, "middle fifth": middle, "last fifth": last, "growth x": last / middle }
})
report([...rows, ...[...counts].map(([what, times]) => ({ what, times }))])
console.log(`${rest} descriptors at rest; ${unexpected.length} unexpected`)
for (const line of unexpected.slice(0, 20)) console.log(line)
const hasGrown = rows.some((row) => row["growth x"] > 1.15)
process.exitCode = unexpected.length === 0 && !hasGrown ? 0 : 1
