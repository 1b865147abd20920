import { NodeDns } from "@effect/platform-node"
import { Duration, Effect, Layer, Logger, Option } from "effect"
import { browserHere, browserSetting } from "../../../../scripts/support/launch-browser.ts"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { HttpTransport } from "../../../../src/web/net/HttpTransport.ts"
import { BrowserPool } from "../../../../src/web/render/browser/BrowserPool.ts"
import { EgressProxy } from "../../../../src/web/render/browser/EgressProxy.ts"
import { Renderer } from "../../../../src/web/render/Renderer.ts"

/** The reason to skip the tests with a browser, or "". */
export const skipReason = browserHere._tag === "Found" ? "" : ` (skipped: ${browserHere.why})`

/** The environment for a command that uses the browser of the tests. */
export const browserVariable = { GLEANER_BROWSER: Option.getOrUndefined(browserSetting) }

/**
 * The addresses that the tests' own sites listen on. All of the rest of loopback stays forbidden, and traps are set
 * there.
 */
export const siteHost = "127.0.0.2"

export const rendering = (overrides: Parameters<typeof Settings.layerWith>[0] = {}) =>
  Renderer.layerNoDeps.pipe(
    Layer.provideMerge(BrowserPool.layerNoDeps),
    Layer.provide(EgressProxy.layerOverDialer),
    Layer.provide(HttpTransport.layerResolver),
    Layer.provide(NodeDns.layer),
    // Tests kill browsers on purpose, which is logged.
    Layer.provideMerge(Logger.layer([])),
    Layer.provideMerge(Settings.layerWith({
      allowAddresses: [`${siteHost}/32`],
      // Only pages that never come to rest reach these: a test of a limit sets its own.
      renderTimeout: Duration.minutes(2),
      renderSettle: Duration.seconds(20),
      maxBody: 1024 * 1024,
      browser: browserSetting,
      ...overrides
    }))
  )

export const renderUrl = Effect.fnUntraced(function*(url: string, more: object = {}, owner = "test") {
  const renderer = yield* Renderer
  return yield* renderer.render({ url: new URL(url), ...more }).pipe(
    RequestContext.by(owner, "interactive", Duration.minutes(10))
  )
})
