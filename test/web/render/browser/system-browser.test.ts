import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { findBrowser } from "../../../../src/web/render/browser/find-browser.ts"
import { rendering, renderUrl } from "../support/browser.ts"
import { page, startSite } from "../support/site.ts"

const found = await Effect.runPromise(findBrowser({ browser: Option.none() }))
const noSystem = found._tag === "Found" && found.origin === "system" ? "" : " (skipped: the system has no browser)"

// The other tests use the browser of npm. This one uses a browser of the system.
it.live.skipIf(noSystem !== "")(`a browser of the system renders a page${noSystem}`, () =>
  Effect.gen(function*() {
    const site = yield* startSite({ "/": page("<p id=x></p><script>x.textContent = 'rendered'</script>") })
    assert.include((yield* renderUrl(`${site.url}/`)).html, "rendered")
  }).pipe(Effect.provide(rendering({ browser: Option.none() }))))
