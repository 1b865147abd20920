// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pagesOver, scraped } from "../support/entries/pages-over.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

const site = "https://example.com"
const cached = { "cache-control": "max-age=600" }
const html = { headers: { "content-type": "text/html", ...cached }, body: "<h1>Tides</h1><p>The page of the tides." }
const markdown = {
  headers: { "content-type": "text/markdown; charset=utf-8", ...cached },
  body: "# Tides\n\nFrom *markdown*."
}

/** A site that answers by Accept without saying so in Vary. */
const web = () =>
  fakeWeb({
    [`${site}/both`]: ({ headers }) => headers["accept"]?.startsWith("text/markdown") === true ? markdown : html,
    [`${site}/html`]: html,
    [`${site}/liar`]: {
      ...markdown,
      body: "\n<!DOCTYPE html><title>Tides</title><h1>Tides</h1><p>The page of the tides."
    },
    [`${site}/readme`]: { ...markdown, body: "<h1 align=center>Tides</h1>\n\nFrom *markdown*." },
    [`${site}/gone`]: { ...markdown, status: 406, headers: { "content-type": "text/html" }, body: "<p>Not acceptable" }
  })

describe("prefer: markdown", () => {
  it.effect("takes the markdown of a site, and caches it apart from its HTML", () => {
    const shop = web()
    return Effect.gen(function*() {
      const prefer = { prefer: "markdown" } as const
      const first = yield* whileTimePasses(scraped(`${site}/both`, prefer))
      assert.deepStrictEqual([first.content_type, first.markdown, first.trace.variant], [
        "text/markdown",
        "# Tides\n\nFrom *markdown*.",
        "markdown"
      ])
      const plain = yield* whileTimePasses(scraped(`${site}/both`))
      assert.deepStrictEqual([plain.content_type, plain.trace.variant, plain.trace.cache_hit], [
        "text/html",
        undefined,
        false
      ])
      const again = yield* whileTimePasses(scraped(`${site}/both`, prefer))
      assert.deepStrictEqual([again.content_type, again.trace.cache_hit], ["text/markdown", true])
      assert.strictEqual(shop.count(`${site}/both`), 2)
    }).pipe(Effect.provide(pagesOver(shop)))
  })

  it.effect("reads any other answer as it is", () =>
    Effect.gen(function*() {
      const read = (path: string) => whileTimePasses(scraped(site + path, { prefer: "markdown" }))
      for (const path of ["/html", "/liar"]) {
        const page = yield* read(path)
        assert.deepStrictEqual([page.content_type, page.trace.variant], ["text/html", undefined], path)
        assert.include(page.markdown, "The page of the tides.", path)
      }
      const readme = yield* read("/readme")
      assert.deepStrictEqual([readme.content_type, readme.trace.variant], ["text/markdown", "markdown"])
      assert.deepStrictEqual((yield* read("/gone")).status, 406)
    }).pipe(Effect.provide(pagesOver(web()))))
})
