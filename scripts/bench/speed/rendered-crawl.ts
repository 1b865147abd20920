import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { withPeers } from "../support/peers.ts"
import { runInControlGroup, type TreeFigures } from "../support/processes/cpu-of-tree.ts"
import { median, numbersFrom, report } from "../support/report.ts"
import { startRenderedSite } from "../support/sites/rendered-site.ts"

/**
 * A whole crawl of a React application, no delay, against crawlee with a browser and against two bare pages of
 * puppeteer: `npm run bench -- rendered-crawl [pages, 60] [rounds, 2]`. CPU time of the whole tree of processes, with
 * the start. The browser is that of the system, or `BENCH_BROWSER`.
 */
const [pages = 0, rounds = 0] = numbersFrom(60, 2)

withPeers()
const browser = process.env["BENCH_BROWSER"] ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim()
// Beside the modules that are not in the bundle.
const built = path.join(import.meta.dirname, "../../../node_modules/.cache/bench-program")
execFileSync(process.execPath, [path.join(import.meta.dirname, "../../build.ts"), built], { stdio: "ignore" })
const site = await startRenderedSite(pages)
const peer = (name: string) => [process.execPath, path.join(import.meta.dirname, "../peers/rendered", name), site.seed]
const limits = ["--max-pages", String(pages), "--max-depth", "20"]
const contenders = [
  { name: "gleaner", command: [process.execPath, path.join(built, "main.js"), "crawl", site.seed, ...limits] },
  { name: "crawlee + readability + turndown", command: [...peer("crawlee.mjs"), String(pages)] },
  { name: "two pages of puppeteer", command: [...peer("floor.mjs"), String(pages)] }
]
const environment = {
  BENCH_BROWSER: browser,
  GLEANER_BROWSER: browser,
  GLEANER_DOMAIN_DELAY: "0 seconds",
  GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8"
}
const runs = new Map<string, Array<TreeFigures>>()
const requests = new Map<string, string>()
for (let round = 0; round < rounds; round++) {
  for (const { command, name } of contenders) {
    runs.set(name, [...runs.get(name) ?? [], await runInControlGroup(command, environment)])
    requests.set(name, site.takeRequests())
  }
}
site.stop()
fs.rmSync(built, { recursive: true })

const figure = (name: string, of: (run: TreeFigures) => number): number => median((runs.get(name) ?? []).map(of))
/** The command prints one a line, the others their number. */
const documentsOf = (output: string): number => output.startsWith("{") ? output.split("\n").length : Number(output)
const peerName = "crawlee + readability + turndown"
const cpu = ({ cpuMillis }: TreeFigures) => cpuMillis / pages
const speed = ({ seconds }: TreeFigures) => pages / seconds
report(contenders.map(({ name }) => ({
  "crawler": name,
  "CPU ms/page": figure(name, cpu),
  "of crawlee": figure(name, cpu) / figure(peerName, cpu),
  "pages/s": figure(name, speed),
  "x crawlee": figure(name, speed) / figure(peerName, speed),
  "peak MiB": figure(name, ({ peakMebibytes }) => peakMebibytes),
  "documents": documentsOf(runs.get(name)?.[0]?.output ?? ""),
  "requests": requests.get(name) ?? ""
})))
