import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOver, page } from "../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"

const site = "https://example.com"

const named = (text: string, canonical: string, ...links: ReadonlyArray<string>) =>
  page(text, ...links).replace("<title>", `<link rel="canonical" href="${canonical}"><title>`)

const pages = {
  [`${site}/`]: page("start", "/list?sort=price", "/list?sort=name", "/elsewhere"),
  [`${site}/list?sort=price`]: named("by price", "/list", "/item"),
  [`${site}/list?sort=name`]: named("by name", "/list", "/list", "/second-item"),
  [`${site}/list`]: page("list"),
  [`${site}/elsewhere`]: named("copied", "https://other.org/original"),
  [`${site}/item`]: page("item"),
  [`${site}/second-item`]: page("second item")
}

describe("canonical links in a crawl", () => {
  it.effect("count for nothing unless the caller says so", () =>
    Effect.gen(function*() {
      const { stored } = yield* whileTimePasses(crawlOver(`${site}/`, pages))
      assert.strictEqual(stored.length, 7)
    }))

  it.effect("make one page of those that name the same URL, whose links are followed all the same", () =>
    Effect.gen(function*() {
      const { rows, stored } = yield* whileTimePasses(crawlOver(`${site}/`, pages, { canonical_links: true }))
      assert.deepStrictEqual(
        stored,
        ["/", "/list?sort=price", "/elsewhere", "/item", "/second-item"].map((path) => site + path)
      )
      assert.deepStrictEqual(
        rows.filter(({ outcome }) => outcome === "duplicate").map(({ code, url }) => [url, code]),
        [
          [`${site}/list?sort=name`, "already_crawled"]
        ]
      )
    }))
})
