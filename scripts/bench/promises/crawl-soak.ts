// Crawls one after the other for some minutes and reports the memory after eviction:
// node --expose-gc --max-old-space-size=1024 scripts/bench/promises/crawl-soak.ts [minutes]
import { Duration, Effect, Layer } from "effect"
import { crawlDefaults, isFinal, type Job, JobId } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { servicesWith } from "../../../src/Gleaner.ts"
import { largest, startSite } from "../support/sites/crawl-site.ts"

const minutes = Number(process.argv[2] ?? 15)
const paragraph = "<p>A paragraph of the kind that pages are full of, with words enough to be taken for content. </p>"
const site = await startSite(5000, paragraph.repeat(100))
const rounds = 10

const settings = Settings.layerWith({
  allowAddresses: ["127.0.0.0/24"],
  domainDelay: Duration.zero,
  retries: 0,
  maxBody: largest,
  workers: 1,
  maxCrawls: 8,
  jobRetention: Duration.seconds(5),
  logLevel: "None"
})

const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

const report = (round: number, jobs: number, pages: number) => {
  globalThis.gc?.()
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage()
  console.log(
    `round ${round}: ${jobs} crawls, ${pages} pages; heap ${mebibytes(heapUsed)} MiB, buffers ${
      mebibytes(arrayBuffers)
    } MiB, rss ${mebibytes(rss)} MiB, handles ${process.getActiveResourcesInfo().length}`
  )
}

const ended = Effect.fnUntraced(function*(start: Job) {
  const store = yield* JobStore
  const { id } = start
  for (let job = start;;) {
    const found = yield* store.get("soak", id)
    if (found._tag === "None") return job
    job = found.value.job
    if (isFinal(job.status)) return job
    yield* store.changed(id, found.value.revision)
  }
})

const soak = Effect.gen(function*() {
  const supervisor = yield* CrawlSupervisor
  const until = performance.now() + minutes * 60_000
  let jobs = 0
  let pages = 0
  let stuck = 0
  for (let round = 1; round <= rounds; round++) {
    while (performance.now() < until - (rounds - round) * minutes * 60_000 / rounds) {
      const started = yield* Effect.forEach(
        [1, 2, 3, 4, 5, 6],
        (number) =>
          supervisor.start("soak", new URL(site.seed), {
            ...crawlDefaults,
            max_pages: 50 * number,
            max_depth: 20,
            scope: number % 2 === 0 ? "any" : "domain"
          })
      )
      // One in six is cancelled on its way.
      yield* Effect.delay(supervisor.cancel("soak", JobId.make(started[5]?.id ?? "")), "1 second")
      const all = yield* Effect.forEach(started, ended, { concurrency: "unbounded" })
      jobs += all.length
      pages += all.reduce((sum, { stats }) => sum + stats.crawled, 0)
      stuck += all.filter(({ status }) => !isFinal(status)).length
    }
    // After the retention and the store's next sweep, the store is empty.
    yield* Effect.sleep("36 seconds")
    report(round, jobs, pages)
    site.asked.clear()
  }
  console.log(`${stuck} jobs stuck`)
})

report(0, 0, 0)
await Effect.runPromise(
  soak.pipe(Effect.scoped, Effect.provide(servicesWith(Extractor.layer).pipe(Layer.provide(settings))))
)
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)
site.close()
