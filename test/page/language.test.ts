// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pagesOver, run, scraped, shell } from "../support/entries/pages-over.ts"
import { fakeBrowser } from "../support/web/fake-browser.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

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
