import * as fs from "node:fs"
import { serviceProcess } from "../support/processes/service-process.ts"
import { numbersFrom, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * CPU time of one request with and without its line in the log: `npm run bench -- requests [requests, 4000]`. The log
 * goes to a file. Runs take turns, because the first ones of a process cost more.
 */
const [requests = 0] = numbersFrom(4000)
const rounds = 4
const site = await startGeneratedSite(50, 50, "standard")
const clockTicks = 100
/** Requests at the same time. */
const callers = 8

/** Milliseconds of CPU time that the process has used (proc(5): utime and stime). */
const cpuMillis = (pid: number): number => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 1000 / clockTicks
}

const levels = ["None", "Info"] as const
const services = await Promise.all(levels.map((level) => serviceProcess({ GLEANER_LOG_LEVEL: level })))
const spent = new Map<string, number>()
const jobs: Array<string> = []
for (const service of services) {
  const crawl = await service.call("/v1/crawl", { url: site.seed, max_pages: 1, max_depth: 0 })
  jobs.push(((await crawl.json()) as { id: string }).id)
}

const kinds = {
  "poll of a job": (job: string) => `/v1/jobs/${job}`,
  "probe": () => "/healthz"
}

for (let round = 0; round <= rounds; round++) {
  for (const [index, service] of services.entries()) {
    for (const [kind, asked] of Object.entries(kinds)) {
      const before = cpuMillis(service.pid)
      await Promise.all(Array.from({ length: callers }, async () => {
        for (let count = 0; count < requests / callers; count++) {
          await (await service.call(asked(jobs[index] ?? ""))).arrayBuffer()
        }
      }))
      const name = `${kind} ${levels[index]}`
      if (round > 0) spent.set(name, (spent.get(name) ?? 0) + cpuMillis(service.pid) - before)
    }
  }
}
for (const service of services) await service.stop()
site.stop()
const micros = (kind: string, level: string) => (spent.get(`${kind} ${level}`) ?? 0) * 1000 / (rounds * requests)
report(
  Object.keys(kinds).map((kind) => ({
    "microseconds of CPU": kind,
    "without log": micros(kind, "None"),
    "with log": micros(kind, "Info")
  }))
)
