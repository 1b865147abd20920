import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { LedgerRow } from "../../../src/core/domain/job/LedgerRow.ts"
import { crawlOver, page, servicesOver } from "../../support/entries/crawl-over.ts"
import { scraped } from "../../support/entries/pages-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"

const site = "https://example.com"
const html = { "content-type": "text/html" }
const saying = (content: string, text: string, ...links: ReadonlyArray<string>) =>
  page(text, ...links).replace("<title>", `<meta name="robots" content="${content}"><title>`)

const pages = {
  [`${site}/`]: page("start", "/unindexed", "/closed", "/archived", "/tagged").replace(
    "</h1>",
    "</h1><a rel=nofollow href=/sponsored>x</a>"
  ),
  [`${site}/unindexed`]: saying("noindex", "unindexed", "/behind-unindexed"),
  [`${site}/behind-unindexed`]: page("behind unindexed"),
  [`${site}/closed`]: saying("nofollow", "closed", "/behind-closed"),
  [`${site}/behind-closed`]: page("behind closed"),
  [`${site}/archived`]: page("archived").replace("<title>", "<meta name=Gleaner content=noarchive><title>"),
  [`${site}/tagged`]: { headers: { ...html, "x-robots-tag": "otherbot: noindex" }, body: page("tagged") },
  [`${site}/sponsored`]: page("sponsored")
}

const paths = (urls: ReadonlyArray<string>) => urls.map((url) => new URL(url).pathname).toSorted()

describe("the wishes of a page", () => {
  it.effect("stand in the trace of a scrape, with what robots.txt and header fields say of uses", () => {
    const web = fakeWeb({
      [`${site}/robots.txt`]: { body: "User-agent: *\nContent-Signal: search=yes, ai-train=no" },
      [`${site}/`]: {
        headers: { ...html, "x-robots-tag": "max-snippet:9", "content-usage": "train-ai=y" },
        body: saying("noindex", "start")
      },
      [`${site}/plain`]: page("plain")
    })
    return Effect.gen(function*() {
      const { trace } = yield* scraped(`${site}/`)
      assert.deepStrictEqual(trace.robots, {
        directives: ["noindex", "max-snippet:9"],
        signals: { "search": "yes", "ai-train": "yes" }
      })
      const plain = yield* scraped(`${site}/plain`)
      assert.deepStrictEqual(plain.trace.robots, { directives: [], signals: { "search": "yes", "ai-train": "no" } })
    }).pipe(Effect.provide(servicesOver(web)), whileTimePasses)
  })

  it.effect("change nothing of a crawl by default", () =>
    Effect.gen(function*() {
      const { rows, stored } = yield* whileTimePasses(crawlOver(`${site}/`, pages))
      assert.deepStrictEqual(paths(stored), paths(Object.keys(pages)))
      assert.isTrue(rows.every((row) => row.signals === undefined))
    }))

  it.effect("are obeyed as far as the operator says", () =>
    Effect.gen(function*() {
      const obeying = { robotsTags: ["nofollow", "noindex", "noarchive"] } as const
      const { job, rows, stored } = yield* whileTimePasses(crawlOver(`${site}/`, pages, {}, obeying))
      assert.deepStrictEqual(paths(stored), ["/", "/behind-unindexed", "/closed", "/tagged"])
      assert.deepStrictEqual(
        rows.filter(({ outcome }) => outcome === "skipped").map((
          { code, status, url }
        ) => [new URL(url).pathname, code, status]),
        [["/unindexed", "noindex", 200], ["/archived", "noarchive", 200]]
      )
      assert.deepInclude(job.stats, { crawled: 6, stored: 4, skipped: 2, pending: 0 })
      const some = yield* whileTimePasses(crawlOver(`${site}/`, pages, {}, { robotsTags: ["noarchive"] }))
      assert.deepStrictEqual(paths(some.stored), paths(Object.keys(pages)).filter((path) => path !== "/archived"))
    }))

  it.effect("of its robots.txt refuse a purpose before the page is requested, also by redirects and from the cache", () =>
    Effect.gen(function*() {
      const uses = {
        [`${site}/robots.txt`]: {
          body: "User-agent: *\nContent-Signal: search=yes, ai-train=yes\nContent-Signal: /own ai-train=no, ai-input=no"
        },
        [`${site}/`]: page("start", "/own/1", "/on", "/header", "/meta"),
        [`${site}/own/1`]: page("own"),
        [`${site}/own/2`]: page("own two"),
        [`${site}/on`]: { status: 302, headers: { location: "/own/2" } },
        [`${site}/header`]: { headers: { ...html, "content-usage": "train-ai=n" }, body: page("header") },
        [`${site}/meta`]: saying("noai", "meta")
      }
      const training = yield* whileTimePasses(crawlOver(`${site}/`, uses, { purpose: "ai-train" }))
      assert.deepStrictEqual(paths(training.stored), ["/"])
      assert.deepStrictEqual(
        training.rows.map(({ code, status, url }) => [new URL(url).pathname, code, status]),
        [
          ["/", "", 200],
          ["/own/1", "purpose_refused", 0],
          ["/on", "purpose_refused", 0],
          ["/header", "purpose_refused", 200],
          ["/meta", "purpose_refused", 200]
        ]
      )
      assert.strictEqual(training.web.count(`${site}/own/1`) + training.web.count(`${site}/own/2`), 0)
      assert.deepStrictEqual(training.rows[0]?.signals, { "search": "yes", "ai-train": "yes" })
      assert.deepStrictEqual(training.job.options.purpose, "ai-train")
      const search = yield* whileTimePasses(crawlOver(`${site}/`, uses, { purpose: "search" }))
      assert.deepStrictEqual(paths(search.stored), ["/", "/header", "/meta", "/on", "/own/1"])
      const refused = yield* whileTimePasses(crawlOver(`${site}/own/1`, uses, { purpose: "ai-input" }))
      assert.strictEqual(refused.failure, "purpose_refused")
    }))

  // Content-Signal with use: contentsignals.org. TDM-Reservation: TDM Reservation Protocol, section 4.2.
  it.effect("refuse an extent of use, and mining, and the ledger has the rights without their texts", () =>
    Effect.gen(function*() {
      const uses = {
        [`${site}/robots.txt`]: {
          body: "User-agent: *\nContent-Signal: use=reference\nContent-Signal: /open use=full\n"
            + "Content-Signal: /closed search=no, use=immediate\nLicense: https://example.com/license.xml"
        },
        [`${site}/`]: page("start", "/open", "/open/field", "/closed", "/mined"),
        [`${site}/open`]: page("open"),
        [`${site}/open/field`]: { headers: { ...html, "content-signal": "use=immediate" }, body: page("field") },
        [`${site}/closed`]: page("closed"),
        [`${site}/mined`]: { headers: { ...html, "tdm-reservation": "1" }, body: page("mined") }
      }
      const licenses = [{ url: "https://example.com/license.xml", from: "robots.txt" }]
      const seen = (rows: ReadonlyArray<LedgerRow>) =>
        rows.map(({ code, rights, status, url }) => [new URL(url).pathname, code, status, rights])
      const reference = yield* whileTimePasses(crawlOver(`${site}/`, uses, { content_use: "reference" }))
      assert.deepStrictEqual(seen(reference.rows), [
        ["/", "", 200, undefined],
        ["/open", "", 200, undefined],
        ["/open/field", "content_use_refused", 200, {
          content_use: "immediate",
          licenses,
          sources: [{ from: "robots.txt" }, { from: "content-signal" }]
        }],
        ["/closed", "content_use_refused", 0, {
          uses: { search: "no" },
          content_use: "immediate",
          licenses,
          sources: [{ from: "robots.txt" }]
        }],
        ["/mined", "", 200, undefined]
      ])
      assert.strictEqual(reference.web.count(`${site}/closed`), 0)
      const whole = yield* whileTimePasses(crawlOver(`${site}/open`, uses, { content_use: "full" }))
      assert.deepStrictEqual(paths(whole.stored), ["/open"])
      const seed = yield* whileTimePasses(crawlOver(`${site}/`, uses, { content_use: "full" }))
      assert.strictEqual(seed.failure, "content_use_refused")
      const training = yield* whileTimePasses(crawlOver(`${site}/mined`, uses, { purpose: "ai-train" }))
      assert.deepStrictEqual(seen(training.rows), [["/mined", "purpose_refused", 200, {
        content_use: "reference",
        licenses,
        tdm: { reserved: true },
        sources: [{ from: "robots.txt" }, { from: "tdm-reservation" }]
      }]])
    }))
})
