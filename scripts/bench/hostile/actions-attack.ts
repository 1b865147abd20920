import { once } from "node:events"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { browserSetting } from "../../support/launch-browser.ts"
import { attackPages } from "../support/attacks/attack-pages.ts"
import { homeAddress, otherAddress, startAttackSites } from "../support/attacks/attack-site.ts"
import { type Outcome, performOn, surfaces } from "../support/attacks/surfaces.ts"
import { violationsOf } from "../support/attacks/violations.ts"
import { wrongRequests } from "../support/attacks/wrong-requests.ts"
import { serviceProcess } from "../support/processes/service-process.ts"
import { median, numbersFrom, quantile, report } from "../support/report.ts"

/**
 * Hostile pages against callers with actions: `npm run bench -- actions-attack [scripts, 400] [at once, 4] [from, 0]`.
 * Each page is acted on over scrape, batch, screenshot, MCP and Firecrawl, for two keys in turn. The table counts what
 * went past the proxy, what one page left for the next, and each other thing that must not happen: all must be 0.
 * Meanwhile /healthz is polled, and another key renders a page.
 */
const [count = 0, atOnce = 0, from = 0] = numbersFrom(400, 4, 0)

const rounds = 3
const cases = Array.from({ length: attackPages.length * rounds }, (_, index) => ({
  page: attackPages[index % attackPages.length] ?? { name: "", html: () => "" },
  surface: surfaces[(index + Math.floor(index / attackPages.length)) % surfaces.length] ?? "scrape"
}))

const sites = await startAttackSites((index, sites) =>
  cases[index]?.page.html(sites) ?? "<p>the page of another key</p>"
)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-attack-"))
const keys = ["first-key-0123456789abcdef", "second-key-0123456789abcdef", "third-key-0123456789abcdef"]
const service = await serviceProcess({
  GLEANER_ALLOW_ADDRESSES: `${homeAddress}/32,${otherAddress}/32`,
  GLEANER_API_KEYS: keys.map((key, index) => `k${index}:${key}`).join(","),
  GLEANER_BROWSER: browserSetting._tag === "Some" ? browserSetting.value : undefined,
  GLEANER_RENDER_CONCURRENCY: String(atOnce),
  GLEANER_FIRECRAWL_API: "on",
  GLEANER_LOG_LEVEL: "Error",
  HOME: folder,
  TMPDIR: folder
})

/** Files that a page has brought to the disk. */
const downloads = (): ReadonlyArray<string> =>
  fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /gotcha|\.crdownload/.test(name))

const outcomes: Array<Outcome> = []
const found = new Set<string>()
const attack = async () => {
  for (const [index, { page, surface }] of queue) {
    if (stop.signal.aborted) return
    const key = keys[index % 2] ?? ""
    const outcome = await performOn(surface, `${sites.home}/case/${index}`, page.actions, service.url, key)
    outcomes.push({ ...outcome, name: `${page.name} (${surface})` })
    for (const file of downloads()) found.add(file)
    process.stderr.write(`${index} ${page.name}: ${surface} ${outcome.answer} (${outcome.seconds.toFixed(1)} s)\n`)
  }
}

/** Milliseconds of a page of a third key. */
const renders: Array<number> = []
const beside = async (stopped: AbortSignal, times = Number.POSITIVE_INFINITY) => {
  for (let round = 0; round < times && !stopped.aborted; round++) {
    const { answer, seconds } = await performOn(
      "scrape",
      `${sites.home}/quiet`,
      [{ wait_ms: 1 }],
      service.url,
      keys[2] ?? ""
    )
    if (answer.startsWith("200")) renders.push(seconds * 1000)
    else outcomes.push({ answer, name: "the page of another key", seconds, isLate: true })
    await sleep(500)
  }
}
await beside(new AbortController().signal, 5)
const alone = median(renders.splice(0))

const health = new Worker(new URL("../support/processes/health-watch.ts", import.meta.url), { workerData: service.url })
const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort())
const queue = [...cases.entries()].slice(from, from + count).values()
const normal = beside(stop.signal)
await Promise.all(Array.from({ length: atOnce }, attack))
stop.abort()
await normal
const wrong = await wrongRequests(sites.home, service.url, keys[0] ?? "")
const taking = once(health, "message")
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
health.postMessage("enough")
const taken: ReadonlyArray<number> = (await taking)[0]
const isAlive = await fetch(`${service.url}/readyz`).then(({ ok }) => ok, () => false)
await service.stop()
sites.close()
const processes = fs.existsSync("/proc")
  ? fs.readdirSync("/proc").filter((id) => /^\d+$/.test(id) && commandOf(id).includes(folder)).length
  : 0
fs.rmSync(folder, { recursive: true, force: true })

const answers = Map.groupBy(outcomes, ({ answer }) => answer)
report([...answers].map(([answer, all]) => ({ answer, "scripts": all.length })))
report([{
  "scripts": outcomes.length,
  "/healthz p50 ms": quantile(taken, 0.5),
  "/healthz p99 ms": quantile(taken, 0.99),
  "other key alone ms": alone,
  "meanwhile ms": median(renders),
  "times": renders.length,
  ...Object.fromEntries(
    ["home", "other", "port"].map((site) => [
      `requests to ${site}`,
      sites.seen.filter((seen) => seen.site === site).length
    ])
  )
}])
const violations = {
  ...violationsOf(sites),
  "downloads on disk": [...found],
  "late or lost": outcomes.filter(({ isLate }) => isLate).map(({ answer, name }) => `${name}: ${answer}`),
  "wrong requests accepted": wrong,
  "processes left": Array.from({ length: processes }, () => "browser"),
  "process deaths": isAlive ? [] : ["service"]
}
for (const [name, all] of Object.entries(violations)) {
  console.log(`${name}: ${all.length}`)
  for (const one of all.slice(0, 20)) console.log(`  ${one}`)
}
if (Object.values(violations).some(({ length }) => length > 0)) process.exitCode = 1

function commandOf(id: string): string {
  try {
    return fs.readFileSync(`/proc/${id}/cmdline`, "utf8")
  } catch {
    return ""
  }
}
