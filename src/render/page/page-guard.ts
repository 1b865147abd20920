import { Effect, Exit, Option } from "effect"
import type { CDPSession, Protocol } from "puppeteer-core"
import * as fault from "../../domain/errors/page-errors.ts"
import type { PageError } from "../../domain/errors/PageError.ts"
import { fieldsFor, type SiteCredentials } from "../../domain/SiteCredentials.ts"
import type { Room } from "../browser/Chromium.ts"
import type { RenderRequest } from "../Renderer.ts"
import { disarm, observe } from "./in-page.ts"

export const worldName = "gleaner"

/** Runs a judgement that may have to wait, for as long as the rendering lasts. */
export type Judging = (
  judgement: Effect.Effect<Fields, PageError>,
  onExit: (exit: Exit.Exit<Fields, PageError>) => void
) => void

type Fields = Readonly<Record<string, string>>

/** Why the guard refused the main frame, if it did: the page then has no honest rendering. */
export interface PageGuard {
  readonly refusal: () => PageError | undefined
  readonly mainFrame: string
  /** Where the main frame was led to last. */
  readonly target: () => URL
  /** Whether every document of the main frame was of one origin. */
  readonly hasStayed: () => boolean
}

/**
 * Refuses what a page does not need: pictures, media, fonts and frames of other origins are not loaded, and dialogs are
 * dismissed. A page that `isPicture` needs them, except for media. Each document of the main frame is judged, including
 * redirects.
 */
export const guardPage = async (
  { isRenewed, session }: Room,
  request: RenderRequest,
  judging: Judging,
  isPicture: boolean
): Promise<PageGuard> => {
  const refused = isPicture ? ofPictures : ofTexts
  let refusal: PageError | undefined
  let target = request.url
  let hasStayed = true
  const { frameTree } = await session.send("Page.getFrameTree")
  const mainFrame = frameTree.frame.id

  let isFirst = true
  // The browser has kept what earlier pages loaded. The page itself is asked for again, as the caller was promised.
  const asked: Fields = isRenewed ? { "cache-control": "no-cache" } : {}
  /** The fields to send with it, if the main frame may go there. */
  const judge = (url: URL) =>
    Effect.andThen(
      permission(url),
      Effect.map(request.sign?.(url) ?? Effect.succeed<Fields>({}), (signature) => ({ ...asked, ...signature }))
    )
  const permission = (url: URL): Effect.Effect<void, PageError> => {
    if (url.protocol !== "http:" && url.protocol !== "https:") return Effect.fail(fault.renderOutOfScope(url))
    if (request.isInScope !== undefined && !request.isInScope(url)) return Effect.fail(fault.renderOutOfScope(url))
    const isOwn = isFirst && url.href === request.url.href
    isFirst = false
    return isOwn || request.mayVisit === undefined ? Effect.void : request.mayVisit(url)
  }
  // Only while every document of the main frame has been of their origin.
  let credentials = request.credentials
  const answer = async (
    event: Protocol.Fetch.RequestPausedEvent,
    allowed: boolean,
    signature: Fields = {}
  ): Promise<void> => {
    const { requestId } = event
    try {
      if (!allowed) await session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
      else {await session.send("Fetch.continueRequest", {
          requestId,
          ...await withFields(session, event, credentials, signature)
        })}
    } catch {
      // The page is gone, and its request with it.
    }
  }

  session.on("Fetch.requestPaused", (event: Protocol.Fetch.RequestPausedEvent) => {
    const url = URL.parse(event.request.url)
    if (event.resourceType !== "Document" || url === null) return void answer(event, !refused.has(event.resourceType))
    if (event.frameId !== mainFrame) return void answer(event, isPicture || url.origin === target.origin)
    target = url
    if (url.origin !== request.url.origin) hasStayed = false
    if (url.origin !== credentials?.origin) credentials = undefined
    judging(judge(url), (exit) => {
      if (Exit.isFailure(exit)) {
        refusal = Option.getOrElse(Exit.findErrorOption(exit), () => fault.renderDisallowed(url))
      }
      void answer(event, Exit.isSuccess(exit), Exit.isSuccess(exit) ? exit.value : {})
    })
  })
  session.on(
    "Page.javascriptDialogOpening",
    () => void session.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => undefined)
  )

  await Promise.all([
    session.send("Page.enable"),
    session.send("Network.enable"),
    session.send("Network.setBypassServiceWorker", { bypass: true }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: disarm }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: observe, worldName }),
    // Only these requests are stopped here. Scripts and data pass directly, unless credentials go with them.
    session.send("Fetch.enable", {
      patterns: [
        ...["Document" as const, ...refused].map((resourceType) => ({ resourceType })),
        ...(credentials === undefined ? [] : [{ urlPattern: `${credentials.origin}/*` }])
      ]
    })
  ])
  return { refusal: () => refusal, mainFrame, target: () => target, hasStayed: () => hasStayed }
}

/** What is not loaded for a picture of a page, and what is not for its text. */
const ofPictures: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Media", "Ping"])
const ofTexts: ReadonlySet<Protocol.Network.ResourceType> = new Set([...ofPictures, "Image", "Font"])

/**
 * The request with our signature, and with the caller's fields if it goes to their origin. They do not go on to a
 * redirect's target.
 */
const withFields = async (
  session: CDPSession,
  { request }: Protocol.Fetch.RequestPausedEvent,
  credentials: SiteCredentials | undefined,
  signature: Fields
) => {
  const fields = { ...await ownFields(session, request.url, credentials), ...signature }
  if (Object.keys(fields).length === 0) return {}
  const kept = Object.entries(request.headers).filter(([name]) => fields[name.toLowerCase()] === undefined)
  return { headers: [...kept, ...Object.entries(fields)].map(([name, value]) => ({ name, value })) }
}

const ownFields = async (
  session: CDPSession,
  to: string,
  credentials: SiteCredentials | undefined
): Promise<Fields> => {
  const url = URL.parse(to)
  if (url === null || url.origin !== credentials?.origin) return {}
  // The fields that we give take the place of the browser's own, and its cookies would be lost.
  const { cookies } = await session.send("Network.getCookies", { urls: [to] })
  return fieldsFor(credentials, url, cookies.map(({ name, value }) => `${name}=${value}`).join("; "))
}
