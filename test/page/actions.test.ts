// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { RequestContext } from "../../src/core/kernel/RequestContext.ts"
import { PageReader } from "../../src/page/PageReader.ts"
import type { RenderRequest } from "../../src/web/render/RenderRequest.ts"
import { pagesOver, run, scraped, shell } from "../support/entries/pages-over.ts"
import { fakeBrowser } from "../support/web/fake-browser.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

const url = "https://site.test/"
const text = `<title>Plain</title><main><h1>Plain</h1><p>${
  "A page that needs no browser at all. ".repeat(10)
}</p></main>`
const fresh = { headers: { "cache-control": "max-age=600" }, body: text }

const steps = [{ step: 1, kind: "click", elapsed_ms: 12 }]
const pictures = [{ step: 2, media_type: "image/jpeg", data: "AAAA" }]
const actions = [{ click: "#more" }, { screenshot: true }] as const

const browserFor = (asked: Array<RenderRequest> = []) =>
  fakeBrowser((request) => {
    asked.push(request)
    return request.actions === undefined
      ? run("The app")
      : { html: run("After the click"), actions: { steps, pictures } }
  })

describe("a page with actions", () => {
  it.effect("is rendered, even if it needs no browser, and shows its steps and pictures", () => {
    const asked: Array<RenderRequest> = []
    return Effect.gen(function*() {
      const document = yield* scraped(url, { actions, wait_for: "h1" })
      assert.include(document.text, "After the click")
      assert.strictEqual(document.trace.rendered_because, "actions")
      assert.deepStrictEqual(document.trace.actions, steps)
      assert.deepStrictEqual(document.pictures, pictures)
      assert.deepStrictEqual(asked.map(({ actions, waitFor }) => [actions, waitFor]), [[actions, "h1"]])
      const without = yield* scraped(url, {})
      assert.include(without.text, "needs no browser")
      assert.notProperty(without, "pictures")
      assert.notProperty(without.trace, "actions")
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [url]: fresh }), browserFor(asked))), whileTimePasses)
  })

  it.effect("has its pictures only where fields has them", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(Object.keys(yield* scraped(url, { actions, fields: ["title"] })), ["title"])
      assert.deepStrictEqual(yield* scraped(url, { actions, fields: ["pictures"] }), { pictures } as object)
      assert.deepStrictEqual(
        Object.keys(yield* scraped(url, { actions, fields: ["pictures", "trace", "title"] })),
        ["title", "pictures", "trace"]
      )
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [url]: fresh }), browserFor())), whileTimePasses))

  it.effect("is neither served from the cache nor stored in it, and meets no other key", () => {
    const web = fakeWeb({ [url]: fresh })
    const visits = () => web.log.filter((request) => request.url === url).length
    const read = (owner: string, more: object) =>
      Effect.gen(function*() {
        const { read } = yield* PageReader
        const page = yield* RequestContext.by(owner, "interactive", Duration.minutes(5))(
          read({ ...more, url }, "document")
        )
        return new TextDecoder().decode(page.json)
      })
    return Effect.gen(function*() {
      assert.include(yield* read("ada", { actions }), "After the click")
      assert.strictEqual(visits(), 1)
      for (const owner of ["ada", "bob"]) assert.notInclude(yield* read(owner, {}), "After the click")
      assert.strictEqual(visits(), 2)
      assert.include(yield* read("bob", { actions }), "After the click")
      assert.include(yield* read("bob", { actions, max_age_seconds: 600 }), "After the click")
      assert.strictEqual(visits(), 4)
    }).pipe(Effect.provide(pagesOver(web, browserFor())), whileTimePasses)
  })

  it.effect("does not count as evidence about the other pages of its site", () => {
    const web = fakeWeb({ [url]: shell(), "https://site.test/next": shell() })
    return Effect.gen(function*() {
      for (let i = 0; i < 6; i++) yield* scraped(url, { actions })
      assert.include((yield* scraped("https://site.test/next")).trace.rendered_because, "script")
    }).pipe(Effect.provide(pagesOver(web, browserFor())), whileTimePasses)
  })

  it.effect("is returned as it was sent without a browser, with a warning", () =>
    Effect.gen(function*() {
      const document = yield* scraped(url, { actions })
      assert.include(document.text, "needs no browser")
      assert.deepStrictEqual(document.trace.warnings.map(({ code }) => code), ["rendering_unavailable"])
      assert.notProperty(document, "pictures")
    }).pipe(Effect.provide(pagesOver(fakeWeb({ [url]: fresh }))), whileTimePasses))
})

const app = "https://site.test/app"

describe("the language of a scrape", () => {
  it.effect("is that of the request and of the browser", () => {
    const web = fakeWeb({ [app]: shell() })
    const rendered: Array<ReadonlyArray<string> | undefined> = []
    const browser = fakeBrowser(({ language }) => {
      rendered.push(language)
      return run("the app")
    })
    return Effect.gen(function*() {
      yield* whileTimePasses(scraped(app, { language: ["de", "en"] }))
      assert.deepStrictEqual(web.pages().map(({ headers }) => headers["accept-language"]), ["de,en;q=0.9"])
      assert.deepStrictEqual(rendered, [["de", "en"]])
    }).pipe(Effect.provide(pagesOver(web, browser)))
  })
})
