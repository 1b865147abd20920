import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Option, Random, Stream } from "effect"
import { type CrawlOptions } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Frontier, type Lease } from "../../../../src/crawling/crawl/model/Frontier.ts"
import type { VisitOutcome, VisitRecord } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { memoryStore } from "../../../../src/crawling/stores/memory/memory-stores.ts"
import { generateSite, seed, type SitePage } from "../../crawl/generated-site.ts"
import { testOf } from "./clock.ts"
import { noise, options, read, settleAll, unread, visitOf } from "./crawling.ts"
import type { Engine, Overrides } from "./engine.ts"

/**
 * The same visits in any order of their ends give the same ledger, documents, errors and counters as in the memory
 * store when they end one after the other. Limits of the ledger, the frontier or the documents apply at the same page.
 */
export const arrivalOrderContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`visits in any order of arrival (${engine.name})`, () => {
    for (const [index, [name, { changes, code, limits = {} }]] of Object.entries(cases).entries()) {
      // Stores with files or tables use one site for each case, because all stores share the decisions.
      const sites = engine.isDurable ? [1 + index % 3] : [1, 2, 3]
      test(`the outcome is the same: ${name}`, () =>
        Effect.gen(function*() {
          for (const siteSeed of sites) {
            const site = generateSite(siteSeed, 60)
            const own = { ...options, max_pages: 40, dedup: true, scope: "subdomains", ...changes } as const
            const expected = yield* Effect.provide(crawlOf(site, own, undefined), memoryWith(limits))
            assert.isAbove(expected.rows.length, 3)
            assert.isTrue(expected.rows.some((row) => row.similar_to !== undefined))
            if (code !== undefined) assert.include(expected.errors.map((error) => error.code), code)
            const actual = yield* Effect.provide(crawlOf(site, own, siteSeed), engine.layer(limits))
            assert.deepStrictEqual(actual, expected, `site ${siteSeed}`)
          }
        }))
    }

    test("with scope any the sets are the same", () =>
      Effect.gen(function*() {
        // The targets of redirects, and the one of two equal texts that is stored, depend on the order.
        const site = new Map(
          [...generateSite(1, 60)].map(([url, page]) => [url, { ...page, redirect: undefined, canonical: "" }])
        )
        const own = { ...options, max_depth: 60, scope: "any" } as const
        const expected = yield* Effect.provide(crawlOf(site, own, undefined), memoryWith({}))
        const actual = yield* Effect.provide(crawlOf(site, own, 1), engine.layer())
        assert.deepStrictEqual(asSets(actual), asSets(expected))
        assert.isAbove(actual.rows.length, 40)
      }))
  })
}

const asSets = ({ documents, errors, rows, stats }: Effect.Success<ReturnType<typeof crawlOf>>) => ({
  documents: documents.toSorted(),
  errors: errors.map(({ url }) => url).toSorted(),
  rows: rows.map(({ code, outcome, status, url }) => `${url} ${outcome} ${code} ${status}`).toSorted(),
  stats
})

const cases: Readonly<Record<string, Case>> = {
  "one registrable domain": { changes: {} },
  "canonical links, an earlier job": { changes: { canonical_links: true, since: "0".repeat(32) } },
  "near duplicates": { changes: { dedup: "near" } },
  "near duplicates that are stored": { changes: { dedup: false } },
  "a budget and a depth that cut": { changes: { max_pages: 11, max_depth: 2 } },
  "a ledger that is full": { changes: {}, limits: { ledgerPages: 9 }, code: "ledger_full" },
  "a frontier that is full": { changes: {}, limits: { frontierUrls: 14 }, code: "frontier_full" },
  "a store that is full": { changes: {}, limits: { storeBytes: 8000 }, code: "store_full" }
}

interface Case {
  readonly changes: Partial<CrawlOptions>
  readonly limits?: Overrides
  /** The error of the job that the limit causes. */
  readonly code?: string
}

const memoryWith = (limits: Overrides) =>
  memoryStore.pipe(Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...limits })))

/**
 * Crawls the site and returns everything that a caller can read of the job. Without `order`, pages end one after the
 * other; with it, up to eight are in flight and end in an order drawn from this seed.
 */
const crawlOf = (site: ReadonlyMap<string, SitePage>, own: CrawlOptions, order: number | undefined) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const { id } = yield* store.create("a", seed, own)
    yield* store.promote(1000)
    const frontier = yield* (yield* Frontier).open({ id, seed: new URL(seed), options: own })
    const inFlight: Array<Lease> = []
    for (;;) {
      const free = (order === undefined ? 1 : 8) - inFlight.length
      inFlight.push(...(yield* frontier.lease(free)))
      const [lease] = inFlight.splice(Math.floor((yield* Random.next) * inFlight.length), 1)
      if (lease === undefined) {
        yield* settleAll(frontier)
        if ((yield* frontier.next) === "done") break
        continue
      }
      assert.strictEqual(yield* frontier.end(lease, visitTo(site, lease, own)), "ended")
      // Settle at once, or together with later pages.
      if (order === undefined || (yield* Random.nextBoolean)) yield* settleAll(frontier)
    }
    yield* store.finish(id, "done")
    const { job } = Option.getOrThrow(yield* store.get("a", id))
    const { items: rows } = yield* store.ledger(id, { after: 0, limit: 1000 })
    const documents = yield* Stream.runCollect(store.documents(id))
    return {
      rows,
      documents: documents.map((bytes) => decoder.decode(bytes)),
      stats: job.stats,
      status: job.status,
      errors: job.errors.map(({ code, message, url }) => ({ code, message, url }))
    }
  }).pipe(Effect.scoped, Random.withSeed(order ?? 0))

const decoder = new TextDecoder()

/** The visit of a URL is a function of the site alone. */
const visitTo = (site: ReadonlyMap<string, SitePage>, lease: Lease, { since }: CrawlOptions): VisitRecord => {
  const chain: Array<string> = []
  let page = site.get(lease.url)
  while (page?.redirect !== undefined && chain.length < maxRedirects) {
    chain.push(page.redirect)
    page = site.get(page.redirect)
  }
  return visitOf(lease, outcomeOf(page), {
    chain,
    elapsed: 10 * lease.seq,
    ...(since === undefined ? {} : { earlier: earlierOf(lease.seq) }),
    ...(lease.seq === 0 ? { sitemaps: sitemapsOf(site) } : {})
  })
}

const maxRedirects = 5

const outcomeOf = (page: SitePage | undefined): VisitOutcome => {
  if (page === undefined || page.redirect !== undefined) return unread()
  if (page.outcome !== "page" && page.outcome !== "missing") {
    return { _tag: "NoPage", code: page.outcome, detail: `${page.outcome} at ${page.url}` }
  }
  const textHash = page.text === 0 ? "" : String(page.text)
  return read(JSON.stringify({ url: page.url, text: noise(200, page.text) }), page.links, {
    status: page.outcome === "missing" ? 404 : 200,
    finalUrl: page.url,
    canonicalUrl: page.canonical,
    textHash,
    seen: { text: textHash, etag: `"${page.text}"`, likeness: { near: nearOf(page), fields: "" } }
  })
}

/** Some pages have one identity; their simhashes differ by 1 to 5 bits. */
const nearOf = ({ text, url }: SitePage): string => {
  const simhash = [0, 1, 3, 7, 15, 31, 0x700, 0xF0000][url.length * 31 % 8] ?? 0
  return String(text % 5).padStart(16, "0") + (simhash + text % 3).toString(16).padStart(16, "0")
}

/** Every third URL is new, the others were pages of the earlier job. */
const earlierOf = (seq: number): NonNullable<VisitRecord["earlier"]> =>
  seq % 3 === 0 ? "none" : { outcome: "stored", code: "", status: 200, text: String(seq) }

const sitemapsOf = (site: ReadonlyMap<string, SitePage>): NonNullable<VisitRecord["sitemaps"]> => ({
  listed: [{ sitemap: "http://a.example.com/sitemap.xml", urls: [...site.keys()].slice(-6) }],
  errors: [{ url: "http://a.example.com/sitemap-2.xml", code: "fetch_failed", message: "no answer" }]
})
