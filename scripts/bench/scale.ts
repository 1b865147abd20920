import type { CrawlFigures } from "./support/figures.ts"
import { startGeneratedSite } from "./support/generated-site.ts"
import { report } from "./support/report.ts"
import { runCrawler } from "./support/run-crawler.ts"

/**
 * What a page costs in a small crawl and in a large one, documents not kept: `npm run bench -- scale [pages ...]`, 1000 and 10000
 * where no sizes are given. The pages are small, so that the crawl's own costs show.
 */
const asked = process.argv.slice(2).map(Number).filter((size) => size > 0)
const sizes = asked.length > 0 ? asked : [1000, 10_000]
const site = await startGeneratedSite(Math.max(...sizes), 50, "small")
const runs: Array<CrawlFigures> = []
for (const size of sizes) {
  runs.push(await runCrawler("support/gleaner-crawl.ts", site.seed, size, { BENCH_WORKERS: "1", BENCH_DISCARD: "1" }))
}
site.stop()

const cost = ({ cpuMillis, pages }: CrawlFigures): number => cpuMillis / pages
const [first] = runs
report(runs.map((run) => ({
  pages: run.pages,
  "pages/s": run.pages / run.seconds,
  "CPU ms/page": cost(run),
  "CPU x": cost(run) / cost(first ?? run),
  "peak MiB": run.peakMebibytes,
  "MiB over the first": run.peakMebibytes - (first ?? run).peakMebibytes
})))
