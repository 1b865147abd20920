import { Effect, Layer, Logger, Scope } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { crawlDefaults } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { Frontier, type JobFrontier, type Lease } from "../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { sqliteStores } from "../../../src/crawling/stores/sqlite/sqlite-stores.ts"
import { numbersFrom, report } from "../support/report.ts"

/**
 * Time until a crawl in a SQLite file continues after a restart: `npm run bench -- restore [URLs, 1000000] [links of a
 * page, 20]`. The crawl is broken off when so many URLs wait or are done with.
 */
const [urls = 1_000_000, links = 20] = numbersFrom(1_000_000, 20)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-restore-"))
const file = path.join(folder, "gleaner.db")
const stores = () =>
  Layer.fresh(sqliteStores(file)).pipe(
    Layer.provide(Settings.layerWith({ frontierUrls: 2 * urls, ledgerPages: 10_000_000, storeBytes: 2 ** 40 })),
    Layer.provide(Logger.layer([]))
  )
const options = { ...crawlDefaults, max_pages: 10 * urls, max_depth: 1000, scope: "any" } as const
const seed = "https://host-0.example/articles/the-page-0"
const urlOf = (n: number) => `https://host-${n % 1000}.example/articles/the-page-${n}`
const encoder = new TextEncoder()

/** Fields that every visit of a lease has. */
const begun = ({ depth, foundOn, seq, url }: Lease) => ({ seq, url, depth, foundOn, chain: [], elapsed: 1 })

/** Ends leases until the crawl has found this number of URLs, or `pages` are settled. */
const crawl = Effect.fnUntraced(function*(frontier: JobFrontier, found: number) {
  while (found < urls) {
    for (const lease of yield* frontier.lease(64)) {
      const next = Array.from({ length: links }, (_, at) => urlOf(found + at))
      // Half of this number are known already.
      const known = Array.from({ length: links / 2 }, (_, at) => urlOf((found * 7 + at * 31) % found))
      found += links
      yield* frontier.end(lease, {
        ...begun(lease),
        outcome: {
          _tag: "Page",
          status: 200,
          finalUrl: lease.url,
          canonicalUrl: "",
          textHash: lease.url,
          links: [...next, ...known],
          signals: {},
          document: encoder.encode(lease.url)
        }
      })
    }
    yield* frontier.settle
  }
})

const began = await Effect.runPromise(
  Effect.gen(function*() {
    const store = yield* JobStore
    const { id } = yield* store.create("bench", seed, options)
    yield* store.promote(1)
    const frontier = yield* (yield* Frontier).open({ id, seed: new URL(seed), options })
    yield* crawl(frontier, 1)
    return id
  }).pipe(Effect.scoped, Effect.provide(stores()))
)

const goesOn = Effect.gen(function*() {
  const started = performance.now()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = process.memoryUsage.rss()
  const scope = yield* Scope.make()
  yield* Effect.provide(
    Effect.gen(function*() {
      const opened = performance.now()
      delay.enable()
      const frontier = yield* (yield* Frontier).open({ id: began, seed: new URL(seed), options })
      let [lease] = yield* frontier.lease(1)
      while (lease === undefined) {
        yield* frontier.next
        ;[lease] = yield* frontier.lease(1)
      }
      const leased = performance.now()
      yield* frontier.end(lease, {
        ...begun(lease),
        outcome: { _tag: "NoPage", code: "fetch_failed", detail: "" }
      })
      for (let settled = 0; settled === 0; settled = yield* frontier.settle) yield* Effect.sleep(1)
      const settled = performance.now()
      delay.disable()
      report([{
        "file MB": fs.statSync(file).size / 1e6,
        "opened, ms": opened - started,
        "first lease, ms": leased - opened,
        "first page settled, ms": settled - opened,
        "loop held, ms at most": delay.max / 1e6,
        "RSS grown, MiB": (process.memoryUsage.rss() - before) / 1024 ** 2
      }])
    }),
    stores()
  ).pipe(Effect.provideService(Scope.Scope, scope))
})
await Effect.runPromise(Effect.scoped(goesOn))
fs.rmSync(folder, { recursive: true })
process.exit(0)
