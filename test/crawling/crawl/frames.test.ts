import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOver, page } from "../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"

const site = "https://example.com"

const refreshing = (target: string) => `<meta http-equiv=refresh content='0;url=${target}'><title>Moving</title>`

const pathsOf = (urls: ReadonlyArray<string>) => urls.map((url) => url.replace(site, ""))

describe("frames in a crawl", () => {
  it.effect("are followed like other links, once and in scope, and fetched once", () =>
    Effect.gen(function*() {
      const { documents, rows, stored, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: "<title>Frames</title><frameset><frame src=/menu><frame src=/main></frameset>",
        [`${site}/menu`]: page("menu", "/main"),
        [`${site}/main`]: `${page("main")}<iframe src=/map></iframe><iframe src='https://ads.test/1'></iframe>`,
        [`${site}/map`]: page("map"),
        "https://ads.test/1": page("ad")
      }))
      assert.deepStrictEqual(pathsOf(stored), ["/", "/menu", "/main", "/map"])
      assert.deepStrictEqual(rows.map(({ depth }) => depth), [0, 1, 1, 1])
      assert.include(documents[0]?.text, "This is the page of main")
      assert.deepStrictEqual(pathsOf(web.pages().map(({ url }) => url)).toSorted(), ["/", "/main", "/map", "/menu"])
    }))

  it.effect("outside its scope are neither fetched nor part of a page", () =>
    Effect.gen(function*() {
      const { documents, web } = yield* whileTimePasses(crawlOver(`${site}/docs/`, {
        [`${site}/docs/`]: page("docs", "/docs/framed"),
        [`${site}/docs/framed`]: "<title>Docs</title><iframe src=/private></iframe><p>Short.",
        [`${site}/private`]: page("private")
      }, { scope: "prefix" }))
      assert.deepStrictEqual(pathsOf(web.pages().map(({ url }) => url)), ["/docs/", "/docs/framed"])
      assert.deepStrictEqual(documents[1]?.trace.warnings.map(({ code }) => code), ["frame_missing"])
    }))
})

describe("refreshes in a crawl", () => {
  it.effect("are redirects: their target is a page once, and no page of its own besides", () =>
    Effect.gen(function*() {
      const { documents, rows, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("home", "/old", "/older", "/new"),
        [`${site}/old`]: refreshing("/new"),
        [`${site}/older`]: { headers: { "content-type": "text/html", refresh: "0; url=/last" }, body: "" },
        [`${site}/new`]: page("new"),
        [`${site}/last`]: page("last", "/older")
      }))
      assert.deepStrictEqual(
        rows.map(({ code, outcome, url }) => [...pathsOf([url]), outcome, code]),
        [
          ["/", "stored", ""],
          ["/old", "duplicate", "already_crawled"],
          ["/older", "stored", ""],
          ["/new", "stored", ""]
        ]
      )
      assert.deepStrictEqual(pathsOf(documents.map(({ final_url }) => final_url)), ["/", "/last", "/new"])
      assert.deepStrictEqual(pathsOf(web.pages().map(({ url }) => url)), ["/", "/old", "/older", "/new", "/last"])
    }))

  it.effect("are not followed out of scope, and in a circle they end", () =>
    Effect.gen(function*() {
      const { documents, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("home", "/out", "/a"),
        [`${site}/out`]: refreshing("https://other.test/"),
        [`${site}/a`]: refreshing("/b"),
        [`${site}/b`]: refreshing("/a"),
        "https://other.test/": page("other")
      }))
      assert.deepStrictEqual(
        documents.map(({ final_url, trace }) => [...pathsOf([final_url]), ...trace.warnings.map(({ code }) => code)]),
        [["/"], ["/out", "refresh_not_followed"], ["/b", "refresh_not_followed"]]
      )
      assert.isUndefined(web.pages().find(({ url }) => url.startsWith("https://other.test")))
    }))
})
