import { Effect, Layer, Logger, Option } from "effect"
import * as v8 from "node:v8"
import * as vm from "node:vm"
import { CrawlRunner } from "../../src/crawl/CrawlRunner.ts"
import { Sitemaps } from "../../src/crawl/Sitemaps.ts"
import { crawlDefaults, JobId } from "../../src/domain/Job.ts"
import { Fetcher } from "../../src/fetch/Fetcher.ts"
import { JobStore } from "../../src/jobs/JobStore.ts"
import { PageReader, type PageRequest } from "../../src/page/PageReader.ts"
import type { ScrapedPage } from "../../src/page/Scraper.ts"
import { Settings } from "../../src/Settings.ts"
import { memoryStore } from "../../src/stores/memory.ts"
import { childrenOf } from "./support/generated-page.ts"
import { report, type Row } from "./support/report.ts"

/**
 * What a crawl itself costs a page, with pages that come at once and are read already: frontier, seen-set, settling, ledger, store;
 * documents are released as they come. `npm run bench -- crawl-growth [pages ...]`, 1000, 10000 and 100000 where no sizes are given.
 */
const asked = process.argv.slice(2).map(Number).filter((size) => size > 0)
const sizes = asked.length > 0 ? asked : [1000, 10_000, 100_000]
v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")
const mebibyte = 1024 * 1024
const encoder = new TextEncoder()

/** A site of so many pages over fifty hosts, each with its children and eight pages from anywhere. */
const siteOf = (pages: number) => {
  const urlOf = (index: number): string => `https://host-${index % 50}.example/articles/${index}`
  const readFrom = ({ url }: PageRequest) =>
    Effect.sync((): ScrapedPage => {
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
        shell: { isShell: false, evidence: "" },
        canonicalUrl: "",
        robots: [],
        signals: {},
        isRendered: false,
        timings: [],
        warnings: [],
        finalUrl: url,
        status: 200
      }
    })
  // A crawl reads documents alone.
  return Layer.mock(PageReader, { readFrom: readFrom as PageReader["Service"]["readFrom"] })
}

const crawl = Effect.fnUntraced(function*(pages: number) {
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
  const releasing = Effect.forever(Effect.andThen(Effect.sleep("50 millis"), store.release(job, Infinity)))
  yield* Effect.raceFirst(run({ id: job, seed, options }), releasing)
  const { system, user } = process.cpuUsage(cpu)
  yield* store.release(job, Infinity)
  const { crawled } = Option.getOrThrow(yield* store.get("bench", job)).job.stats
  const rss = process.memoryUsage.rss()
  collectGarbage()
  return {
    pages: crawled,
    "CPU ms/page": (system + user) / 1000 / crawled,
    "MiB held at the end": (process.memoryUsage().heapUsed - before.heapUsed) / mebibyte,
    "RSS grown, MiB": (rss - before.rss) / mebibyte
  }
})

const crawlOf = (pages: number): Promise<Row> =>
  Effect.runPromise(
    crawl(pages).pipe(Effect.provide(
      CrawlRunner.layer.pipe(
        Layer.provide(Layer.mergeAll(siteOf(pages), Layer.mock(Fetcher, {}), Layer.mock(Sitemaps, {}))),
        Layer.provideMerge(memoryStore),
        Layer.provide(Layer.merge(Settings.layerWith({ ledgerPages: 1_000_000 }), Logger.layer([])))
      )
    ))
  )

// The compiler's share is paid before.
await crawlOf(2000)
const rows: Array<Row> = []
for (const size of sizes) rows.push(await crawlOf(size))
report(rows)
