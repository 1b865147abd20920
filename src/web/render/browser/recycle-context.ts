import { Effect } from "effect"
import type { CDPSession, Protocol } from "puppeteer-core"
import { attempt, type BrowserLost, type PageContext } from "./Chromium.ts"
import { inWorld, type World } from "./in-world.ts"
import { clockLag, passing } from "./virtual-time.ts"

/**
 * Removes all state of a page from its context, except the HTTP cache, so the next page with its key can use the
 * same context and window. A new context is half the cost of a rendering. The name of the window stays until the next
 * page begins with {@link emptyWindow}, as does what a task writes to sessionStorage while it ends.
 */
export const recycleContext = (context: PageContext, origin: string): Effect.Effect<PageContext, BrowserLost> =>
  Effect.andThen(forgetListeners(context.session), emptied(context, origin))

const emptied = (
  { crashed, gate, openSession, page, session }: PageContext,
  origin: string
): Effect.Effect<PageContext, BrowserLost> =>
  attempt(async () => {
    // Handlers of `unload` could write state for the next page.
    await Promise.all([
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      // Only in a document of its origin, which the next page may reach over one of another.
      session.send("DOMStorage.clear", { storageId: { securityOrigin: origin, isLocalStorage: false } }),
      letTimeRun(session)
    ])
    abortRequests(session)
    await page.goto("about:blank")
    await Promise.all([
      session.send("Network.clearBrowserCookies"),
      session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
      session.send("Page.resetNavigationHistory"),
      session.send("Emulation.setScriptExecutionDisabled", { value: false })
    ])
    // Overrides of the browser for one page end with its session.
    await session.detach()
    const next = await openSession()
    // The virtual clock of the page has stopped, and would stop the next page too.
    await letTimeRun(next)
    // A stream may have sent bytes meanwhile.
    if (gate.usage().overBudget) throw new Error("the page went over its budget as it was left")
    gate.reset()
    return { crashed, gate, page, openSession, session: next, isRecycled: true }
  })

/** Runs before any script of the next page, in an isolated world. A sandboxed document has no storage. */
export const emptyWindow = "if (window === top) { window.name = ''; try { sessionStorage.clear() } catch {} }"

/** Requests that still wait for the guard of the page. */
const abortRequests = (session: CDPSession): void => {
  session.removeAllListeners("Fetch.requestPaused")
  session.on("Fetch.requestPaused", ({ requestId }: Protocol.Fetch.RequestPausedEvent) => {
    // The request may have ended with its page.
    session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(() => undefined)
  })
}

const letTimeRun = (session: CDPSession) =>
  session.send("Emulation.setVirtualTimePolicy", { policy: "pauseIfNetworkFetchesPending" })

/**
 * `document.open()` removes all listeners of the document and its window (HTML, "document open steps"). Listeners for
 * the page's end would run in a process of their own, and write after everything was cleared. An isolated world has the
 * browser's own `open`, even if the page has replaced it. If it fails, the context is closed.
 */
const forgetListeners = (session: CDPSession): Effect.Effect<void, BrowserLost> =>
  Effect.flatMap(worldOf(session), (world) => inWorld(world, "document.open(); document.close()"))

/** Sets the clock of a recycled context to the real time, before its next page loads. */
export const setClock = ({ session }: PageContext): Effect.Effect<void, BrowserLost> =>
  Effect.gen(function*() {
    const lag = yield* Effect.flatMap(worldOf(session), clockLag)
    if (lag > 0) yield* passing(session, "advance", lag)
    yield* attempt(() => letTimeRun(session))
  })

const worldOf = (session: CDPSession): Effect.Effect<World, BrowserLost> =>
  Effect.map(
    attempt(() => session.send("Page.getFrameTree")),
    ({ frameTree }) => ({ session, guard: { mainFrame: frameTree.frame.id } })
  )
