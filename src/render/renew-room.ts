import { Effect } from "effect"
import type { CDPSession } from "puppeteer-core"
import { attempt, type BrowserLost, type Room } from "./Chromium.ts"
import { inWorld } from "./in-world.ts"

/**
 * Makes a room ready for the next page of the same visitor. Context and window stay. Nothing of the page before stays,
 * except what a browser caches by the rules of HTTP. This saves a new context, which is half the cost of a rendering.
 */
export const renewRoom = (room: Room, origin: string): Effect.Effect<Room, BrowserLost> =>
  Effect.andThen(forgetListeners(room.session), emptied(room, origin))

const emptied = ({ crashed, gate, page, session }: Room, origin: string): Effect.Effect<Room, BrowserLost> =>
  attempt(async () => {
    // Nothing of the page runs on: its last words would be there for the next page.
    await Promise.all([session.send("Emulation.setScriptExecutionDisabled", { value: true }), letTimeRun(session)])
    await page.goto("about:blank")
    await Promise.all([
      session.send("Network.clearBrowserCookies"),
      session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
      session.send("Page.resetNavigationHistory"),
      session.send("Emulation.setScriptExecutionDisabled", { value: false })
    ])
    // The name belongs to the window. A page can still set it when it is left.
    await session.send("Runtime.evaluate", { expression: "window.name = ''" })
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
