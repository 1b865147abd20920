import { Duration, Effect, FiberSet, type Scope } from "effect"
import type { Warning } from "../../domain/document/Document.ts"
import * as fault from "../../domain/errors/page-errors.ts"
import type { PageError } from "../../domain/errors/PageError.ts"
import type { Settings } from "../../Settings.ts"
import type { PooledRoom } from "../browser/BrowserPool.ts"
import { attempt, BrowserLost, type Room } from "../browser/Chromium.ts"
import type { RenderRequest } from "../Renderer.ts"
import { guardPage, type Judging, type PageGuard } from "./page-guard.ts"
import { type PageWatch, watchPage } from "./PageWatch.ts"
import { comeToRealRest, type OpenPage, settlePage } from "./settle-page.ts"

/** A page in its room that has been opened and has come to rest. */
export interface LoadedPage extends OpenPage {
  readonly warnings: ReadonlyArray<Warning>
}

/** Guards the room, navigates, and lets the page come to rest. Pictures and fonts are loaded only if it `isPicture`. */
export const loadPage = Effect.fnUntraced(function*(
  room: PooledRoom,
  request: RenderRequest,
  settings: Settings["Service"],
  isPicture: boolean
): Effect.fn.Return<LoadedPage, PageError | BrowserLost, Scope.Scope> {
  const { gate, page, session } = room
  let requests = 0
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  const judging: Judging = (judgement, onExit) => void run(Effect.map(Effect.exit(judgement), onExit))
  const guard = yield* attempt(() => guardPage(room, request, judging, isPicture))
  const watch = watchPage(session, guard.mainFrame, () => {
    if (++requests > settings.renderRequests) gate.shut()
  })
  yield* Effect.tryPromise({
    try: () =>
      page.goto(request.url.href, {
        waitUntil: "domcontentloaded",
        timeout: Duration.toMillis(settings.renderTimeout)
      }),
    catch: (cause) => guard.refusal() ?? unshowable(request.url, watch) ?? faultOf(request.url, guard, room, cause)
  })
  yield* room.hasLoaded
  const warnings: Array<Warning> = []
  const open = { session, guard, watch }
  const hasRested = yield* (isPicture ? comeToRealRest : settlePage)(open, settings.renderSettle)
  if (!hasRested) warnings.push(unsettled)
  if (gate.usage().overBudget || requests > settings.renderRequests) warnings.push(overBudget)
  const refusal = guard.refusal()
  if (refusal !== undefined) return yield* refusal
  return { ...open, warnings }
})

/** Fails when the process of the page has ended. A page that fills the memory ends it, for example. */
export const unlessCrashed = ({ crashed }: Room, { href }: URL) => <A, E>(use: Effect.Effect<A, E>) =>
  Effect.raceFirst(use, Effect.andThen(crashed, Effect.suspend(() => Effect.fail(fault.pageCrashed(href)))))

const unsettled: Warning = {
  code: "render_unsettled",
  message: "The page kept changing; it was taken as it was when the wait ended."
}

const overBudget: Warning = {
  code: "render_budget",
  message: "The page tried to load more requests or bytes than one page may; the rest was refused."
}

/** The browser would download it. */
const unshowable = (url: URL, watch: PageWatch): PageError | undefined =>
  watch.mediaType() === "" || /html|xml|^text\/|^image\/|json/.test(watch.mediaType()) ? undefined : fault.noPage(url)

/** Why a navigation failed: the gate refused it, it was too slow, or the browser ended. */
const faultOf = (url: URL, guard: PageGuard, room: Room, cause: unknown): PageError | BrowserLost => {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/timeout/i.test(message)) return fault.renderTooSlow(url.href)
  if (/Target closed|Session closed|detached|Connection closed|crashed/i.test(message)) {
    return new BrowserLost({ cause })
  }
  return failedNavigation(url, guard, room, /net::(ERR_[A-Z_]+)/.exec(message)?.[1] ?? "no answer")
}

/** The gate knows more about the host than the browser does. */
export const failedNavigation = (url: URL, guard: PageGuard, room: Room, why: string): PageError => {
  const host = guard.target().hostname.replace(/^\[|\]$/g, "")
  const last = room.gate.refusals.findLast((refusal) => refusal.host === host)
  if (last?.reason === "address") return fault.renderBlocked(url)
  return fault.notLoaded(url, last?.reason ?? "protocol", why)
}
