import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Frontier, type JobFrontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import {
  cursorName,
  cursorOf,
  fileName,
  isCursor,
  startOf
} from "../../../../src/crawling/crawl/model/SitemapCursor.ts"
import type { VisitOutcome } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import { testOf } from "./clock.ts"
import { crawling, ledgerOf, read, seed, settleAll, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

const sitemap = `${seed}sitemap.xml`
const part: VisitOutcome = { _tag: "Sitemap" }

/** The entry that reads on after so many files. */
const entry = (files: number) => cursorName({ ...startOf(seed), files, seed })

/** The findings of a visit in a sitemap: these pages, and where to read on. */
const listing = (paths: ReadonlyArray<string>, next?: string) => ({
  sitemaps: {
    errors: [],
    files: [fileName(`${sitemap}?${paths.join()}`)],
    listed: [
      { sitemap, urls: paths.map((path) => seed + path) },
      ...(next === undefined ? [] : [{ sitemap: "", urls: [next] }])
    ]
  }
})

/** Waits until the frontier has all that was settled. */
const restored = (frontier: JobFrontier) => frontier.knows(seed)

/** Entries of every frontier that read sitemaps. */
export const sitemapEntriesContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`entries that read sitemaps (${engine.name})`, () => {
    test("what the sitemaps list joins before the links of the seed, and is found there", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { sitemaps: true, max_depth: 0 } })
        const sitemap = `${seed}sitemap.xml`
        const sitemaps = {
          listed: [{ sitemap, urls: [`${seed}x`, `${seed}y`] }],
          errors: [{ url: `${seed}other.xml`, code: "http_status", message: "The site answered 404." }]
        }
        yield* crawl.page(read("seed"), { sitemaps })
        const leases = yield* crawl.frontier.lease(9)
        assert.deepStrictEqual(leases.map(({ depth, foundOn, url }) => [url, depth, foundOn]), [
          [`${seed}x`, 0, sitemap],
          [`${seed}y`, 0, sitemap]
        ])
        assert.deepStrictEqual((yield* crawl.job).errors.map(({ url }) => url), [`${seed}other.xml`])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("have their turn among the pages, and are neither pending, nor listed, nor of the budget", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { max_pages: 4 }, pages: 0 })
        yield* crawl.page(read("seed", [`${seed}linked`]), listing(["a"], entry(1)))
        assert.strictEqual((yield* crawl.job).stats.pending, 2)
        yield* crawl.page(read("a"))
        const [lease] = yield* crawl.frontier.lease(1)
        assert.isDefined(lease)
        if (lease === undefined) return
        assert.isTrue(isCursor(lease.url))
        assert.deepInclude(lease, { depth: 0, domain: "example.com", foundOn: "" })
        assert.deepInclude(cursorOf(lease.url), { site: seed, files: 1 })
        yield* crawl.frontier.end(lease, visitOf(lease, part, listing(["b", "a", "c"], entry(2))))
        yield* settleAll(crawl.frontier)
        assert.deepInclude((yield* crawl.job).stats, { crawled: 2, stored: 2, skipped: 0, failed: 0, pending: 3 })
        assert.isTrue(yield* crawl.frontier.knows(fileName(`${sitemap}?b,a,c`)))
        const urls: Array<string> = []
        while (urls.length < 2) urls.push((yield* crawl.page(read(`page ${urls.length}`))).url)
        assert.deepStrictEqual(urls, [`${seed}linked`, `${seed}b`])
        assert.strictEqual(yield* crawl.frontier.next, "done")
        const rows = yield* ledgerOf(crawl)
        assert.deepStrictEqual(rows.map(({ depth, found_on, url }) => [url, depth, found_on]), [
          [seed, 0, ""],
          [`${seed}a`, 0, sitemap],
          [`${seed}linked`, 1, seed],
          [`${seed}b`, 0, sitemap]
        ])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("may end as the visit of the seed, when a sitemap lists it at last", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { source: "sitemaps" }, pages: 0 })
        const lease = yield* crawl.page(part, listing([], entry(1)))
        assert.strictEqual(lease.url, seed)
        assert.deepStrictEqual(yield* ledgerOf(crawl), [])
        assert.strictEqual((yield* crawl.job).stats.pending, 0)
        const [reading] = yield* crawl.frontier.lease(1)
        if (reading === undefined) return assert.fail("no entry reads on")
        const ended = visitOf({ ...reading, url: seed }, read("home"), { ...listing(["a"]), entry: reading.url })
        yield* crawl.frontier.end(reading, ended)
        yield* settleAll(crawl.frontier)
        assert.deepInclude((yield* crawl.job).stats, { crawled: 1, stored: 1, pending: 1 })
        yield* crawl.page(read("a"))
        assert.deepStrictEqual((yield* ledgerOf(crawl)).map(({ url }) => url), [seed, `${seed}a`])
        assert.strictEqual(yield* crawl.frontier.next, "done")
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    if (!engine.isDurable) return

    test("go on after the frontier was opened again, from where they were", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ pages: 0 })
        yield* crawl.page(read("seed"), listing(["a"], entry(1)))
        const frontiers = yield* Frontier
        const task = { id: crawl.id, seed: new URL(seed), options: (yield* crawl.job).options }
        const opened = Effect.scoped(Effect.gen(function*() {
          const frontier = yield* frontiers.open(task)
          yield* restored(frontier)
          const leases = yield* frontier.lease(9)
          yield* Effect.forEach(leases, frontier.giveBack)
          return leases.map(({ url }) => url)
        }))
        const first = yield* opened
        assert.deepStrictEqual(first, [`${seed}a`, entry(1)])
        assert.deepStrictEqual(yield* opened, first)
        const frontier = yield* frontiers.open(task)
        yield* restored(frontier)
        const leases = yield* frontier.lease(9)
        for (const lease of leases) {
          yield* isCursor(lease.url)
            ? frontier.end(lease, visitOf(lease, part, listing(["b"])))
            : frontier.end(lease, visitOf(lease, read(lease.url)))
        }
        yield* settleAll(frontier)
        assert.deepInclude((yield* crawl.job).stats, { stored: 2, pending: 1 })
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))
  })
}
