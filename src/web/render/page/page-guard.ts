import { Effect, Exit, Option, Redacted } from "effect"
import type { CDPSession, Protocol } from "puppeteer-core"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { sendsKeys } from "../../../core/domain/options/Action.ts"
import { credentialsFor, fieldsFor, type SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { codingFields } from "../../net/content-coding.ts"
import { withoutFragment } from "../../net/redirects.ts"
import type { PageContext } from "../browser/Chromium.ts"
import { worldName } from "../browser/in-world.ts"
import { logInToProxy } from "../browser/proxy-login.ts"
import { emptyWindow } from "../browser/recycle-context.ts"
import type { RenderRequest } from "../RenderRequest.ts"
import { type ActingGuard, guardActions } from "./acting-guard.ts"
import { disarm, observe } from "./in-page.ts"
import { storageScript } from "./storage-script.ts"

/** Runs a check that may wait, for as long as the rendering lasts. */
export type RunCheck = (
  check: Effect.Effect<HeaderFields, PageError>,
  onExit: (exit: Exit.Exit<HeaderFields, PageError>) => void
) => void

type HeaderFields = Readonly<Record<string, string>>

export interface PageGuard {
  /** The error if the guard has refused the main frame: then the page has no rendering. */
  readonly refusal: () => PageError | undefined
  readonly mainFrame: string
  /** The last address that the main frame was sent to. */
  readonly target: () => URL
  /** Whether every document of the main frame was of one origin. */
  readonly hasStayed: () => boolean
  /** Of a page with actions. */
  readonly acting: ActingGuard | undefined
  /** Whether the main frame waits for the permission to go to another address. */
  readonly isChecking: () => boolean
  /** The latest refusal, which then no longer counts: the page is still the one before. */
  readonly takeRefusal: () => PageError | undefined
  /** Set once a picture lacks a frame of another origin. */
  readonly framesLeftOut: () => Warning | undefined
}

/**
 * Blocks pictures, media, fonts and frames of other origins, and dismisses dialogs. If the page `isPicture`, blocks
 * only media, and frames of other origins if its actions send keys or the request has credentials. Checks each document
 * of the main frame, including redirects.
 */
export const guardPage = async (
  context: PageContext,
  request: RenderRequest,
  runCheck: RunCheck,
  isPicture: boolean
): Promise<PageGuard> => {
  const { gate, isRecycled, session } = context
  const blocked = isPicture ? blockedInPictures : blockedInTexts
  const check = navigationCheck(request, isRecycled)
  const documents = mainDocuments(request)
  const { refuse, target } = documents
  let framesLeftOut: Warning | undefined
  const withKeys = sendsKeys(request.actions)
  // A frame of another origin would make requests that are sent with the credentials.
  const seesFrames = isPicture && !withKeys && request.credentials === undefined
  const { frameTree } = await session.send("Page.getFrameTree")
  const mainFrame = frameTree.frame.id
  const acting = request.actions === undefined ? undefined : guardActions(session, mainFrame, request.url, refuse)

  const takeReceived = receivedResponse(request, mainFrame)
  const proceed = (event: Protocol.Fetch.RequestPausedEvent, fields: HeaderFields) => {
    const received = takeReceived(event)
    const resumed = () => resume(session, event, documents.credentials(), fields)
    if (received === undefined) return resumed()
    // Not if a header field is invalid for the browser. Then it requests the page itself.
    return fulfil(session, event, received).catch(resumed)
  }

  session.on("Fetch.requestPaused", (event: Protocol.Fetch.RequestPausedEvent) => {
    if (acting?.onResponse(event) === true) return
    const answer = (isAllowed: boolean, fields: HeaderFields = {}) => {
      const sent = isAllowed ? proceed(event, fields) : abort(session, event)
      // The page may have closed.
      sent.catch(() => undefined)
    }
    const url = URL.parse(event.request.url)
    if (event.resourceType !== "Document" || url === null) return answer(!blocked.has(event.resourceType))
    const isMain = event.frameId === mainFrame
    const isOwn = url.origin === target().origin && (!withKeys || url.origin === acting?.origin())
    if (!isMain && (!isOwn || acting?.takeNavigation(event.frameId) !== true)) {
      if (isPicture && !isOwn && !seesFrames) framesLeftOut = withKeys ? leftOutForKeys : leftOutForCredentials
      return answer(isOwn || seesFrames)
    }
    const formFault = acting?.formFault(event.request)
    if (formFault !== undefined) {
      refuse(formFault)
      return answer(false)
    }
    const checked = documents.moveTo(url)
    runCheck(check(url), (exit) => {
      checked(exit, acting !== undefined)
      answer(Exit.isSuccess(exit), Exit.isSuccess(exit) ? exit.value : {})
    })
  })
  session.on("Page.javascriptDialogOpening", ({ type }: Protocol.Page.JavascriptDialogOpeningEvent) => {
    // The page may always be left.
    const accept = type === "beforeunload"
    session.send("Page.handleJavaScriptDialog", { accept }).catch(() => undefined)
  })

  const credentials = documents.credentials()
  logInToProxy(session, gate)
  await Promise.all([
    prepareDocuments(context, mainFrame, credentials),
    // Only these requests are intercepted. Scripts and data pass directly, unless they need credentials.
    session.send("Fetch.enable", {
      handleAuthRequests: gate.credentials !== undefined,
      patterns: [
        ...["Document" as const, ...blocked].map((resourceType) => ({ resourceType })),
        ...(acting === undefined ? [] : [{ resourceType: "Document" as const, requestStage: "Response" as const }]),
        ...(credentials === undefined ? [] : [{ urlPattern: `${credentials.origin}/*` }])
      ]
    })
  ])
  return { ...documents, mainFrame, acting, framesLeftOut: () => framesLeftOut }
}

/** The documents of the main frame: where it was sent to, whether it stayed at its origin, what was refused. */
const mainDocuments = (request: RenderRequest) => {
  let refusal: PageError | undefined
  let target = request.url
  let hasStayed = true
  let checking = 0
  // Undefined once a document was of another origin.
  let { credentials } = request
  const refuse = (error: PageError) => void (refusal = error)
  return {
    refuse,
    refusal: () => refusal,
    target: () => target,
    hasStayed: () => hasStayed,
    credentials: () => credentials,
    isChecking: () => checking > 0,
    takeRefusal: () => {
      const taken = refusal
      refusal = undefined
      return taken
    },
    /** Returns the function for the end of the check. If a page with actions is refused a document, it stays at its own. */
    moveTo: (url: URL) => {
      const before = target
      target = url
      if (url.origin !== request.url.origin) hasStayed = false
      credentials = credentialsFor(credentials, url)
      checking++
      return (exit: Exit.Exit<HeaderFields, PageError>, isActing: boolean) => {
        checking--
        if (Exit.isSuccess(exit)) return
        refuse(Option.getOrElse(Exit.findErrorOption(exit), () => fault.renderDisallowed(url)))
        if (isActing) target = before
      }
    }
  }
}

/** The scripts before those of each document, and no service worker. */
const prepareDocuments = async (
  { isRecycled, session }: PageContext,
  mainFrame: string,
  credentials: SiteCredentials | undefined
): Promise<void> => {
  const stored = Object.entries(credentials?.storage === undefined ? {} : Redacted.value(credentials.storage))
  await Promise.all([
    session.send("Page.enable"),
    session.send("Network.enable"),
    session.send("Network.setBypassServiceWorker", { bypass: true }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: disarm }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: observe, worldName }),
    // Before the storage is filled.
    ...(isRecycled ? [emptyFirst(session, mainFrame)] : []),
    ...(stored.length === 0 ? [] : [
      session.send("Page.addScriptToEvaluateOnNewDocument", {
        source: storageScript(credentials?.origin ?? "", Object.fromEntries(stored)),
        worldName
      })
    ])
  ])
}

/** Takes the response that the page was fetched with, once, for the first request of the main frame for it. */
const receivedResponse = ({ received, url }: RenderRequest, mainFrame: string) => {
  const href = withoutFragment(url).href
  let left = received
  return (event: Protocol.Fetch.RequestPausedEvent): RenderRequest["received"] => {
    const { frameId, request, resourceType } = event
    const isFirst = frameId === mainFrame && resourceType === "Document" && request.method === "GET"
      && request.url === href
    if (!isFirst) return undefined
    const taken = left
    left = undefined
    return taken
  }
}

/**
 * Empties the window before its first document, and only then: a later one finds what the first has left. Its request
 * does not wait for the removal of the script, which a document that is being left may never confirm.
 */
const emptyFirst = async (session: CDPSession, mainFrame: string): Promise<void> => {
  const { identifier } = await session.send("Page.addScriptToEvaluateOnNewDocument", { source: emptyWindow, worldName })
  const onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== mainFrame) return
    session.off("Page.frameNavigated", onNavigated)
    session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier }).catch(() => undefined)
  }
  session.on("Page.frameNavigated", onNavigated)
}

/** Checks whether the main frame may go to an address. Returns the fields to send with its document. */
const navigationCheck = (request: RenderRequest, isRecycled: boolean) => {
  // The browser caches the responses of earlier pages. The page itself is always revalidated.
  const revalidation: HeaderFields = isRecycled ? { "cache-control": "no-cache" } : {}
  let isFirst = true
  const permission = (url: URL): Effect.Effect<void, PageError> => {
    if (url.protocol !== "http:" && url.protocol !== "https:") return Effect.fail(fault.renderOutOfScope(url))
    if (request.isInScope !== undefined && !request.isInScope(url)) return Effect.fail(fault.renderOutOfScope(url))
    const isOwn = isFirst && url.href === withoutFragment(request.url).href
    isFirst = false
    return isOwn || request.mayVisit === undefined ? Effect.void : request.mayVisit(url)
  }
  return (url: URL): Effect.Effect<HeaderFields, PageError> =>
    Effect.andThen(
      permission(url),
      Effect.map(
        request.sign?.(url) ?? Effect.succeed<HeaderFields>({}),
        (signature) => ({ ...revalidation, ...signature })
      )
    )
}

/** Answers with a response that was received without its codings. */
const fulfil = (
  session: CDPSession,
  { requestId }: Protocol.Fetch.RequestPausedEvent,
  { body, headers }: NonNullable<RenderRequest["received"]>
): Promise<void> =>
  session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: 200,
    responseHeaders: Object.entries(headers).filter(([name]) => !codingFields.includes(name)).flatMap(([name, lines]) =>
      lines.split("\n").map((value) => ({ name, value }))
    ),
    body: Buffer.from(body).toString("base64")
  })

const abort = (session: CDPSession, { requestId }: Protocol.Fetch.RequestPausedEvent): Promise<void> =>
  session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })

/** Sends the request with these fields, and with the caller's fields if it goes to their origin. */
const resume = async (
  session: CDPSession,
  { request, requestId }: Protocol.Fetch.RequestPausedEvent,
  credentials: SiteCredentials | undefined,
  fields: HeaderFields
): Promise<void> => {
  const own = { ...await ownFields(session, request.url, credentials), ...fields }
  const others = Object.entries(request.headers).filter(([name]) => own[name.toLowerCase()] === undefined)
  const headers = [...others, ...Object.entries(own)].map(([name, value]) => ({ name, value }))
  await session.send("Fetch.continueRequest", { requestId, ...(Object.keys(own).length === 0 ? {} : { headers }) })
}

const leftOutForKeys: Warning = {
  code: "frame_missing",
  message: "Frames of other origins were not loaded, because the actions type text or press keys."
}
const leftOutForCredentials: Warning = {
  code: "frame_missing",
  message: "The picture has no frames of other origins, because the request has header fields, cookies or a profile."
}

const blockedInPictures: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Media", "Ping"])
const blockedInTexts: ReadonlySet<Protocol.Network.ResourceType> = new Set([...blockedInPictures, "Image", "Font"])

const ownFields = async (
  session: CDPSession,
  to: string,
  credentials: SiteCredentials | undefined
): Promise<HeaderFields> => {
  const url = URL.parse(to)
  if (url === null || credentialsFor(credentials, url) === undefined) return {}
  // These fields replace the browser's own, so its cookies are added.
  const { cookies } = await session.send("Network.getCookies", { urls: [to] })
  return fieldsFor(credentials, url, cookies.map(({ name, value }) => `${name}=${value}`).join("; "))
}
