import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOver, page } from "../support/entries/crawl-over.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"

const site = "https://example.com"

describe("frames and refreshes in a crawl", () => {
  it.effect("are followed like other links: once, and in scope", () =>
    Effect.gen(function*() {
      const { rows, stored } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: "<title>Frames</title><frameset><frame src=/menu><frame src=/main></frameset>",
        [`${site}/menu`]: page("menu", "/main"),
        [`${site}/main`]: `${page("main")}<iframe src=/map></iframe><iframe src='https://ads.test/1'></iframe>`,
        [`${site}/map`]: page("map").replace("<title>", "<meta http-equiv=refresh content='0;url=/moved'><title>"),
        [`${site}/moved`]: { headers: { "content-type": "text/html", refresh: "3; url=/last" }, body: page("moved") },
        [`${site}/last`]: page("last"),
        "https://ads.test/1": page("ad")
      }))
      const paths = stored.map((url) => url.replace(site, ""))
      assert.deepStrictEqual(paths.filter((path) => path !== "/"), ["/menu", "/main", "/map", "/moved", "/last"])
      assert.deepStrictEqual(rows.map(({ depth }) => depth), [0, 1, 1, 2, 3, 4])
    }))
})
