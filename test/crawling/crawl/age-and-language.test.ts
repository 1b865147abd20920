// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { crawlOf, page, redirect, servicesOver } from "../../support/entries/crawl-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"

const site = "https://site.test"
const pages = {
  [`${site}/`]: page("home", "/moved"),
  [`${site}/moved`]: redirect("/new"),
  [`${site}/new`]: page("new")
}

describe("a crawl", () => {
  it.effect("with max_age_seconds reads the pages of an earlier one, unless it is 0", () => {
    const web = fakeWeb(pages)
    return Effect.gen(function*() {
      const requests = Effect.fnUntraced(function*(max_age_seconds: number) {
        const before = web.pages().length
        const { documents } = yield* whileTimePasses(crawlOf(`${site}/`, { max_age_seconds }))
        assert.lengthOf(documents, 2)
        return { requests: web.pages().length - before, hits: documents.map(({ trace }) => trace.cache_hit) }
      })
      assert.deepStrictEqual(yield* requests(3600), { requests: 3, hits: [false, false] })
      // A redirect without freshness is not stored.
      assert.deepStrictEqual(yield* requests(3600), { requests: 1, hits: [true, true] })
      assert.deepStrictEqual(yield* requests(0), { requests: 3, hits: [false, false] })
    }).pipe(Effect.provide(servicesOver(web)))
  })

  it.effect("requests every page and redirect in its language, and robots.txt without", () => {
    const web = fakeWeb(pages)
    return Effect.gen(function*() {
      yield* whileTimePasses(crawlOf(`${site}/`, { language: ["de-CH", "fr"] }))
      assert.deepStrictEqual(web.log.map(({ headers, url }) => [url.slice(site.length), headers["accept-language"]]), [
        ["/robots.txt", undefined],
        ...["/", "/moved", "/new"].map((path) => [path, "de-CH,fr;q=0.9"])
      ])
    }).pipe(Effect.provide(servicesOver(web)))
  })
})
