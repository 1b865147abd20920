import { Effect, Exit, Scope } from "effect"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { hostileAnswers, hostileSites } from "../../../test/support/web/hostile-site.ts"
import { pacedTo, type Sample, sampleOf } from "../support/processes/process-samples.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { median, numbersFrom, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * Mixed load on one service for a while: crawls, cancelled crawls, scrapes, discovers, polls, pages of a hostile site,
 * pages that a browser renders, and callers that read slowly or hang up; all on loopback. `npm run bench -- soak
 * [minutes, 10] [share of a core, 0]` ends with 1 on an unexpected answer, a lost job, or growth after the warm-up.
 * With a share, callers rest so that the service takes about that much of one core. A line a minute goes to stderr; an
 * interrupt ends it early.
 */
const [minutes = 0, share = 0] = numbersFrom(10, 0)
const pages = 2000
const site = await startGeneratedSite(pages, 20, "standard")
const light = await startGeneratedSite(10_000, 20, "small")
const scope = Scope.makeUnsafe()
const { main: hostile } = await Effect.runPromise(Scope.provide(hostileSites, scope))

/** Pages that only a browser fills. */
const shells = path.join(import.meta.dirname, "../../../test/web/render/pages")
const shellNames = fs.readdirSync(shells).filter((name) => name.endsWith("-client.html"))
const app = http.createServer((request, response) => {
  const file = path.join(shells, path.basename(request.url ?? ""))
  if (file.endsWith("data.json")) return void response.end(`{"ok":true}`)
  if (!fs.existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200, { "content-type": file.endsWith(".js") ? "text/javascript" : "text/html" })
  response.end(fs.readFileSync(file))
})
await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve))
const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`

const service = await serviceProcess({
  GLEANER_BROWSER: undefined,
  GLEANER_FETCH_TIMEOUT: "15 seconds",
  GLEANER_REQUEST_TIMEOUT: "40 seconds",
  GLEANER_JOB_RETENTION: "30 seconds",
  GLEANER_STORE_BYTES: "32 MiB",
  GLEANER_CACHE_BYTES: "16 MiB",
  GLEANER_LOG_LEVEL: "Error"
})

const pace = pacedTo(share, service.pid)
let until = performance.now() + minutes * 60_000
process.once("SIGINT", () => void (until = performance.now()))
const counts = new Map<string, number>()
const unexpected: Array<string> = []
/** Jobs that are gone before their end. */
const lost: Array<string> = []
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

const ask = async (path: string, json?: unknown, method?: string): Promise<Readonly<Record<string, unknown>>> => {
  const response = await service.call(path, json, method)
  const body = (await response.json()) as Readonly<Record<string, unknown>>
  return { ...body, answered: response.status }
}

const expect = (what: string, holds: boolean, answer: unknown): void => {
  count(what)
  // A busy machine may turn callers away, with words and a time to come again.
  if (isTurnedAway(answer)) count("turned away")
  else if (!holds) unexpected.push(`${what}: ${JSON.stringify(answer).slice(0, 300)}`)
}

const isTurnedAway = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "code" in answer && answer.code === "overloaded"
  && "retry_after" in answer

const anyPage = (): string => {
  const index = Math.floor(Math.random() * pages)
  const { port } = new URL(site.seed)
  return `http://127.0.0.${1 + index % 20}:${port}/articles/${index}`
}

/** Follows a job to its end; `cancelAt` is a moment of `performance.now`. A job that is gone before that is lost. */
const follow = async (id: unknown, ends: ReadonlyArray<string>, cancelAt: number): Promise<void> => {
  for (;;) {
    const job = await ask(`/v1/jobs/${id}`)
    const status = String(job["status"])
    expect("poll", job["answered"] === 200, job)
    if (job["answered"] === 404) return void lost.push(String(id))
    if (ends.includes(status)) return count(`crawl ${status}`)
    expect("state", status === "queued" || status === "running", job)
    if (job["answered"] !== 200) return
    if (performance.now() > cancelAt) {
      const cancelled = await ask(`/v1/jobs/${id}`, undefined, "DELETE")
      const isOver = cancelled["status"] === "cancelled" || ends.includes(String(cancelled["status"]))
      expect("cancel", cancelled["answered"] === 200 && isOver, cancelled)
      return count(`crawl ${String(cancelled["status"])}`)
    }
    await setTimeout(300)
  }
}

const crawl = async (url: string, pages: number, ends: ReadonlyArray<string>, cancelAt: number): Promise<void> => {
  const started = await ask("/v1/crawl", { url, max_pages: pages, scope: "any" })
  expect("crawl", started["answered"] === 202, started)
  if (started["answered"] === 202) await follow(started["id"], ends, cancelAt)
}

const crawls = (): Promise<void> => crawl(light.seed, 5 + Math.floor(Math.random() * 40), ["done"], Infinity)

const cancels = async (): Promise<void> => {
  await crawl(light.seed, 5000, ["done"], performance.now() + Math.random() * 3000)
  await setTimeout(1000)
}

/** A crawl of the hostile site may fail with its seed; it ends all the same. */
const badCrawls = async (): Promise<void> => {
  await crawl(`${hostile}${anyTrap()}`, 5, ["done", "failed"], Infinity)
  await setTimeout(2000)
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
const anyTrap = (): string => traps[Math.floor(Math.random() * traps.length)] ?? "/good"

const attacks = async (): Promise<void> => {
  const trap = anyTrap()
  const answer = await ask("/v1/scrape", { url: `${hostile}${trap}` })
  // Any behaviour of the site results in an error with a code, or a document; never in a failure of the service.
  const isFine = answer["answered"] === 200 || (typeof answer["code"] === "string" && answer["answered"] !== 500)
  expect("hostile page", isFine, { trap, ...answer })
}

const renders = async (): Promise<void> => {
  const name = shellNames[Math.floor(Math.random() * shellNames.length)] ?? ""
  const page = await ask("/v1/scrape", { url: `${appUrl}/${name}`, use_cache: Math.random() < 0.8 })
  const trace = page["trace"] as { readonly rendered: boolean; readonly warnings: ReadonlyArray<unknown> } | undefined
  // On a busy machine the browser may take too long, and the page says so.
  expect("render", page["answered"] === 200 && (trace?.rendered === true || trace?.warnings.length !== 0), page)
  if (trace?.rendered === true) count("rendered")
  await setTimeout(500)
}

/** A caller that takes a job's events byte by byte, and often leaves before its end. */
const slowReaders = async (): Promise<void> => {
  const started = await ask("/v1/crawl", { url: light.seed, max_pages: 200, scope: "any" })
  expect("crawl", started["answered"] === 202, started)
  if (started["answered"] !== 202) return
  const response = await service.events(String(started["id"]))
  expect("events", response.status === 200, response.status)
  const leaveAt = Math.random() < 0.5 ? Math.random() * 20 : Infinity
  let pieces = 0
  for await (const _ of response.body ?? []) {
    if (++pieces > leaveAt) break
    await setTimeout(200)
  }
  count(pieces > leaveAt ? "hung up" : "read slowly")
  await follow(started["id"], ["done"], Infinity)
}

const again = async (act: () => Promise<void>): Promise<void> => {
  while (performance.now() < until) {
    try {
      await act()
      await setTimeout(pace.rest())
    } catch (cause) {
      unexpected.push(`${act.name}: ${String(cause)}`)
      await setTimeout(1000)
    }
  }
}

const samples: Array<Sample> = []
const sampling = async (): Promise<void> => {
  while (performance.now() < until) {
    await setTimeout(5000)
    await sampled().catch((cause: unknown) => unexpected.push(`sample: ${String(cause)}`))
  }
}

const sampled = async (): Promise<void> => {
  samples.push(await sampleOf(service))
  if (samples.length % 12 > 0) return
  const now = Object.entries(samples.at(-1) ?? {}).map(([name, value]) => [name, Math.round(value)])
  console.error(JSON.stringify({
    minute: samples.length / 12,
    "share of a core": Math.round(pace.used() * 100) / 100,
    ...Object.fromEntries(now),
    "lost jobs": lost.length,
    ...Object.fromEntries(counts),
    unexpected: unexpected.slice(-10)
  }))
}

await Promise.all(
  [
    crawls,
    crawls,
    cancels,
    badCrawls,
    scrapes,
    scrapes,
    scrapes,
    discovers,
    attacks,
    attacks,
    renders,
    slowReaders
  ].map(again).concat(sampling())
)
// Longer than the retention of a finished job, and than the minute of a keep-alive connection.
await setTimeout(75_000)
const rest = await sampleOf(service)
await service.stop()
site.stop()
light.stop()
app.close()
await Effect.runPromise(Scope.close(scope, Exit.void))

/** The middle fifth, after the warm-up, against the last. */
const part = (from: number, to: number, of: (sample: Sample) => number): number =>
  median(samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)).map(of))
const rows = (["mebibytes", "mebibytes of all", "descriptors", "threads", "sockets", "timers", "fibers"] as const).map(
  (name) => {
    const [middle, last] = [part(0.4, 0.6, (sample) => sample[name]), part(0.8, 1, (sample) => sample[name])]
    return { what: name, "middle fifth": middle, "last fifth": last, "growth x": last / middle, "at rest": rest[name] }
  }
)
report([...rows, ...[...counts].map(([what, times]) => ({ what, times }))])
console.log(`${unexpected.length} unexpected, ${lost.length} jobs lost`)
for (const line of unexpected.slice(0, 20)) console.log(line)
/** A few more of what are few do not count. */
const hasGrown = rows.some((row) => row["growth x"] > 1.15 && row["last fifth"] - row["middle fifth"] > 20)
process.exitCode = unexpected.length + lost.length === 0 && !hasGrown ? 0 : 1
