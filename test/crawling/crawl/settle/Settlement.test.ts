import { assert, describe, it } from "@effect/vitest"
import { crawlDefaults, type CrawlOptions } from "../../../../src/core/domain/job/Job.ts"
import type { VisitRecord } from "../../../../src/crawling/crawl/model/VisitRecord.ts"
import { type CrawlIndex, Settlement } from "../../../../src/crawling/crawl/settle/Settlement.ts"

const site = "https://site.test"
const seed = `${site}/`

/** A page at depth 1 with these links. */
const visitOf = (links: ReadonlyArray<string>, changes: Partial<VisitRecord> = {}): VisitRecord => ({
  seq: 1,
  url: `${site}/page`,
  depth: 1,
  foundOn: seed,
  chain: [],
  elapsed: 1,
  outcome: {
    _tag: "Page",
    status: 200,
    finalUrl: `${site}/page`,
    canonicalUrl: "",
    textHash: "hash",
    links: links.map((path) => site + path),
    signals: {},
    document: new Uint8Array([1])
  },
  ...changes
})

interface Case {
  readonly visits: ReadonlyArray<VisitRecord>
  readonly options?: Partial<CrawlOptions>
  readonly capacity?: number
  readonly isCancelled?: boolean
  readonly enqueued?: ReadonlyArray<readonly [path: string, depth: number, foundOn: string]>
  /** Paths of known URLs that a page links to. */
  readonly linked?: ReadonlyArray<string>
  readonly errors?: ReadonlyArray<string>
}

const links = visitOf(["/a", "/b", "/a", "/page", "/"])
const found = [["/a", 2, "/page"], ["/b", 2, "/page"]] as const
const listed = {
  listed: [{ sitemap: `${site}/sitemap.xml`, urls: [`${site}/a`, `${site}/c`] }, {
    depth: 3,
    sitemap: "",
    urls: [`${site}/deep`]
  }],
  errors: []
}

const cases: Readonly<Record<string, Case>> = {
  "each unknown link once, and known ones as links": { visits: [links], enqueued: found, linked: ["/a", "/page", "/"] },
  "nothing beyond the maximum depth": { visits: [links], options: { max_depth: 1 }, linked: ["/page", "/"] },
  "nothing that is excluded": { visits: [links], options: { exclude: ["*/a"] }, enqueued: [["/b", 2, "/page"]] },
  "nothing after a cancellation": { visits: [links], isCancelled: true },
  "the URLs of sitemaps before the links": {
    visits: [visitOf(["/c", "/b"], { sitemaps: listed })],
    enqueued: [["/a", 0, "/sitemap.xml"], ["/c", 0, "/sitemap.xml"], ["/deep", 3, ""], ["/b", 2, "/page"]],
    linked: ["/c"]
  },
  "no links of a page with an error": {
    visits: [visitOf(["/a"], { outcome: { _tag: "NoPage", code: "fetch_failed", detail: "" } })],
    errors: ["fetch_failed"]
  },
  "no more than the capacity, with one error": {
    visits: [visitOf(["/a", "/b", "/c"]), visitOf(["/d"], { seq: 2, url: `${site}/other` })],
    options: { dedup: false },
    capacity: 1,
    enqueued: [["/a", 2, "/page"]],
    errors: ["frontier_full"]
  }
}

describe("settling enqueues", () => {
  for (
    const [name, { capacity = 10, enqueued = [], errors = [], isCancelled = false, options, visits, linked }] of Object
      .entries(cases)
  ) {
    it(name, () => {
      const known = new Set([seed, ...visits.map(({ url }) => url)])
      const joined: Array<readonly [string, number, string]> = []
      const links: Array<string> = []
      const path = (url: string) => url.slice(site.length)
      const index: CrawlIndex = {
        knowsUrl: (url) => known.has(url),
        pageWithText: () => undefined,
        similarTo: () => undefined,
        addAlias: (url) => void known.add(url),
        addText: () => undefined,
        addSimilar: () => undefined,
        enqueue: (url, _, { depth, foundOn }) => {
          if (joined.length === capacity) return false
          known.add(url)
          return joined.push([path(url), depth, path(foundOn)]) > 0
        },
        addReferrer: (url) => void links.push(path(url)),
        settled: () => ({ pending: joined.length, referrers: [], linksToFailed: [] })
      }
      const state = { base: seed, spent: 1, wasFull: false }
      const settlement = new Settlement({ ...crawlDefaults, ...options }, capacity, index, state)
      const ends = visits.map((visit) => {
        const steps = settlement.settle(visit, !isCancelled)
        for (;;) {
          const step = steps.next()
          if (step.done === true) return step.value.end
        }
      })
      assert.deepStrictEqual(joined, [...enqueued])
      if (linked !== undefined) assert.deepStrictEqual(links, [...linked])
      assert.deepStrictEqual(ends.flatMap((end) => end.errors.map(({ code }) => code)), [...errors])
      assert.strictEqual(settlement.spent, 1 + visits.length)
      assert.strictEqual(settlement.wasFull, errors.includes("frontier_full"))
    })
  }
})
