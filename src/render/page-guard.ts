import { Effect, Exit, Option } from "effect"
import type { CDPSession, Protocol } from "puppeteer-core"
import { PageError } from "../domain/PageError.ts"
import { disarm, observe } from "./in-page.ts"
import type { RenderRequest } from "./Renderer.ts"

export const worldName = "gleaner"

/** Runs a judgement that may have to wait, for as long as the rendering lasts. */
export type Judging = (
  judgement: Effect.Effect<void, PageError>,
  onExit: (exit: Exit.Exit<void, PageError>) => void
) => void

/** Why the guard refused the main frame, if it did: the page then has no honest rendering. */
export interface PageGuard {
  readonly refusal: () => PageError | undefined
  readonly mainFrame: string
  /** Where the main frame was led to last. */
  readonly target: () => URL
}

/**
 * Refuses what a page does not need: pictures, media, fonts and frames of other origins are not loaded, and dialogs are
 * dismissed. A page that `isPicture` needs them, except for media. Each document of the main frame is judged, including
 * redirects.
 */
export const guardPage = async (
  session: CDPSession,
  request: RenderRequest,
  judging: Judging,
  isPicture: boolean
): Promise<PageGuard> => {
  let refusal: PageError | undefined
  let target = request.url
  const { frameTree } = await session.send("Page.getFrameTree")
  const mainFrame = frameTree.frame.id

  let isFirst = true
  const judge = (url: URL): Effect.Effect<void, PageError> => {
    if (url.protocol !== "http:" && url.protocol !== "https:") return Effect.fail(outOfScope(url))
    if (request.isInScope !== undefined && !request.isInScope(url)) return Effect.fail(outOfScope(url))
    const isOwn = isFirst && url.href === request.url.href
    isFirst = false
    return isOwn || request.mayVisit === undefined ? Effect.void : request.mayVisit(url)
  }
  const answer = (event: Protocol.Fetch.RequestPausedEvent, allowed: boolean): Promise<unknown> =>
    (allowed
      ? session.send("Fetch.continueRequest", { requestId: event.requestId })
      : session.send("Fetch.failRequest", { requestId: event.requestId, errorReason: "Aborted" }))
      // The page is gone, and its request with it.
      .catch(() => undefined)

  session.on("Fetch.requestPaused", (event: Protocol.Fetch.RequestPausedEvent) => {
    const url = URL.parse(event.request.url)
    if (event.resourceType !== "Document" || url === null) return void answer(event, false)
    if (event.frameId !== mainFrame) return void answer(event, isPicture || url.origin === target.origin)
    target = url
    judging(judge(url), (exit) => {
      if (Exit.isFailure(exit)) refusal = Option.getOrElse(Exit.findErrorOption(exit), () => disallowed(url))
      void answer(event, Exit.isSuccess(exit))
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
    // Only these requests are stopped here. Scripts and data pass directly.
    session.send("Fetch.enable", {
      patterns: (isPicture ? ofPictures : ofTexts).map((resourceType) => ({
        resourceType,
        requestStage: "Request" as const
      }))
    })
  ])
  return { refusal: () => refusal, mainFrame, target: () => target }
}

const ofPictures = ["Document", "Media", "Ping"] as const
const ofTexts = [...ofPictures, "Image", "Font"] as const

const outOfScope = (url: URL): PageError =>
  new PageError({ url: url.href, code: "out_of_scope", detail: "The page leads out of the crawl's scope." })

const disallowed = (url: URL): PageError =>
  new PageError({
    url: url.href,
    code: "robots_disallowed",
    detail: "robots.txt disallows the page that this one leads to."
  })
