// One node of scripts/bench/nodes/cluster.ts: the real supervisor, runner, limiter and store over the virtual web.
import { Duration, Effect, Layer, Redacted } from "effect"
import * as fs from "node:fs"
import { crawlDefaults, isFinal, type JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import type { StorePlace } from "../../../../src/core/settings/store-kinds.ts"
import { Sitemaps } from "../../../../src/crawling/crawl/plan/Sitemaps.ts"
import { CrawlRunner } from "../../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "../../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Profiles } from "../../../../src/crawling/profiles/Profiles.ts"
import { configuredStores } from "../../../../src/crawling/stores/configured-stores.ts"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { PageReader } from "../../../../src/page/PageReader.ts"
import type { PageRequest } from "../../../../src/page/PageRequest.ts"
import { Pictures } from "../../../../src/page/Pictures.ts"
import type { ReadPage } from "../../../../src/page/projections.ts"
import { Fetcher } from "../../../../src/web/fetch/Fetcher.ts"
import { DomainRateLimiter } from "../../../../src/web/politeness/DomainRateLimiter.ts"
import { seedUrl, virtualWeb, type WebOptions } from "../sites/virtual-web.ts"

export interface NodeOptions extends WebOptions {
  /** As in GLEANER_STORE. */
  readonly store: string
  /** A folder for the documents. Empty: they stay with the jobs. */
  readonly documents: string
  readonly pages: number
  /** Milliseconds between two requests to a domain. */
  readonly delay: number
  /** File for the visits of this node. */
  readonly log: string
  readonly frontierUrls: number
}

/** Report of a node: progress of the job, and its cost. */
export interface Sample {
  readonly at: number
  readonly settled: number
  readonly pending: number
  readonly isOver: boolean
  readonly rss: number
  readonly cpu: number
}

export type ToNode = { readonly _tag: "Start" } | { readonly _tag: "Cancel" } | { readonly _tag: "Ledger" }
export type FromNode =
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Sample"; readonly sample: Sample }
  | { readonly _tag: "Cost"; readonly rss: number; readonly cpu: number }
  | { readonly _tag: "Ledger"; readonly rows: number; readonly urls: number }

const options = JSON.parse(process.argv[2] ?? "{}") as NodeOptions // from the parent
const web = virtualWeb(options)
const log = fs.openSync(options.log, "a")
const now = () => performance.timeOrigin + performance.now()
const send = (message: FromNode) => process.send?.(message)

const virtualReader = Layer.effect(
  PageReader,
  Effect.gen(function*() {
    const limiter = yield* DomainRateLimiter
    const read = Effect.fnUntraced(function*({ url }: PageRequest) {
      const exchange = Effect.sync(() => fs.writeSync(log, `b ${now()} ${url}\n`)).pipe(
        Effect.andThen(Effect.sleep(web.timeOf(url))),
        Effect.andThen(Effect.sync(() => fs.writeSync(log, `e ${now()} ${url}\n`)))
      )
      yield* limiter.withTurn({ url: new URL(url), crawlDelay: Duration.zero }, exchange)
      const page: ReadPage<"document"> = {
        finalUrl: url,
        status: 200,
        canonicalUrl: "",
        textHash: url,
        contentHash: `1-${url}`,
        links: web.linksOf(url).map((link) => ({ url: link, text: "", internal: true, nofollow: false })),
        title: "",
        shell: { isShell: false, evidence: "" },
        timings: [],
        robots: [],
        signals: {},
        statements: [],
        isAsSent: true,
        warnings: [],
        json: web.documentOf(url)
      }
      return page
    })
    // The runner requests documents only.
    return { read, readFrom: read } as unknown as PageReader["Service"]
  })
)

const unused = Layer.mergeAll(
  Pictures.layerNone,
  Layer.mock(Extractor, { parsers: [] }),
  Layer.succeed(Fetcher, {
    hop: () => Effect.die("no page is fetched"),
    fetch: () => Effect.die("no page is fetched"),
    open: () => Effect.die("no page is fetched"),
    statementsFor: () => Effect.succeed([]),
    knownStatements: () => Effect.succeed([]),
    forget: () => Effect.void
  }),
  Layer.mock(Profiles, {}),
  Layer.succeed(Sitemaps, { read: () => Effect.succeed(undefined) })
)

const placeOf = (store: string): StorePlace => {
  if (store === "memory") return { _tag: "Memory" }
  if (store.startsWith("sqlite:")) return { _tag: "Sqlite", path: store.slice("sqlite:".length) }
  return { _tag: "Postgres", url: Redacted.make(store) }
}

const node = CrawlSupervisor.layerNoDeps.pipe(
  Layer.provide(CrawlRunner.layerNoDeps),
  Layer.provide([virtualReader, unused]),
  Layer.provide(DomainRateLimiter.layerNoDeps),
  Layer.provideMerge(configuredStores),
  Layer.provide(Settings.layerWith({
    store: placeOf(options.store),
    documents: options.documents === "" ? { _tag: "Store" } : { _tag: "File", folder: options.documents },
    domainDelay: Duration.millis(options.delay),
    maxPages: options.pages,
    frontierUrls: options.frontierUrls,
    ledgerPages: 10_000_000,
    storeBytes: 64 * 1024 ** 3,
    requestTimeout: Duration.hours(1)
  }))
)

const owner = "bench"

const program = Effect.gen(function*() {
  const supervisor = yield* CrawlSupervisor
  const store = yield* JobStore
  let id: JobId | undefined

  const start = Effect.gen(function*() {
    const options_ = { ...crawlDefaults, max_pages: options.pages, max_depth: 1000, scope: "any" as const }
    id = (yield* supervisor.start(owner, new URL(seedUrl), options_)).id
  })

  const sample = Effect.gen(function*() {
    const rss = process.memoryUsage.rss()
    const { system, user } = process.cpuUsage()
    const cpu = (system + user) / 1000
    send({ _tag: "Cost", rss, cpu })
    if (id === undefined) return
    const found = yield* Effect.option(store.get(owner, id))
    if (found._tag === "None" || found.value._tag === "None") return
    const { stats, status } = found.value.value.job
    const settled = stats.crawled + stats.skipped
    send({ _tag: "Sample", sample: { at: now(), settled, pending: stats.pending, isOver: isFinal(status), rss, cpu } })
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(sample, Effect.sleep("200 millis"))))

  /** Every row of the ledger, and how many URLs they are. */
  const ledger = Effect.gen(function*() {
    if (id === undefined) return
    const seen = new Set<string>()
    let rows = 0
    for (let after = 0;;) {
      const slice = yield* store.ledger(id, { after, limit: 1000 })
      for (const { url } of slice.items) seen.add(url)
      rows += slice.items.length
      after = slice.next
      if (!slice.more) break
    }
    send({ _tag: "Ledger", rows, urls: seen.size })
  })

  const run = Effect.runForkWith(yield* Effect.context())
  process.on("message", (message: ToNode) => {
    if (message._tag === "Start") run(start)
    else if (message._tag === "Ledger") run(ledger)
    else if (id !== undefined) run(supervisor.cancel(owner, id))
  })
  send({ _tag: "Ready" })
  yield* Effect.never
})

await Effect.runPromise(Effect.scoped(Effect.provide(program, node)))
