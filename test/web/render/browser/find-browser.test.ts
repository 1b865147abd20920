import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { browserFlags } from "../../../../src/web/render/browser/browser-flags.ts"
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

describe("browserFlags", () => {
  it("keep the sandbox on for everyone but root, for whom the browser has none", () => {
    assert.notInclude(browserFlags({ userAgent: "a", isRoot: false }), "--no-sandbox")
    assert.include(browserFlags({ userAgent: "a", isRoot: true }), "--no-sandbox")
  })

  it("leave no host to be reached, and no name to be resolved, past the proxy", () => {
    const flags = browserFlags({ userAgent: "a", isRoot: false })
    assert.includeMembers([...flags], [
      "--proxy-bypass-list=<-loopback>",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      "--disable-quic",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp"
    ])
  })
})
