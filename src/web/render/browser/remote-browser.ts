import { Deferred, Effect, type Scope } from "effect"
import type { CDPSession } from "puppeteer-core"
import { defaultViewport, languages } from "./browser-flags.ts"
import { attempt, BrowserLost, type Chromium, makeContext } from "./Chromium.ts"
import { findEndpoint, openTransport } from "./devtools-endpoint.ts"
import type { EgressProxy } from "./EgressProxy.ts"
import type { FoundBrowser } from "./find-browser.ts"
import { proveEgress } from "./prove-egress.ts"

/**
 * Connects to a browser elsewhere for as long as the scope lives, and proves that its pages use our proxy. Others may
 * use the same browser: only its contexts of this connection are touched, and they end with the connection.
 */
export const connectToBrowser = Effect.fn("Chromium.connect")(function*(
  found: FoundBrowser,
  userAgent: string,
  egress: EgressProxy["Service"]
): Effect.fn.Return<Chromium, BrowserLost, Scope.Scope> {
  const endpoint = yield* attempt(() => findEndpoint(found.path))
  const own = new Set<string | undefined>()
  const browser = yield* Effect.acquireRelease(
    attempt(async () => {
      const transport = await openTransport(endpoint)
      const { connect } = await import("puppeteer-core")
      return connect({
        transport,
        defaultViewport,
        // Other clients of this browser have contexts of their own. The default context is unused.
        targetFilter: (target) => own.has(target.browserContext().id),
        protocolTimeout
      }).catch((cause: unknown) => {
        transport.close()
        throw cause
      })
    }),
    (browser) => Effect.promise(() => browser.disconnect().catch(() => undefined))
  )
  const lost = yield* Deferred.make<never, BrowserLost>()
  const end = () => browser.disconnect()
  browser.once(
    "disconnected",
    () => Deferred.doneUnsafe(lost, Effect.fail(new BrowserLost({ cause: "the connection to the browser ended" })))
  )
  const contextBehind = (gate: Parameters<typeof makeContext>[1]["gate"]) =>
    makeContext(browser, { gate, end, onContext: ({ id }) => own.add(id), prepare: identify(userAgent) })
  yield* Effect.scoped(proveEgress(endpoint.from, egress.serve, contextBehind))
  return {
    pid: undefined,
    version: attempt(() => browser.version()),
    isConnected: () => browser.connected,
    lost: Deferred.await(lost),
    memory: () => Promise.resolve(0),
    newContext: contextBehind(egress.openTo(endpoint.from)),
    killLarger: () => Promise.resolve(),
    kill: () => void end()
  }
})

/** Milliseconds for one command. */
const protocolTimeout = 20_000

/** The flags of a browser elsewhere are not ours. */
const identify = (userAgent: string) => (session: CDPSession) =>
  session.send("Network.setUserAgentOverride", { userAgent, acceptLanguage: languages })
