import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Duration, Effect, Layer, Logger, Option } from "effect"
import * as module from "node:module"
import { CrawlSupervisor } from "../../../src/crawl/CrawlSupervisor.ts"
import { isFinal, JobId } from "../../../src/domain/Job.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { servicesWith } from "../../../src/Gleaner.ts"
import { JobStore } from "../../../src/jobs/JobStore.ts"
import { Settings } from "../../../src/Settings.ts"
import { crawlFigures } from "./figures.ts"

/** One crawl by the product's own services. BENCH_WORKERS threads; with BENCH_DISCARD the store has no room for documents. */
module.enableCompileCache()
const [seed = "", pages] = process.argv.slice(2)
const environment = process.env // eslint-disable-line -- a benchmark's own
const owner = "bench"

const settings = Settings.layerWith({
  allowAddresses: ["127.0.0.0/8"],
  domainDelay: Duration.zero,
  cacheBytes: 0,
  browser: Option.some("off"),
  maxPages: 1_000_000,
  workers: Number(environment["BENCH_WORKERS"] ?? 1),
  storeBytes: environment["BENCH_DISCARD"] === undefined ? 2 ** 40 : 1
})

const program = Effect.gen(function*() {
  const supervisor = yield* CrawlSupervisor
  const store = yield* JobStore
  const figures = crawlFigures()
  const { id } = yield* supervisor.start(owner, new URL(seed), {
    max_pages: Number(pages),
    max_depth: 20,
    scope: "any",
    dedup: true,
    include: [],
    exclude: [],
    sitemaps: false
  })
  for (;;) {
    const job = Option.getOrThrow(yield* store.get(owner, JobId.make(id)))
    if (job.stats.crawled > 0) figures.onPage()
    if (isFinal(job.status)) return figures.print(job.stats.crawled)
    yield* Effect.sleep("5 millis")
  }
})

NodeRuntime.runMain(
  program.pipe(
    Effect.provide(
      servicesWith(Extractor.layer).pipe(
        Layer.provideMerge(Layer.merge(settings, Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])))
      )
    )
  )
)
