import type { CrawlFigures } from "../support/figures.ts"
import { withPeers } from "../support/peers.ts"
import { buildCrawl } from "../support/processes/built.ts"
import { runCrawler } from "../support/processes/run-crawler.ts"
import { median, numbersFrom, report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * A whole crawl of one host, no delay, against what a Node user puts together today and against the floor:
 * `npm run bench -- crawl [pages, 600] [rounds, 2] [real | standard]`. Real pages, the standard, have 150 to 210 kB. The
 * rounds are interleaved; the figures are medians. The crawl is built as the package is, since that is what users run.
 */
const [pages = 0, rounds = 0] = numbersFrom(600, 2)
const shape = process.argv.includes("standard") ? "premade" : "real"

const built = buildCrawl()
const contenders = [
  { name: "gleaner, 1 reader", script: built, environment: { BENCH_WORKERS: "1", BENCH_SCOPE: "domain" } },
  { name: "gleaner, 2 readers", script: built, environment: { BENCH_WORKERS: "2", BENCH_SCOPE: "domain" } },
  { name: "gleaner, no reader", script: built, environment: { BENCH_WORKERS: "0", BENCH_SCOPE: "domain" } },
  { name: "crawlee + readability + turndown", script: "peers/crawlee.mjs", environment: {} },
  { name: "undici + readability + turndown", script: "peers/floor.mjs", environment: { BENCH_READS: "article" } },
  { name: "crawlee (links only)", script: "peers/crawlee.mjs", environment: { BENCH_READS: "links" } },
  { name: "undici + htmlparser2 (links only)", script: "peers/floor.mjs", environment: {} }
] as const

withPeers()
const site = await startGeneratedSite(pages, 1, shape)
const runs = new Map<string, Array<CrawlFigures>>()
for (let round = 0; round < rounds; round++) {
  for (const { environment, name, script } of contenders) {
    runs.set(name, [...runs.get(name) ?? [], await runCrawler(script, site.seed, pages, environment)])
  }
}
site.stop()

const figure = (name: string, of: (run: CrawlFigures) => number): number => median((runs.get(name) ?? []).map(of))
const base = contenders[0].name
const columns = {
  "pages/s": (run: CrawlFigures) => run.pages / run.seconds,
  "CPU ms/page": (run: CrawlFigures) => run.cpuMillis / run.pages,
  "of it without readers": (run: CrawlFigures) => run.ownMillis / run.pages,
  "peak MiB": (run: CrawlFigures) => run.peakMebibytes,
  "first page ms": (run: CrawlFigures) => run.firstPageMillis,
  "CPU ms until then": (run: CrawlFigures) => run.firstPageCpuMillis
}
report(contenders.map(({ name }) => ({
  crawler: name,
  pages: figure(name, (run) => run.pages),
  ...Object.fromEntries(
    Object.entries(columns).flatMap(([column, of]) => [
      [column, figure(name, of)],
      [`${column} x`, figure(name, of) / figure(base, of)]
    ])
  )
})))
