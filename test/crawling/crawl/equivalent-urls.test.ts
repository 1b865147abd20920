import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOver, type options, page } from "../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import type { FakePage } from "../../support/web/fake-web.ts"

const site = "https://example.com"

const varying = (field: string, body: string): FakePage => ({
  headers: { "content-type": "text/html", "no-vary-search": field },
  body
})

/** Two pages of a shop, each under three queries. */
const shop = (field: string): Readonly<Record<string, FakePage>> => ({
  [`${site}/`]: page(
    "start",
    ...["?id=1&from=a", "?from=b&id=1", "?id=1", "?id=2", "?id=2&from=a"].map((q) => `/p${q}`)
  ),
  ...Object.fromEntries(
    ["id=1&from=a", "from=b&id=1", "id=1", "id=2", "id=2&from=a"].map((query) => [
      `${site}/p?${query}`,
      varying(field, page(`product ${new URLSearchParams(query).get("id")} of ${query}`))
    ])
  )
})

const one = { concurrency: 1 }

/** The URLs whose page was requested, and the others with their original. */
const crawled = (pages: Readonly<Record<string, FakePage>>, changes: Partial<typeof options> = {}) =>
  Effect.map(whileTimePasses(crawlOver(`${site}/`, pages, { ...one, ...changes })), ({ job, rows, web }) => ({
    job,
    requested: web.log.map(({ url }) => url.replace(site, "")).filter((url) => url.startsWith("/p")),
    duplicates: rows.filter(({ outcome }) => outcome === "duplicate").map(({ code, duplicate_of, url }) =>
      [url, duplicate_of, code].map((text) => text?.replace(site, ""))
    )
  }))

describe("URLs that are equivalent by No-Vary-Search", () => {
  it.effect("are requested once in a crawl, and do not count against its pages", () =>
    Effect.gen(function*() {
      const { duplicates, job, requested } = yield* crawled(shop("key-order, params=(\"from\")"), { max_pages: 4 })
      assert.deepStrictEqual(requested, ["/p?id=1&from=a", "/p?id=2"])
      assert.deepStrictEqual(duplicates, [
        ["/p?from=b&id=1", "/p?id=1&from=a", "already_crawled"],
        ["/p?id=1", "/p?id=1&from=a", "already_crawled"],
        ["/p?id=2&from=a", "/p?id=2", "already_crawled"]
      ])
      assert.deepInclude(job.stats, { crawled: 3, stored: 3, duplicates: 3, pending: 0 })
    }))

  it.effect("are pages of their own where the field is invalid, or the caller keeps duplicates", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* crawled(shop("params=(from)"))).requested, 5)
      assert.lengthOf((yield* crawled(shop("params"), { dedup: false })).requested, 5)
    }))

  it.effect("are pages of their own in a batch", () =>
    Effect.gen(function*() {
      const pages = shop("params")
      const { requested } = yield* crawled(pages, { urls: Object.keys(pages), max_depth: 0 })
      assert.lengthOf(requested, 5)
    }))

  it.effect("are equivalent under the path of the response only", () =>
    Effect.gen(function*() {
      const { requested } = yield* crawled({
        [`${site}/`]: page("start", "/p?a=1", "/p2?a=1", "/p2?a=2"),
        [`${site}/p?a=1`]: varying("params", page("first")),
        [`${site}/p2?a=1`]: page("second"),
        [`${site}/p2?a=2`]: page("third")
      })
      assert.deepStrictEqual(requested, ["/p?a=1", "/p2?a=1", "/p2?a=2"])
    }))

  it.effect("are not equivalent to a failed page, nor to one that needs JavaScript", () =>
    Effect.gen(function*() {
      const shell = `<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>`
      const { requested } = yield* crawled({
        [`${site}/`]: page("start", "/p?a=1", "/p?a=2", "/ps?a=1", "/ps?a=2"),
        [`${site}/p?a=1`]: { status: 404, headers: { "no-vary-search": "params" }, body: "gone" },
        [`${site}/p?a=2`]: varying("params", page("second")),
        [`${site}/ps?a=1`]: varying("params", shell),
        [`${site}/ps?a=2`]: varying("params", shell)
      })
      assert.deepStrictEqual(requested, ["/p?a=1", "/p?a=2", "/ps?a=1", "/ps?a=2"])
    }))
})
