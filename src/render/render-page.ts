import { Duration, Effect, FiberSet, type Scope } from "effect"
import type { CDPSession } from "puppeteer-core"
import { monotonicMillis } from "../domain/Asker.ts"
import type { Warning } from "../domain/Document.ts"
import { PageError } from "../domain/PageError.ts"
import type { Settings } from "../Settings.ts"
import { BrowserLost, type Room } from "./Chromium.ts"
import { isThere, type Probe, probe, type Snapshot, snapshot } from "./in-page.ts"
import { guardPage, type Judging, type PageGuard, worldName } from "./page-guard.ts"
import { type PageWatch, watchPage } from "./PageWatch.ts"
import type { RenderedPage, RenderRequest } from "./Renderer.ts"

/** One page in its room: guard it, navigate, let it come to rest, read it. */
export const renderPage = Effect.fnUntraced(function*(
  room: Room,
  request: RenderRequest,
  settings: Settings["Service"],
  time: Duration.Duration
): Effect.fn.Return<RenderedPage, PageError | BrowserLost, Scope.Scope> {
  const { gate, page, session } = room
  const started = yield* monotonicMillis
  let requests = 0
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  const judging: Judging = (judgement, onExit) => void run(Effect.map(Effect.exit(judgement), onExit))
  const guard = yield* spoken(() => guardPage(session, request, judging))
  const watch = watchPage(session, guard.mainFrame, () => {
    if (++requests > settings.renderRequests) gate.shut()
  })
  yield* Effect.tryPromise({
    try: () =>
      page.goto(request.url.href, {
        waitUntil: "domcontentloaded",
        timeout: Duration.toMillis(settings.renderTimeout)
      }),
    catch: (cause) => guard.refusal() ?? faultOf(request.url, guard, room, cause)
  })
  const warnings: Array<Warning> = []
  const atRest = Effect.timeoutOption(comeToRest(session, guard.mainFrame, watch), settings.renderSettle)
  let rested = yield* atRest
  if (request.waitFor !== undefined) {
    const left = Duration.toMillis(time) - reserve - ((yield* monotonicMillis) - started)
    const waiting = appears(session, guard.mainFrame, request.waitFor)
    const hasWaited = yield* Effect.timeoutOption(waiting, Duration.millis(Math.max(0, left)))
    // What came with the element may still be coming.
    if (hasWaited._tag === "Some" && hasWaited.value) rested = yield* atRest
  }
  if (rested._tag === "None") warnings.push(unsettled)
  if (gate.usage().overBudget || requests > settings.renderRequests) warnings.push(overBudget)
  const refusal = guard.refusal()
  if (refusal !== undefined) return yield* refusal
  // A navigation at this moment takes the tree away. Then the next document is the page.
  const taken = yield* Effect.retry(
    inWorld<Snapshot>(session, guard.mainFrame, snapshot(settings.maxBody)),
    { times: 3 }
  )
  // A navigation that failed after the page had loaded leaves an error page of the browser.
  if (!/^https?:/.test(taken.url)) return yield* failedNavigation(request.url, guard, room, "no answer")
  if (taken.truncated) {
    return yield* new PageError({
      url: request.url.href,
      code: "body_too_large",
      detail: "The rendered page is larger than the size limit."
    })
  }
  if (!/html|xml/.test(watch.mediaType())) {
    return yield* new PageError({
      url: request.url.href,
      code: "unsupported_content_type",
      detail: "In the browser, the URL gives something that is not a page."
    })
  }
  return { html: taken.html, finalUrl: taken.url, status: watch.status(), warnings }
}, Effect.scoped)

/** With text on the page, a short pause means rest. Without text, the content may need a moment longer. */
const pauseWithText = 200
const pauseWithout = 1000
const enoughText = 200

/**
 * Waits until network and tree have been quiet for a while. Never completes on a restless page: the caller bounds it.
 */
const comeToRest = (session: CDPSession, frame: string, watch: PageWatch): Effect.Effect<void, BrowserLost> =>
  Effect.gen(function*() {
    for (;;) {
      yield* watch.idle
      const now = yield* Effect.orElseSucceed(
        inWorld<Probe>(session, frame, probe),
        (): Probe => ({ still: 0, text: 0 })
      )
      const pause = now.text >= enoughText ? pauseWithText : pauseWithout
      if (now.still >= pause && !watch.isBusy()) return
      yield* Effect.sleep(Math.max(20, pause - now.still))
    }
  })

/** Returns when the element is there: true if it was not there at once. Never completes without it: the caller bounds it. */
const appears = (session: CDPSession, frame: string, selector: string): Effect.Effect<boolean> =>
  Effect.gen(function*() {
    for (let looks = 0;; looks++) {
      // A navigation at this moment takes the tree away.
      if (yield* Effect.orElseSucceed(inWorld<boolean>(session, frame, isThere(selector)), () => false)) {
        return looks > 0
      }
      yield* Effect.sleep(betweenLooks)
    }
  })

const betweenLooks = Duration.millis(100)
/** Milliseconds left for taking the page when the wait for an element has ended. */
const reserve = 1000

/** Evaluates in an isolated world, which the scripts of the page cannot reach. */
const inWorld = <A>(session: CDPSession, frameId: string, expression: string): Effect.Effect<A, BrowserLost> =>
  spoken(async () => {
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName })
    const { exceptionDetails, result } = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      returnByValue: true
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    // The browser's answer to our own expression, which has this shape.
    return result.value as A
  })

const spoken = <A>(run: () => Promise<A>): Effect.Effect<A, BrowserLost> =>
  Effect.tryPromise({ try: run, catch: (cause) => new BrowserLost({ cause }) })

const unsettled: Warning = {
  code: "render_unsettled",
  message: "The page kept changing; it was taken as it was when the wait ended."
}

const overBudget: Warning = {
  code: "render_budget",
  message: "The page tried to load more requests or bytes than one page may; the rest was refused."
}

/** Why a navigation failed: the gate refused it, it was too slow, or the browser ended. */
const faultOf = (url: URL, guard: PageGuard, room: Room, cause: unknown): PageError | BrowserLost => {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/timeout/i.test(message)) return renderTooSlow(url.href)
  if (/Target closed|Session closed|detached|Connection closed|crashed/i.test(message)) {
    return new BrowserLost({ cause })
  }
  return failedNavigation(url, guard, room, /net::(ERR_[A-Z_]+)/.exec(message)?.[1] ?? "no answer")
}

/** The gate knows more about the host than the browser does. */
const failedNavigation = (url: URL, guard: PageGuard, room: Room, told: string): PageError => {
  const host = guard.target().hostname.replace(/^\[|\]$/g, "")
  const last = room.gate.refusals.findLast((refusal) => refusal.host === host)
  if (last?.reason === "address") {
    return new PageError({
      url: url.href,
      code: "address_blocked",
      detail: "The page leads to an address that is not public."
    })
  }
  return new PageError({
    url: url.href,
    code: "fetch_failed",
    reason: last?.reason ?? "protocol",
    detail: `The browser could not load the page (${told}).`
  })
}

export const renderTooSlow = (url: string): PageError =>
  new PageError({ url, code: "upstream_timeout", detail: "The page was not rendered in the time allowed." })
