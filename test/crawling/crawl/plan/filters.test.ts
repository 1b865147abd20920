import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOver, page, redirect } from "../../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../../support/web/fake-web-time.ts"

const site = "https://example.com"

describe("include and exclude", () => {
  it.effect("leave what they filter out of every count and of the ledger, and never the seed", () =>
    Effect.gen(function*() {
      const { job, rows, web } = yield* whileTimePasses(crawlOver(`${site}/start`, {
        [`${site}/start`]: page("start", "/blog/a", "/blog/b?print=1", "/shop/a"),
        [`${site}/blog/a`]: page("a")
      }, { include: ["/blog/*"], exclude: ["*print=*"] }))
      assert.deepStrictEqual(rows.map(({ url }) => url), [`${site}/start`, `${site}/blog/a`])
      assert.deepStrictEqual(job.stats, { crawled: 2, stored: 2, failed: 0, skipped: 0, duplicates: 0, pending: 0 })
      assert.strictEqual(web.pages().length, 2)
    }))

  it.effect("hold for where a page redirects, too", () =>
    Effect.gen(function*() {
      const { rows, web } = yield* whileTimePasses(crawlOver(`${site}/`, {
        [`${site}/`]: page("start", "/a"),
        [`${site}/a`]: redirect("/shop/a")
      }, { exclude: ["/shop/*"] }))
      assert.deepStrictEqual(rows.map(({ code }) => code), ["", "out_of_scope"])
      assert.strictEqual(web.count(`${site}/shop/a`), 0)
    }))
})
