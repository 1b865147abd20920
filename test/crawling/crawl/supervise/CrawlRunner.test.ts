import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option, Stream } from "effect"
import { crawlDefaults, type CrawlOptions, type JobStats } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { localFrontier } from "../../../../src/crawling/crawl/frontier/LocalFrontier.ts"
import { CrawlRunner } from "../../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlJournal } from "../../../../src/crawling/jobs/CrawlJournal.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Profiles } from "../../../../src/crawling/profiles/Profiles.ts"
import { memoryJobs } from "../../../../src/crawling/stores/memory/MemoryJobs.ts"
import { WrapperStore } from "../../../../src/crawling/wrappers/WrapperStore.ts"
import { PageReader } from "../../../../src/page/PageReader.ts"
import { generateSite, oracle, seed, sitemapOf, sitemapsOf, webOf } from "../generated-site.ts"

const { dedup: _, max_depth: _depth, max_pages: _pages, scope: _scope, ...unfiltered } = crawlDefaults
const scopes = ["domain", "subdomains", "prefix", "any"] as const

/** Runs one crawl of a generated site; `polls` are the counters at every change. */
const crawl = (
  siteSeed: number,
  size: number,
  options: CrawlOptions,
  settings: Parameters<typeof Settings.layerWith>[0] = {}
) => {
  const site = generateSite(siteSeed, size)
  const log: Array<string> = []
  const started: Array<string> = []
  const polls: Array<JobStats> = []
  const watched = Layer.effect(
    CrawlJournal,
    Effect.gen(function*() {
      const journal = yield* CrawlJournal
      const store = yield* JobStore
      return CrawlJournal.of({
        ...journal,
        write: (id, settled) =>
          Effect.tap(
            journal.write(id, settled),
            () =>
              Effect.map(store.get("owner", id), (snapshot) => void polls.push(Option.getOrThrow(snapshot).job.stats))
          )
      })
    })
  )
  const layer = CrawlRunner.layerNoDeps.pipe(
    Layer.provide(localFrontier),
    Layer.provide(watched),
    Layer.provideMerge(memoryJobs),
    Layer.provide([
      webOf(site, siteSeed, log, started),
      sitemapsOf(site),
      Layer.mock(Profiles, {}),
      Layer.mock(WrapperStore, {}),
      Settings.layerWith(settings)
    ])
  )
  const known = {
    canonicalLinks: options.canonical_links,
    sitemap: options.sitemaps ? sitemapOf(site) : []
  }
  return Effect.gen(function*() {
    const store = yield* JobStore
    const runner = yield* CrawlRunner
    const job = yield* store.create("owner", seed, options)
    yield* store.promote(1)
    const ended = yield* runner.run({ id: job.id, owner: "owner", seed: new URL(seed), options })
    if (ended === "parked") return assert.fail("nobody asked it to leave")
    yield* store.finish(job.id, ended)
    const documents = yield* Stream.runCollect(store.documents(job.id))
    const stored = documents.map((bytes) => (JSON.parse(new TextDecoder().decode(bytes)) as { url: string }).url)
    const shown = Option.getOrThrow(yield* store.get("owner", job.id)).job
    return { ended: shown, expected: oracle(site, options, known), log, polls, started, stored }
  }).pipe(Effect.provide(layer))
}

describe("CrawlRunner", () => {
  const assertAsOracle = (
    options: (siteSeed: number) => CrawlOptions,
    settings: Parameters<typeof Settings.layerWith>[0] = {}
  ) =>
    Effect.gen(function*() {
      let stored = 0
      for (let siteSeed = 1; siteSeed <= 10; siteSeed++) {
        const result = yield* crawl(siteSeed, 150, options(siteSeed), settings)
        const { ended, expected, log } = result
        assert.deepStrictEqual(result.stored, expected.stored, `site ${siteSeed}`)
        assert.deepStrictEqual(ended.stats, expected.stats, `site ${siteSeed}`)
        assert.strictEqual(ended.document_count, expected.stored.length)
        assert.strictEqual(new Set(log).size, log.length, "a URL was fetched twice")
        stored += expected.stored.length
      }
      assert.isAbove(stored, 30)
    })

  const standard = (siteSeed: number) => ({
    max_pages: [1, 7, 40, 10_000][siteSeed % 4] ?? 1,
    max_depth: siteSeed % 3 === 0 ? 2 : 20,
    scope: "any",
    dedup: true,
    ...unfiltered
  } as const)

  for (const scope of scopes) {
    for (const dedup of [true, false]) {
      it.effect(`stores exactly the oracle's pages in its order: scope ${scope}, dedup ${dedup}, ten random sites`, () =>
        assertAsOracle((siteSeed) => ({ ...standard(siteSeed), scope, dedup })))
    }
  }

  it.effect("the oracle's pages with include and exclude: excluded URLs are nowhere", () =>
    assertAsOracle((siteSeed) => ({
      ...standard(siteSeed),
      max_pages: 10_000,
      include: ["/docs/*"],
      exclude: ["*3", "*7"]
    })))

  it.effect("the oracle's pages with sitemaps: after the seed, before its links", () =>
    assertAsOracle((siteSeed) => ({ ...standard(siteSeed), scope: "subdomains", sitemaps: true, exclude: ["*3"] })))

  it.effect("the oracle's pages where canonical links count", () =>
    assertAsOracle((siteSeed) => ({ ...standard(siteSeed), canonical_links: true })))

  it.effect("the oracle's pages in their order with next to no room for pages that wait", () =>
    assertAsOracle((siteSeed) => ({ ...standard(siteSeed), scope: "subdomains" }), { crawlHold: 2000 }))

  it.effect("with scope any and next to no room, the same pages in another order", () =>
    Effect.gen(function*() {
      for (let siteSeed = 1; siteSeed <= 10; siteSeed++) {
        const options = { ...standard(siteSeed), max_pages: 10_000, max_depth: 20, dedup: false }
        const { ended, expected, log, stored } = yield* crawl(siteSeed, 150, options, { crawlHold: 2000 })
        assert.strictEqual(new Set(log).size, log.length, "a URL was fetched twice")
        assert.strictEqual(ended.stats.pending, 0)
        assert.isAbove(stored.length, expected.stored.length * 0.9)
        assert.strictEqual(ended.stats.stored, stored.length)
      }
    }))

  it.effect("never lets a counter but pending go backwards, and never fetches beyond the budget", () =>
    Effect.gen(function*() {
      const options = { max_pages: 40, max_depth: 20, scope: "any", dedup: true, ...unfiltered } as const
      const { polls, started } = yield* crawl(4, 300, options)
      assert.isAbove(polls.length, 5)
      for (const [index, stats] of polls.entries()) {
        const before = polls[index - 1] ?? stats
        for (const name of ["crawled", "stored", "failed", "skipped", "duplicates"] as const) {
          assert.isAtLeast(stats[name], before[name])
        }
        assert.isAtMost(stats.crawled, options.max_pages)
      }
      const skipped = polls.at(-1)?.skipped ?? 0
      assert.isAtMost(started.length, options.max_pages + skipped)
    }))

  it.effect("max_pages 1 gives the seed and nothing else", () =>
    Effect.gen(function*() {
      const { log, stored } = yield* crawl(2, 50, {
        max_pages: 1,
        max_depth: 5,
        scope: "any",
        dedup: true,
        ...unfiltered
      })
      assert.deepStrictEqual(stored, [seed])
      assert.deepStrictEqual(log, [seed])
    }))

  it.live("a defect in a page ends the crawl with that defect, and stops the other pages in flight", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      let pages = 0
      let stopped = 0
      const site = webOf(generateSite(4, 300), 4, log)
      const readFrom =
        (reader: PageReader["Service"]): PageReader["Service"]["readFrom"] => (request, fetching, want) => {
          if (request.depth === 0) return reader.readFrom(request, fetching, want)
          if (++pages === 1) return Effect.andThen(Effect.yieldNow, Effect.die(new Error("a bug")))
          return Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => void stopped++)))
        }
      const broken = Layer.effect(
        PageReader,
        Effect.map(PageReader, (reader) => PageReader.of({ ...reader, readFrom: readFrom(reader) }))
      ).pipe(Layer.provideMerge(site))
      const options = { max_pages: 40, max_depth: 20, scope: "any", dedup: true, ...unfiltered } as const
      const exit = yield* Effect.gen(function*() {
        const job = yield* (yield* JobStore).create("owner", seed, options)
        const runner = yield* CrawlRunner
        return yield* runner.run({ id: job.id, owner: "owner", seed: new URL(seed), options }).pipe(
          Effect.timeout("5 seconds"),
          Effect.exit
        )
      }).pipe(Effect.provide(CrawlRunner.layerNoDeps.pipe(
        Layer.provide(localFrontier),
        Layer.provideMerge(memoryJobs),
        Layer.provide([
          broken,
          sitemapsOf(new Map()),
          Layer.mock(Profiles, {}),
          Layer.mock(WrapperStore, {}),
          Settings.layerWith({})
        ])
      )))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.isAbove(pages, 1)
      assert.strictEqual(stopped, pages - 1)
    }))
})
