import type { CDPSession, Protocol } from "puppeteer-core"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { sandboxDocument } from "./sandbox-document.ts"

/** The guard's additions for a page with actions. */
export interface ActingGuard {
  /** The origin of the main frame's document. */
  readonly origin: () => string
  /** Number of windows that the page wanted to open since the last call. */
  readonly takeWindows: () => number
  /** Decides about the response of a document. Returns false for a request, about which nothing is decided. */
  readonly onResponse: (event: Protocol.Fetch.RequestPausedEvent) => boolean
  /** The fault of a document that a form would send to another origin. */
  readonly formFault: (request: Protocol.Network.Request) => PageError | undefined
  /** Whether a link or form is navigating this frame. Resets when read. */
  readonly takeNavigation: (frame: string) => boolean
}

/** Sandboxes the documents of a page, and watches where links and forms lead. `refuse` records why one does not. */
export const guardActions = (
  session: CDPSession,
  mainFrame: string,
  asked: URL,
  refuse: (error: PageError) => void
): ActingGuard => {
  let origin = asked.origin
  let hasShown = false
  let windows = 0
  const led = new Set<string>()

  session.on("Page.frameNavigated", ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== mainFrame) return
    origin = URL.parse(frame.url)?.origin ?? ""
    hasShown = /^https?:/.test(frame.url)
  })
  session.on("Page.windowOpen", () => void windows++)
  session.on("Page.frameRequestedNavigation", (event: Protocol.Page.FrameRequestedNavigationEvent) => {
    const url = URL.parse(event.url)
    const isForm = event.reason.startsWith("formSubmission")
    if (event.frameId !== mainFrame) {
      if (isForm || event.reason === "anchorClick") led.add(event.frameId)
    } // The sandbox refuses it; this names the reason.
    else if (isForm && url !== null && url.origin !== origin) refuse(fault.formLeaves(url))
  })

  const fail = (requestId: string, errorReason: Protocol.Network.ErrorReason) =>
    void session.send("Fetch.failRequest", { requestId, errorReason }).catch(() => undefined)

  return {
    origin: () => origin,
    takeWindows: () => {
      const taken = windows
      windows = 0
      return taken
    },
    onResponse: (event) => {
      const { frameId, request, requestId, responseErrorReason, responseStatusCode } = event
      const isMain = frameId === mainFrame
      if (responseStatusCode !== undefined) {
        sandboxDocument(session, event).then(
          (isShown) => isShown || !isMain || refuse(fault.noPage(new URL(request.url))),
          () => fail(requestId, "Aborted")
        )
        return true
      }
      if (responseErrorReason === undefined) return false
      // Without an answer, the page before stays, instead of an error page of the browser.
      if (isMain && hasShown) refuse(fault.notLoaded(new URL(request.url), "protocol", "no answer"))
      fail(requestId, hasShown ? "Aborted" : responseErrorReason)
      return true
    },
    formFault: ({ method, url }) => {
      const target = new URL(url)
      return method !== "GET" && target.origin !== origin ? fault.formLeaves(target) : undefined
    },
    takeNavigation: (frame) => led.delete(frame)
  }
}
