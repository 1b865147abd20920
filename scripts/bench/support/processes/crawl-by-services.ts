import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Duration, Effect, Layer, Logger, Option, Stream } from "effect"
import { leanHeap } from "../../../../src/apps/cli/lean-heap.ts"
import { crawlDefaults, isFinal, type Job } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { servicesWith } from "../../../../src/Gleaner.ts"
import { crawlFigures } from "../figures.ts"

// As the service does it once it is loaded.
if (process.env["BENCH_WORKERS"] !== "0") leanHeap()

/**
 * One crawl by the product's own services. BENCH_WORKERS threads; with BENCH_STREAM the documents are read as they come
 * and then released, as the command line does it. On a signal, it prints the figures so far.
 */
const [seed = "", pages] = process.argv.slice(2)
const environment = process.env // eslint-disable-line -- a benchmark's own
const owner = "bench"
const streams = environment["BENCH_STREAM"] !== undefined

const settings = Settings.layerWith({
  allowAddresses: ["127.0.0.0/8"],
  domainDelay: Duration.zero,
  cacheBytes: 0,
  browser: Option.some("off"),
  maxPages: 1_000_000,
  ledgerPages: 1_000_000,
  workers: Number(environment["BENCH_WORKERS"] ?? 1),
  ...(streams ? {} : { storeBytes: 2 ** 40 })
})

const program = Effect.gen(function*() {
  const supervisor = yield* CrawlSupervisor
  const store = yield* JobStore
  const figures = crawlFigures()
  const started = yield* supervisor.start(owner, new URL(seed), {
    ...crawlDefaults,
    max_pages: Number(pages),
    max_depth: 20,
    scope: environment["BENCH_SCOPE"] === "domain" ? "domain" : "any"
  })
  const { id } = started
  const look = Effect.map(store.get(owner, id), (snapshot) => Option.getOrThrow(snapshot).job)

  const drain = Effect.fnUntraced(function*(read: number, job: Job) {
    yield* Stream.runDrain(store.documents(id, read))
    yield* store.release(id, job.document_count)
    return job.document_count
  })

  const follow = Effect.gen(function*() {
    let read = 0
    let marked = 0
    for (;;) {
      const job = yield* look
      const { crawled } = job.stats
      if (crawled > 0) figures.onPage()
      if (streams && job.document_count > read) read = yield* drain(read, job)
      if (crawled >= marked + betweenMarks || isFinal(job.status)) {
        marked = crawled
        log(figures.mark(crawled))
      }
      if (isFinal(job.status)) return
      // Looking costs as well, on a busy machine most of all.
      yield* Effect.sleep(crawled > 0 ? "50 millis" : "5 millis")
    }
  })
  yield* Effect.ensuring(follow, Effect.orDie(Effect.map(look, ({ stats }) => figures.print(stats.crawled))))
})

const betweenMarks = 1000

const log = ({ cpuMillis, mebibytes, pages, seconds }: ReturnType<ReturnType<typeof crawlFigures>["mark"]>): void => {
  if (!streams) return
  const whole = [pages, seconds, cpuMillis / pages, mebibytes].map((figure) => figure.toFixed(1))
  process.stderr.write(`${whole[0]} pages, ${whole[1]} s, ${whole[2]} CPU ms/page so far, ${whole[3]} MiB\n`)
}

NodeRuntime.runMain(
  program.pipe(
    Effect.provide(
      servicesWith(Extractor.layer).pipe(
        Layer.provideMerge(Layer.merge(settings, Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])))
      )
    )
  )
)
