import { Effect, Layer, Logger, Option, Redacted } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { crawlDefaults, JobId } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Sitemaps } from "../../../src/crawling/crawl/plan/Sitemaps.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Profiles } from "../../../src/crawling/profiles/Profiles.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { postgresStores } from "../../../src/crawling/stores/postgres/postgres-stores.ts"
import { sqliteStores } from "../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { PageReader } from "../../../src/page/PageReader.ts"
import type { PageRequest } from "../../../src/page/PageRequest.ts"
import { Pictures } from "../../../src/page/Pictures.ts"
import type { ReadPage } from "../../../src/page/projections.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { noPostgres, startPostgres } from "../../../test/support/stores/postgres.ts"
import { report, type Row } from "../support/report.ts"
import { childrenOf } from "../support/sites/generated-page.ts"

/**
 * Cost per page of the crawl itself (frontier, seen-set, settling, ledger, store), with pages that are available at
 * once and extracted already. Documents in memory are released at once. Then the same in a SQLite file, and in Postgres
 * if installed, without its own CPU time. `npm run bench -- crawl-growth [memory | sqlite | postgres ...] [pages ...]`.
 * By default all three, with 1000, 10000 and 100000 pages.
 */
const asked = process.argv.slice(2).map(Number).filter((size) => size > 0)
const isRequested = (store: string): boolean =>
  process.argv.includes(store) || !process.argv.slice(2).some((argument) => /[a-z]/.test(argument))
const sizes = asked.length > 0 ? asked : [1000, 10_000, 100_000]
v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")
const mebibyte = 1024 * 1024
const encoder = new TextEncoder()

/** A site of this number of pages over fifty hosts. Each page links to its children and to eight other pages. */
const siteOf = (pages: number) => {
  const urlOf = (index: number): string => `https://host-${index % 50}.example/articles/${index}`
  const readFrom = ({ url }: PageRequest) =>
    Effect.sync((): ReadPage<"document"> => {
      const index = Number(url.slice(url.lastIndexOf("/") + 1))
      const anywhere = Array.from({ length: 8 }, (_, at) => (index * 31 + at * 7919) % pages)
      const links = [...childrenOf(index, pages), ...anywhere].map((to) => ({
        url: urlOf(to),
        text: "a link",
        internal: true,
        nofollow: false
      }))
      return {
        json: encoder.encode(JSON.stringify({ url, links, text: `The page ${index}. `.repeat(50) })),
        links,
        title: `Page ${index}`,
        textHash: `text-${index}`,
        contentHash: `1-${index}`,
        shell: { isShell: false, evidence: "" },
        canonicalUrl: "",
        robots: [],
        signals: {},
        statements: [],
        isAsSent: true,
        timings: [],
        warnings: [],
        finalUrl: url,
        status: 200
      }
    })
  // A crawl reads documents alone.
  return Layer.merge(
    Layer.mock(PageReader, { readFrom: readFrom as PageReader["Service"]["readFrom"] }),
    Pictures.layerNone
  )
}

/** Pages that lie in a file need not be released. */
const releasing = (job: JobId) =>
  Effect.flatMap(JobStore, (store) =>
    store.isDurable
      ? Effect.never
      : Effect.forever(Effect.andThen(Effect.sleep("50 millis"), store.release(job, Infinity))))

const crawl = Effect.fnUntraced(function*(name: string, pages: number) {
  const store = yield* JobStore
  const { run } = yield* CrawlRunner
  const options = {
    ...crawlDefaults,
    max_pages: pages,
    max_depth: 20,
    scope: "any"
  } as const
  const seed = new URL("https://host-0.example/articles/0")
  const { id } = yield* store.create("bench", seed.href, options)
  const job = JobId.make(id)
  collectGarbage()
  const before = process.memoryUsage()
  const cpu = process.cpuUsage()
  yield* store.promote(1)
  const started = performance.now()
  yield* Effect.raceFirst(run({ id: job, owner: "bench", seed, options }), releasing(job))
  const { system, user } = process.cpuUsage(cpu)
  const seconds = (performance.now() - started) / 1000
  if (!store.isDurable) yield* store.release(job, Infinity)
  const { crawled } = Option.getOrThrow(yield* store.get("bench", job)).job.stats
  const rss = process.memoryUsage.rss()
  collectGarbage()
  return {
    store: name,
    pages: crawled,
    "pages/s": crawled / seconds,
    "CPU ms/page": (system + user) / 1000 / crawled,
    "MiB held at the end": (process.memoryUsage().heapUsed - before.heapUsed) / mebibyte,
    "RSS grown, MiB": (rss - before.rss) / mebibyte
  }
})

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-growth-"))
let files = 0
const server = noPostgres === undefined && isRequested("postgres") ? await startPostgres() : undefined
type Stores = ReturnType<typeof postgresStores>
const stores: Readonly<Record<string, () => Stores>> = {
  memory: () => memoryStore,
  sqlite: () => sqliteStores(path.join(folder, `${files++}.db`)),
  ...(server === undefined ? {} : { postgres: () => postgresStores(Redacted.make(server.database())) })
}

const crawlOf = (name: string, layer: () => Stores, pages: number): Promise<Row> =>
  Effect.runPromise(
    crawl(name, pages).pipe(Effect.provide(
      CrawlRunner.layerNoDeps.pipe(
        Layer.provide(
          Layer.mergeAll(
            siteOf(pages),
            Layer.mock(Extractor, { parsers: [] }),
            Layer.mock(Fetcher, {}),
            Layer.mock(Profiles, {}),
            Layer.mock(Sitemaps, {})
          )
        ),
        Layer.provideMerge(layer()),
        Layer.provide(
          Layer.merge(Settings.layerWith({ ledgerPages: 1_000_000, storeBytes: 2 ** 40 }), Logger.layer([]))
        )
      )
    ))
  )

const rows: Array<Row> = []
for (const [name, layer] of Object.entries(stores).filter(([name]) => isRequested(name))) {
  // The compiler's share is paid before.
  await crawlOf(name, layer, 2000)
  for (const size of sizes) {
    const row = await crawlOf(name, layer, size)
    rows.push(row)
    console.error(row)
  }
}
report(rows)
await server?.remove()
fs.rmSync(folder, { recursive: true })
