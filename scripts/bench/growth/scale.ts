import type { CrawlFigures, CrawlMark } from "../support/figures.ts"
import { runCrawler } from "../support/processes/run-crawler.ts"
import { report } from "../support/report.ts"
import { startGeneratedSite } from "../support/sites/generated-site.ts"

/**
 * Cost per page of a small and of a large crawl, whose documents are read and released while it runs: `npm run bench --
 * scale [pages ...]`, by default 1000 and 10000. The pages are small, so that the costs of the crawl itself dominate.
 * Progress goes to stderr. Ctrl-C ends the current crawl, prints its figures so far, and starts no other.
 *
 * A small crawl pays for the compiler, so the largest is also reported in parts.
 */
const asked = process.argv.slice(2).map(Number).filter((size) => size > 0)
const sizes = asked.length > 0 ? asked : [1000, 10_000]
const site = await startGeneratedSite(Math.max(...sizes), 50, "small")
const runs: Array<CrawlFigures> = []
let isInterrupted = false
process.on("SIGINT", () => void (isInterrupted = true))
for (const size of sizes) {
  if (isInterrupted) break
  console.error(`a crawl of ${size} pages`)
  runs.push(
    await runCrawler("support/processes/gleaner-crawl.ts", site.seed, size, { BENCH_WORKERS: "1", BENCH_STREAM: "1" })
  )
}
site.stop()

const cost = ({ cpuMillis, pages }: CrawlMark): number => cpuMillis / pages
const [first] = runs
report(runs.map((run) => ({
  pages: run.pages,
  "pages/s": run.pages / run.seconds,
  "CPU ms/page": cost(run),
  "CPU x": cost(run) / cost(first ?? run),
  "peak MiB": run.peakMebibytes,
  "MiB over the first": run.peakMebibytes - (first ?? run).peakMebibytes
})))

/** Ten pieces of the largest crawl. */
const marks = runs.at(-1)?.marks ?? []
const ends = Array.from({ length: 10 }, (_, piece) => marks[Math.ceil((marks.length * (piece + 1)) / 10) - 1])
const pieces = [...new Set(ends)].flatMap((to, index, all) => {
  const from = all[index - 1]
  if (from === undefined || to === undefined) return []
  return {
    "pages from": from.pages,
    "to": to.pages,
    "CPU ms/page": (to.cpuMillis - from.cpuMillis) / (to.pages - from.pages),
    "MiB at the end": to.mebibytes
  }
})
console.log()
report(pieces)
