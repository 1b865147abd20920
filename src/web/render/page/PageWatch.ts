import { Effect } from "effect"
import type { CDPSession, Protocol } from "puppeteer-core"

/** The network activity of one page, and the response of its main frame. */
export interface PageWatch {
  /** Whether requests are in flight, apart from streams that never end. */
  readonly isBusy: () => boolean
  /** Whether another document of the main frame is on its way. The page answers no script until it has arrived. */
  readonly isNavigating: () => boolean
  /** Completes when no request is in flight. */
  readonly idle: Effect.Effect<void>
  /** The response of the main frame's latest document. */
  readonly status: () => number
  readonly mediaType: () => string
}

export const watchPage = (session: CDPSession, mainFrame: string, onRequest: () => void): PageWatch => {
  /** The loader of the document by request. */
  const inFlight = new Map<string, string>()
  /** The loader of the document by frame. */
  const loaders = new Map<string, string>()
  const waiting = new Set<() => void>()
  let document = ""
  let status = 0
  let mediaType = ""
  const ended = ({ requestId }: { readonly requestId: string }) => {
    inFlight.delete(requestId)
    if (inFlight.size > 0) return
    for (const resume of waiting) resume()
    waiting.clear()
  }
  session.on("Network.requestWillBeSent", (event: Protocol.Network.RequestWillBeSentEvent) => {
    onRequest()
    if (event.type === "Document" && event.frameId === mainFrame) document = event.requestId
    if (event.type === undefined || !endless.has(event.type)) inFlight.set(event.requestId, event.loaderId)
    // The script of a worker belongs to no document, and the browser reports its end only to the worker.
    if (event.loaderId === "") setTimeout(() => ended(event), workerStart)
  })
  session.on("Network.responseReceived", (event: Protocol.Network.ResponseReceivedEvent) => {
    if (event.type === "EventSource" || event.response.mimeType === "text/event-stream") ended(event)
    if (event.type === "Document" && event.frameId === mainFrame) {
      status = event.response.status
      mediaType = event.response.mimeType
    }
  })
  session.on("Network.loadingFinished", ended)
  session.on("Network.loadingFailed", ended)
  session.on("Page.frameNavigated", ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    const left = loaders.get(frame.id)
    loaders.set(frame.id, frame.loaderId)
    // The browser may report no end of what a document was loading as it was left, not even of the document itself.
    for (const [requestId, loader] of inFlight) if (loader === left && loader !== frame.loaderId) ended({ requestId })
  })
  return {
    isBusy: () => inFlight.size > 0,
    isNavigating: () => inFlight.has(document),
    idle: Effect.callback((resume) => {
      if (inFlight.size === 0) return resume(Effect.void)
      const wake = () => resume(Effect.void)
      waiting.add(wake)
      return Effect.sync(() => waiting.delete(wake))
    }),
    status: () => status,
    mediaType: () => mediaType
  }
}

/** Milliseconds for loading the script of a worker. */
const workerStart = 1000

const endless: ReadonlySet<string> = new Set([
  "WebSocket",
  "EventSource",
  "Ping",
  "Media",
  "Prefetch",
  "CSPViolationReport"
])
