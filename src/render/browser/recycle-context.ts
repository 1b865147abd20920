import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { CDPSession, Page, Protocol } from "puppeteer-core"
import { inWorld } from "../page/in-world.ts"
import { attempt, type BrowserLost, type Room } from "./Chromium.ts"

/**
 * Makes a room ready for the next page of the same visitor. Context and window stay. Nothing of the page before stays,
 * except what a browser caches by the rules of HTTP. This saves a new context, which is half the cost of a rendering.
 */
export const recycleContext = (room: Room, origin: string): Effect.Effect<Room, BrowserLost> =>
  Effect.andThen(forgetListeners(room.session), emptied(room, origin))

const emptied = ({ crashed, gate, page, session }: Room, origin: string): Effect.Effect<Room, BrowserLost> =>
  attempt(async () => {
    // Nothing of the page runs on: its last words would be there for the next page.
    await Promise.all([session.send("Emulation.setScriptExecutionDisabled", { value: true }), letTimeRun(session)])
    await leaveToEmptyDocument(page, session, origin)
    // Both belong to the window. Not every version of Chromium clears sessionStorage with the data of the origin.
    const { exceptionDetails } = await session.send("Runtime.evaluate", {
      expression: "sessionStorage.clear(); window.name = ''"
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    // Otherwise the next page could go back to the empty document.
    await page.goto("about:blank")
    await Promise.all([
      session.send("Network.clearBrowserCookies"),
      session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
      session.send("Page.resetNavigationHistory"),
      session.send("Emulation.setScriptExecutionDisabled", { value: false })
    ])
    // What the browser was asked for one page ends with its session.
    await session.detach()
    const next = await page.createCDPSession()
    // The clock of the page has stopped, and would stop the next page too.
    await letTimeRun(next)
    // A stream may have gone on while the page was left.
    if (gate.usage().overBudget) throw new Error("the page went over its budget as it was left")
    gate.renew()
    return { crashed, gate, page, session: next, isRenewed: true }
  })

/**
 * Replaces the page by an empty document of its own origin, which has no script and does not come from the site. Of the
 * requests that still wait for the guard of the page, none goes on.
 */
const leaveToEmptyDocument = async (page: Page, session: CDPSession, origin: string): Promise<void> => {
  // The page cannot know this URL.
  const empty = `${origin}/${randomUUID()}`
  session.removeAllListeners("Fetch.requestPaused")
  session.on("Fetch.requestPaused", ({ request, requestId }: Protocol.Fetch.RequestPausedEvent) => {
    const answer = request.url === empty
      ? session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders: ofHtml })
      : session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
    // A request of the page may be gone with it.
    void answer.catch(() => undefined)
  })
  await page.goto(empty)
}

const ofHtml = [{ name: "content-type", value: "text/html" }]

const letTimeRun = (session: CDPSession) =>
  session.send("Emulation.setVirtualTimePolicy", { policy: "pauseIfNetworkFetchesPending" })

/**
 * Opening a document anew takes all listeners from it and from its window (HTML, "document open steps"). Those for the
 * page's end would run in a process of their own, and write after all has been emptied. An isolated world has the
 * browser's own `open`, whatever the page has put in its place. A document that cannot be opened costs the window.
 */
const forgetListeners = (session: CDPSession): Effect.Effect<void, BrowserLost> =>
  Effect.flatMap(
    attempt(() => session.send("Page.getFrameTree")),
    ({ frameTree }) =>
      inWorld({ session, guard: { mainFrame: frameTree.frame.id } }, "document.open(); document.close()")
  )
