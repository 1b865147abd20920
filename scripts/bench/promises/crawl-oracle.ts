// Crawls a known site of 5,000 pages on 20 loopback hosts over real sockets and compares with the oracle:
// node scripts/bench/promises/crawl-oracle.ts [pages]
import { Duration, Effect, Layer, Stream } from "effect"
import { crawlDefaults, type CrawlOptions, isFinal, type Job, type JobStats } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { servicesWith } from "../../../src/Gleaner.ts"
import { oracle } from "../../../test/crawling/crawl/generated-site.ts"
import { largest, startSite } from "../support/sites/crawl-site.ts"

const size = Number(process.argv[2] ?? 5000)
const site = await startSite(size)

const settings = Settings.layerWith({
  allowAddresses: ["127.0.0.0/24"],
  domainDelay: Duration.zero,
  retries: 0,
  maxBody: largest,
  logLevel: "None"
})

/** The job at its end, having checked at every change that no counter but `pending` went back. */
const watched = Effect.fnUntraced(function*(start: Job) {
  const store = yield* JobStore
  let last: JobStats = start.stats
  for (;;) {
    const found = yield* store.get("bench", start.id)
    if (found._tag === "None") return yield* Effect.die("the job is gone")
    const { job, revision } = found.value
    for (const name of ["crawled", "stored", "failed", "skipped", "duplicates"] as const) {
      if (job.stats[name] < last[name]) console.log(`BACKWARDS ${name} ${last[name]} ${job.stats[name]}`)
    }
    if (job.stats.crawled > job.options.max_pages) console.log("OVER THE BUDGET")
    last = job.stats
    if (isFinal(job.status)) return job
    yield* store.changed(start.id, revision)
  }
})

const run = Effect.fnUntraced(function*(options: CrawlOptions) {
  const store = yield* JobStore
  const supervisor = yield* CrawlSupervisor
  site.asked.clear()
  const started = performance.now()
  const job = yield* watched(yield* supervisor.start("bench", new URL(site.seed), options))
  const seconds = (performance.now() - started) / 1000
  const stored = new Array<string>()
  const decoder = new TextDecoder()
  yield* Stream.runForEach(
    store.documents(job.id),
    (bytes) => Effect.sync(() => stored.push((JSON.parse(decoder.decode(bytes)) as { readonly url: string }).url))
  )
  const expected = oracle(site, options, { start: site.seed })
  const same = JSON.stringify(stored) === JSON.stringify(expected.stored) &&
    JSON.stringify(job.stats) === JSON.stringify(expected.stats)
  const twice = [...site.asked].filter(([, count]) => count > 1).length
  console.log(
    `${same ? "equal" : "DIFFERENT"} scope ${options.scope} dedup ${options.dedup} max_depth ${options.max_depth}: ${
      JSON.stringify(job.stats)
    } in ${seconds.toFixed(1)} s, ${site.asked.size} URLs asked for, ${twice} of them twice`
  )
  if (!same) {
    console.log(JSON.stringify(expected.stats), stored.length, expected.stored.length)
    const at = stored.findIndex((url, index) => url !== expected.stored[index])
    console.log(`first difference at ${at}: ${stored[at]} for ${expected.stored[at]}`)
  }
})

const all: CrawlOptions = {
  ...crawlDefaults,
  max_pages: 10_000,
  max_depth: 12,
  scope: "any"
}

await Effect.runPromise(
  Effect.gen(function*() {
    for (const scope of ["domain", "prefix", "subdomains"] as const) {
      for (const dedup of [true, false]) yield* run({ ...all, scope, dedup })
    }
    yield* run({ ...all, max_pages: 1000 })
    yield* run(all)
    yield* run({ ...all, dedup: false })
  }).pipe(Effect.scoped, Effect.provide(servicesWith(Extractor.layer).pipe(Layer.provide(settings))))
)
console.log(
  `requests to one host at the same time: ${site.atOnce()} at most; peak memory ${
    Math.round(process.resourceUsage().maxRSS / 1024)
  } MiB`
)
site.close()
