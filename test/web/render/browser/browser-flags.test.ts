import { assert, describe, it } from "@effect/vitest"
import { browserFlags } from "../../../../src/web/render/browser/browser-flags.ts"

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
