import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { gzipSync } from "node:zlib"
import { crawlDefaults, type CrawlOptions } from "../../../../src/core/domain/job/Job.ts"
import { crawlRules } from "../../../../src/crawling/crawl/model/CrawlRules.ts"
import {
  type CrawlCursor,
  cursorName,
  cursorOf,
  isCursor,
  startOf
} from "../../../../src/crawling/crawl/model/SitemapCursor.ts"
import { readSitemaps } from "../../../../src/crawling/crawl/plan/read-sitemaps.ts"
import { Sitemaps } from "../../../../src/crawling/crawl/plan/Sitemaps.ts"
import { extractorHere } from "../../../../src/extract/stages/extractor-over-stages.ts"
import { fetchOver } from "../../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../../support/web/fake-web.ts"

const site = "https://example.com"
const xml = (body: string | Uint8Array): FakePage => ({ headers: { "content-type": "application/xml" }, body })
const urls = (from: number, count: number) => Array.from({ length: count }, (_, n) => `${site}/p${from + n}`)
const urlset = (listed: ReadonlyArray<string>) =>
  `<urlset>${listed.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`
const index = (files: ReadonlyArray<string>) =>
  `<sitemapindex>${files.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`

/** The URLs that each visit lists until all is read. Each begins with the name of the cursor in the frontier. */
const visitsOf = (
  pages: Readonly<Record<string, FakePage>>,
  changes: Partial<CrawlOptions> = {},
  maxBody?: number
) => {
  const web = fakeWeb(pages)
  return Effect.gen(function*() {
    const sitemaps = yield* Sitemaps
    const options = { ...crawlDefaults, max_pages: 1_000_000, sitemaps: true, ...changes }
    const rules = crawlRules(options, `${site}/`)
    const visits: Array<ReadonlyArray<string>> = []
    const codes: Array<string> = []
    let cursor: CrawlCursor | undefined = { ...startOf(`${site}/`), seed: `${site}/` }
    while (cursor !== undefined && visits.length < 400) {
      const found: Effect.Success<ReturnType<typeof readSitemaps>> = yield* readSitemaps(
        sitemaps,
        { requester: { owner: "owner", job: "job" }, rules, cursor, known: [], credentials: undefined },
        { frontierUrls: 2_000_000 }
      )
      visits.push(found.listed.flatMap((run) => run.urls.filter((url) => !isCursor(url))))
      codes.push(...found.errors.map(({ code }) => code))
      cursor = found.next === undefined ? undefined : cursorOf(cursorName(found.next))
    }
    return { visits, codes, web }
  }).pipe(
    Effect.provide(
      Sitemaps.layerNoDeps.pipe(
        Layer.provide([fetchOver(web, maxBody === undefined ? {} : { maxBody }), extractorHere])
      )
    ),
    (reading) => whileTimePasses(reading, "1 hour")
  )
}

describe("the sitemaps that a crawl reads on and on", () => {
  it.effect("a large file is read in several goes, in its order, each URL once", () =>
    Effect.gen(function*() {
      const all = urls(0, 24_000)
      const { codes, visits, web } = yield* visitsOf({ [`${site}/sitemap.xml`]: xml(gzipSync(urlset(all))) })
      assert.deepStrictEqual(visits.flat(), all)
      assert.isTrue(visits.every((listed) => listed.length <= 10_400))
      assert.lengthOf(web.pages(), 3)
      assert.deepStrictEqual(codes, [])
    }))

  it.effect("so is a list of lines, and a file that goes on in the middle of a character", () =>
    Effect.gen(function*() {
      const all = Array.from({ length: 12_000 }, (_, n) => new URL(`/ü汉${n}`, site).href)
      const list = Array.from({ length: 12_000 }, (_, n) => `${site}/ü汉${n}`).join("\n")
      const { visits } = yield* visitsOf({
        [`${site}/sitemap.xml`]: { headers: { "content-type": "text/plain" }, body: list }
      })
      assert.isAtLeast(visits.length, 2)
      assert.deepStrictEqual(visits.flat(), all)
    }))

  it.effect("an index of many files is read again for each 50 of them, and its cursor stays small", () =>
    Effect.gen(function*() {
      const files = Array.from({ length: 230 }, (_, n) => `${site}/s${n}.xml`)
      const { visits, web } = yield* visitsOf({
        [`${site}/sitemap.xml`]: xml(index(files)),
        ...Object.fromEntries(files.map((file, n) => [file, xml(urlset(urls(n * 2, 2)))]))
      })
      assert.deepStrictEqual(visits.flat(), urls(0, 460))
      assert.strictEqual(web.count(`${site}/sitemap.xml`), 5)
      assert.strictEqual(web.pages().length, 235)
    }))

  it.effect("robots.txt may name more files than a cursor has", () =>
    Effect.gen(function*() {
      const files = Array.from({ length: 120 }, (_, n) => `${site}/s${n}.xml`)
      const { visits, web } = yield* visitsOf({
        [`${site}/robots.txt`]: files.map((file) => `Sitemap: ${file}`).join("\n"),
        ...Object.fromEntries(files.map((file, n) => [file, xml(urlset(urls(n, 1)))]))
      })
      assert.deepStrictEqual(visits.flat(), urls(0, 120))
      assert.lengthOf(web.pages(), 120)
    }))

  it.effect("files without a URL for the crawl are passed over, 20 in one visit", () =>
    Effect.gen(function*() {
      const files = Array.from({ length: 50 }, (_, n) => `${site}/s${n}.xml`)
      const { visits } = yield* visitsOf({
        [`${site}/sitemap.xml`]: xml(index(files)),
        ...Object.fromEntries(files.map((file, n) => [file, xml(urlset(n < 49 ? ["https://other.org/"] : urls(0, 1)))]))
      })
      assert.deepStrictEqual(visits.map((listed) => listed.length), [0, 0, 1])
    }))

  it.effect("a compressed file may be larger than a page, and a bomb costs what it may unpack to", () =>
    Effect.gen(function*() {
      const all = urls(0, 9000)
      const text = urlset(all)
      const { visits } = yield* visitsOf(
        { [`${site}/sitemap.xml`]: xml(gzipSync(text)) },
        {},
        Math.ceil(text.length / 3)
      )
      assert.deepStrictEqual(visits.flat(), all)
      const bomb = gzipSync(urlset(urls(0, 3)) + " ".repeat(3_000_000))
      const { codes, visits: some } = yield* visitsOf(
        { [`${site}/robots.txt`]: `Sitemap: ${site}/bomb.gz`, [`${site}/bomb.gz`]: xml(bomb) },
        {},
        100_000
      )
      assert.deepStrictEqual([some.flat(), codes], [urls(0, 3), ["body_too_large"]])
    }))

  it.effect("max_pages bounds the files of indexes without end", () =>
    Effect.gen(function*() {
      const files = Array.from({ length: 1000 }, (_, n) => `${site}/s${n}.xml`)
      const { codes, visits, web } = yield* visitsOf({
        [`${site}/sitemap.xml`]: xml(index(files)),
        ...Object.fromEntries(files.map((file) => [file, xml(urlset(urls(0, 1)))]))
      }, { max_pages: 20 })
      assert.lengthOf(web.pages(), 120)
      assert.isAtMost(visits.length, 120)
      assert.deepStrictEqual(codes, ["sitemaps_cut"])
    }))
})
