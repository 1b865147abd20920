import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { RequestContext } from "../../src/core/kernel/RequestContext.ts"
import { PageReader } from "../../src/page/PageReader.ts"
import { pagesOver, run, shell } from "../support/entries/pages-over.ts"
import { fakeBrowser } from "../support/web/fake-browser.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { fakeWeb } from "../support/web/fake-web.ts"

const site = "https://site.test"

describe("the rendering of a page with credentials", () => {
  const cases: ReadonlyArray<readonly [name: string, path: string, isSent: boolean]> = [
    ["has them", "/app", true],
    ["has them after a redirect within the origin", "/in", true],
    ["has none after a redirect to another origin", "/out", false],
    ["has none after a redirect that left the origin and came back", "/back", false]
  ]
  for (const [name, path, isSent] of cases) {
    it.effect(name, () => {
      const web = fakeWeb({
        [`${site}/app`]: shell(),
        [`${site}/in`]: { status: 302, headers: { location: "/app" } },
        [`${site}/out`]: { status: 302, headers: { location: "https://other.test/app" } },
        [`${site}/back`]: { status: 302, headers: { location: "https://other.test/back" } },
        "https://other.test/app": shell(),
        "https://other.test/back": { status: 302, headers: { location: `${site}/app` } }
      })
      const sent: Array<boolean> = []
      const browser = fakeBrowser(({ credentials }) => {
        sent.push(credentials !== undefined)
        return run("the app")
      })
      const url = site + path
      return Effect.gen(function*() {
        const { read } = yield* PageReader
        const page = read({ url, headers: Redacted.make({ "X-Token": "secret" }) }, "document")
        yield* RequestContext.by("caller", "interactive", Duration.minutes(5))(page)
        assert.deepStrictEqual(sent, [isSent])
      }).pipe(Effect.provide(pagesOver(web, browser)), whileTimePasses)
    })
  }
})
