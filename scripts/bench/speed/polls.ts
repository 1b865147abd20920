import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { serviceProcess } from "../support/processes/service-process.ts"
import { median, numbersFrom, quantile, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * Latency of polling a job during its crawl, with jobs in memory and in a SQLite file: `npm
 * run bench -- polls [rounds, 5] [seconds of a round, 5] [pages a second, 50]`. The two take turns, so that what else
 * the machine does meets both.
 */
const [rounds = 5, seconds = 5, pace = 50] = numbersFrom(5, 5, 50)
const hosts = 10
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-polls-"))
const site = await startGeneratedSite(100_000, hosts, "small")
const settings = {
  GLEANER_WORKERS: "1",
  GLEANER_MAX_PAGES: "100000",
  GLEANER_DOMAIN_DELAY: `${Math.round(1000 * hosts / pace)} millis`
}
const services = {
  memory: await serviceProcess(settings),
  sqlite: await serviceProcess({ ...settings, GLEANER_STORE: `sqlite:${path.join(folder, "gleaner.db")}` })
}

/** Times of polls in one round, in milliseconds, and how many pages were settled meanwhile. */
const round = async (name: keyof typeof services) => {
  const { call } = services[name]
  const made = await call("/v1/crawl", { url: site.seed, max_pages: 100_000, max_depth: 20, scope: "any" })
  const { id } = await made.json() as { readonly id: string }
  const times: Array<number> = []
  let pages = 0
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const asked = performance.now()
    const { stats } = await (await call(`/v1/jobs/${id}`)).json() as { readonly stats: { readonly crawled: number } }
    times.push(performance.now() - asked)
    pages = stats.crawled
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await call(`/v1/jobs/${id}`, undefined, "DELETE")
  return { p50: median(times), p99: quantile(times, 0.99), pages: pages / seconds }
}

type Round = Awaited<ReturnType<typeof round>>
const all: Record<keyof typeof services, Array<Round>> = { memory: [], sqlite: [] }
// The first of each pays for the compiler.
for (const name of ["memory", "sqlite"] as const) await round(name)
for (let number = 0; number < rounds; number++) {
  for (const name of ["memory", "sqlite"] as const) all[name].push(await round(name))
}
const rowOf = (name: keyof typeof services) => ({
  store: name,
  "pages/s": median(all[name].map(({ pages }) => pages)),
  "p50 ms": median(all[name].map(({ p50 }) => p50)),
  "p99 ms": median(all[name].map(({ p99 }) => p99))
})
const [memory, sqlite] = [rowOf("memory"), rowOf("sqlite")]
report([memory, sqlite, {
  store: "ratio",
  "p50 ms": sqlite["p50 ms"] / memory["p50 ms"],
  "p99 ms": sqlite["p99 ms"] / memory["p99 ms"]
}])
await Promise.all(Object.values(services).map(({ stop }) => stop()))
site.stop()
fs.rmSync(folder, { recursive: true })
