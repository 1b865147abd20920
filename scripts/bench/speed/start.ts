import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { serviceProcess } from "../support/processes/service-process.ts"
import { median, numbersFrom, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * From the start of the process to an answer, in milliseconds: `npm run bench -- start [rounds, 5]`. The first start
 * finds no compiled code from an earlier one; the package is measured where `npm run build` has made it.
 */
const [rounds = 0] = numbersFrom(5)
const site = await startGeneratedSite(100, 1, "standard")
const origin = new URL(site.seed).origin

const measure = async (main: string, cache: string) => {
  const service = await serviceProcess({ NODE_COMPILE_CACHE: cache }, main)
  const scrape = async (index: number): Promise<number> => {
    const started = performance.now()
    const response = await service.call("/v1/scrape", { url: `${origin}/articles/${index}` })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the scrape was answered ${response.status}`)
    return performance.now() - started
  }
  const first = await scrape(1)
  const second = await scrape(2)
  for (let index = 3; index < 23; index++) await scrape(index)
  const warm = median([await scrape(30), await scrape(31), await scrape(32), await scrape(33), await scrape(34)])
  await service.stop()
  return { ready: service.readyMillis, "first scrape": first, "in all": service.readyMillis + first, second, warm }
}

const mains = ["scripts/start.mjs", "src/main.ts", "dist/main.js"].filter((main) =>
  fs.existsSync(path.join(import.meta.dirname, "../../..", main))
)
const rows = new Map<string, Array<Awaited<ReturnType<typeof measure>>>>()
for (let round = 0; round < rounds; round++) {
  for (const main of mains) {
    const cache = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-start-"))
    for (const state of ["first start", "later start"]) {
      const name = `${main}, ${state}`
      rows.set(name, [...rows.get(name) ?? [], await measure(main, cache)])
    }
    fs.rmSync(cache, { recursive: true })
  }
}
site.stop()
report([...rows].map(([name, runs]) => ({
  "milliseconds": name,
  ...Object.fromEntries(
    (["ready", "first scrape", "in all", "second", "warm"] as const).map((
      column
    ) => [column, Math.round(median(runs.map((run) => run[column])))])
  )
})))
