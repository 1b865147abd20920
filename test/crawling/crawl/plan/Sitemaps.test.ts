import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { gzipSync } from "node:zlib"
import { PageError } from "../../../../src/core/domain/errors/PageError.ts"
import { crawlDefaults } from "../../../../src/core/domain/job/Job.ts"
import { startOf } from "../../../../src/crawling/crawl/model/SitemapCursor.ts"
import { Sitemaps } from "../../../../src/crawling/crawl/plan/Sitemaps.ts"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { extractorHere } from "../../../../src/extract/stages/extractor-over-stages.ts"
import { crawlOver, page } from "../../../support/entries/crawl-over.ts"
import { fetchOver } from "../../../support/entries/fetch-over.ts"
import { growsInProportion } from "../../../support/processes/cpu-time.ts"
import { whileTimePasses } from "../../../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../../../support/web/fake-web.ts"

const site = "https://example.com"
const xml = (body: string | Uint8Array): FakePage => ({ headers: { "content-type": "application/xml" }, body })
const urlset = (...paths: ReadonlyArray<string>) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
    paths.map((path) =>
      `<url><loc>${site}${path}</loc><image:image><image:loc>${site}/no</image:loc></image:image></url>`
    ).join("")
  }</urlset>`
const index = (...urls: ReadonlyArray<string>) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`

/** URLs that the sitemaps of the site give a reader who wants `wanted` URLs. */
const readAll = (
  pages: Readonly<Record<string, FakePage>>,
  wanted = Number.POSITIVE_INFINITY,
  { files = crawlDefaults.max_sitemaps, ...settings }: { files?: number; maxBody?: number } = {},
  extractor: Layer.Layer<Extractor> = extractorHere
) => {
  const web = fakeWeb(pages)
  return whileTimePasses(
    Effect.gen(function*() {
      const urls: Array<string> = []
      const failures: Array<string> = []
      yield* (yield* Sitemaps).read(startOf(`${site}/`), { owner: "owner", job: "job" }, {
        files,
        take: (part) => Effect.sync(() => urls.push(...part.urls) < wanted),
        failed: ({ code, url }) => Effect.sync(() => void failures.push(`${code} ${url}`))
      })
      return { urls, failures, web }
    }).pipe(Effect.provide(Sitemaps.layerNoDeps.pipe(Layer.provide([fetchOver(web, settings), extractor])))),
    "10 minutes"
  )
}

describe("Sitemaps", () => {
  it.effect("reads those that robots.txt names, in its order, and not the usual place", () =>
    Effect.gen(function*() {
      const { urls, web } = yield* readAll({
        [`${site}/robots.txt`]: `Sitemap: ${site}/b.xml\nSitemap: https://other.org/a.xml\n`,
        [`${site}/b.xml`]: xml(urlset("/3", "/1?a=1&amp;b=2")),
        "https://other.org/a.xml": xml(urlset("/2")),
        [`${site}/sitemap.xml`]: xml(urlset("/never"))
      })
      assert.deepStrictEqual(urls, [`${site}/3`, `${site}/1?a=1&b=2`, `${site}/2`])
      assert.strictEqual(web.count(`${site}/sitemap.xml`), 0)
    }))

  it.effect("reads /sitemap.xml where robots.txt names none; a site without one does not fail", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* readAll({ [`${site}/sitemap.xml`]: xml(urlset("/1")) })).urls, [`${site}/1`])
      const { failures, urls } = yield* readAll({})
      assert.deepStrictEqual([urls, failures], [[], []])
    }))

  it.effect("leaves out those of robots.txt that no http(s) URL leads to", () =>
    Effect.gen(function*() {
      const { failures, urls } = yield* readAll({
        [`${site}/robots.txt`]:
          `Sitemap: file:///x\nSitemap: mailto:a@b.c\nSitemap: ftp://${site}/s.xml\nSitemap: /real.xml\n`,
        [`${site}/real.xml`]: xml(urlset("/a"))
      })
      assert.deepStrictEqual([urls, failures], [[`${site}/a`], []])
    }))

  it.effect("reads indexes, gzip files, feeds and lists of URLs, each in its place", () =>
    Effect.gen(function*() {
      const { failures, urls } = yield* readAll({
        [`${site}/sitemap.xml`]: xml(
          index(
            `${site}/a.xml.gz`,
            `${site}/deep.xml`,
            `${site}/rss`,
            `${site}/atom`,
            `${site}/list.txt`,
            "https://other.org/x.xml"
          )
        ),
        [`${site}/a.xml.gz`]: { headers: { "content-type": "application/x-gzip" }, body: gzipSync(urlset("/a")) },
        [`${site}/deep.xml`]: xml(index(`${site}/deeper.xml`)),
        [`${site}/deeper.xml`]: xml(urlset("/deep")),
        [`${site}/rss`]: xml(
          `<rss><channel><link>${site}/</link><item><link>${site}/rss-item</link></item></channel></rss>`
        ),
        [`${site}/atom`]: xml(`<feed><entry><link rel="self" href="/x"/><link href="/atom-entry"/></entry></feed>`),
        [`${site}/list.txt`]: {
          headers: { "content-type": "text/plain" },
          body: `${site}/l1\n${site}/l2\nmailto:a@b.c`
        }
      })
      assert.deepStrictEqual(urls, ["/a", "/deep", "/rss-item", "/atom-entry", "/l1", "/l2"].map((path) => site + path))
      assert.deepStrictEqual(failures, [])
    }))

  it.effect("says of each that was named why it could not be read, and goes on", () =>
    Effect.gen(function*() {
      const { failures, urls } = yield* readAll(
        {
          [`${site}/robots.txt`]: `User-agent: *\nDisallow: /private\n${
            ["gone.xml", "private.xml", "bomb.gz", "torn.gz", "away.xml", "good.xml"].map((name) =>
              `Sitemap: ${site}/${name}`
            ).join("\n")
          }`,
          [`${site}/bomb.gz`]: {
            headers: { "content-type": "application/gzip" },
            body: gzipSync(" ".repeat(6_000_000))
          },
          [`${site}/torn.gz`]: {
            headers: { "content-type": "application/gzip" },
            body: Uint8Array.from([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF])
          },
          [`${site}/away.xml`]: { status: 301, headers: { location: "https://other.org/sitemap.xml" } },
          [`${site}/good.xml`]: xml(urlset("/good"))
        },
        undefined,
        { maxBody: 1_000_000 }
      )
      assert.deepStrictEqual(urls, [`${site}/good`])
      assert.deepStrictEqual(failures, [
        `http_status ${site}/gone.xml`,
        `robots_disallowed ${site}/private.xml`,
        `body_too_large ${site}/bomb.gz`,
        `fetch_failed ${site}/torn.gz`,
        `out_of_scope ${site}/away.xml`
      ])
    }))

  it.effect("a circle of indexes ends, and so does a tree without one: at the bound of files", () =>
    Effect.gen(function*() {
      const circle = yield* readAll({
        [`${site}/sitemap.xml`]: xml(index(`${site}/b.xml`)),
        [`${site}/b.xml`]: xml(index(`${site}/sitemap.xml`, `${site}/b.xml`))
      })
      assert.strictEqual(circle.web.pages().length, 2)
      const many = index(...Array.from({ length: 5000 }, (_, number) => `${site}/s${number}.xml`))
      const tree = yield* readAll({ [`${site}/sitemap.xml`]: xml(many) }, undefined, { files: 5 })
      assert.strictEqual(tree.web.pages().length, 5)
    }))

  it.effect("of a sitemap of a million URLs only as much is parsed as is wanted", () =>
    Effect.gen(function*() {
      const huge = `<urlset>${
        Array.from({ length: 1_000_000 }, (_, number) => `<url><loc>/${number}</loc></url>`).join("")
      }</urlset>`
      const web = { [`${site}/sitemap.xml`]: xml(huge) }
      let parts = 0
      const counting = Layer.effect(
        Extractor,
        Effect.map(Extractor, (extractor) => ({
          ...extractor,
          sitemap: (part: Parameters<typeof extractor.sitemap>[0]) =>
            Effect.suspend(() => {
              parts++
              return extractor.sitemap(part)
            })
        }))
      ).pipe(Layer.provide(extractorHere))
      const { urls } = yield* readAll(web, 100, { maxBody: 100_000_000 }, counting)
      assert.isAtMost(urls.length, 500)
      assert.isAtMost(parts, 2)
      assert.deepStrictEqual((yield* readAll(web)).urls, [])
    }))

  it.effect("is the same wherever its parts end: in a tag, an entity or a character", () =>
    Effect.gen(function*() {
      const paths = Array.from({ length: 3000 }, (_, number) => `/ü汉${number}?a=1&amp;b=${"x".repeat(number % 97)}`)
      const expected = paths.map((path) => new URL(path.replaceAll("&amp;", "&"), site).href)
      assert.deepStrictEqual((yield* readAll({ [`${site}/sitemap.xml`]: xml(urlset(...paths)) })).urls, expected)
      const list = { headers: { "content-type": "text/plain" }, body: expected.join("\n") }
      assert.deepStrictEqual((yield* readAll({ [`${site}/sitemap.xml`]: list })).urls, expected)
    }))

  it.effect("an entry that does not end is left out, and those behind it are read", () =>
    Effect.gen(function*() {
      const long = `<url><loc>/${"x".repeat(2_000_000)}</loc></url>`
      const { urls } = yield* readAll({
        [`${site}/sitemap.xml`]: xml(`<urlset>${long}<url><loc>/a</loc></url></urlset>`)
      })
      assert.deepStrictEqual(urls, [`${site}/a`])
    }))

  it.effect("a sitemap that no reader can read is told, and the others are read", () =>
    Effect.gen(function*() {
      const web = {
        [`${site}/robots.txt`]: `Sitemap: ${site}/bad.xml\nSitemap: ${site}/good.xml\n`,
        [`${site}/bad.xml`]: xml(urlset("/bad")),
        [`${site}/good.xml`]: xml(urlset("/good"))
      }
      const fragile = Layer.mock(Extractor, {
        parsers: [],
        sitemap: (part) =>
          part.url.endsWith("bad.xml")
            ? Effect.fail(new PageError({ url: part.url, code: "fetch_failed", reason: "decode", detail: "too slow" }))
            : Effect.succeed({
              kind: "urlset",
              urls: [`${site}/good`],
              lastmods: [undefined],
              consumed: part.text.length
            })
      })
      const { failures, urls } = yield* readAll(web, undefined, {}, fragile)
      assert.deepStrictEqual([urls, failures], [[`${site}/good`], [`fetch_failed ${site}/bad.xml`]])
    }))

  it.effect("hostile XML costs its file: entities that multiply, elements that never close, no entries at all", () =>
    Effect.gen(function*() {
      const lol =
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>`
      const read = (body: string) =>
        Effect.map(readAll({ [`${site}/sitemap.xml`]: xml(body) }), ({ urls }) => {
          assert.isAtMost(urls.length, 1)
          assert.isBelow(urls.join("").length, 200)
        })
      yield* read(`${lol}<urlset><url><loc>${site}/&c;</loc></url></urlset>`)
      yield* read("<urlset></urlset>")
      yield* read("<html><body>no sitemap</body></html>")
      yield* growsInProportion(200_000, (length) => read("<urlset>" + "<url>".repeat(length)))
      yield* growsInProportion(100_000, (length) => read("<urlset>" + "<url><loc>".repeat(length) + "</url>"))
    }))
})

describe("a crawl with sitemaps", () => {
  it.effect("their pages are seeds: depth 0, after the seed and before its links, within scope and patterns", () =>
    Effect.gen(function*() {
      const { job, rows } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/linked"),
        [`${site}/linked`]: page("linked"),
        [`${site}/from-map`]: page("from the map", "/next"),
        [`${site}/next`]: page("next"),
        [`${site}/sitemap.xml`]: xml(
          urlset("/from-map", "/shop/1", "/").replace("</urlset>", "<url><loc>https://other.org/</loc></url></urlset>")
        )
      }, { sitemaps: true, exclude: ["/shop/*"] }))
      assert.deepStrictEqual(rows.map(({ depth, found_on, url }) => [url, depth, found_on]), [
        [`${site}/`, 0, ""],
        [`${site}/from-map`, 0, `${site}/sitemap.xml`],
        [`${site}/linked`, 1, `${site}/`],
        [`${site}/next`, 1, `${site}/from-map`]
      ])
      assert.strictEqual(job.stats.stored, 4)
    }))
})
