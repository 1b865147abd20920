import { Duration, Effect, type Redacted, type Scope } from "effect"
import type { HiddenReason } from "../../core/domain/document/HiddenText.ts"
import type { Warning } from "../../core/domain/document/Trace.ts"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { compact } from "../../core/kernel/compact.ts"
import { monotonicMillis } from "../../core/kernel/RequestContext.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import { type ActionRun, actOn } from "./actions/run-actions.ts"
import { gather } from "./actions/scripts/in-pages.ts"
import { restoreRows } from "./actions/scripts/in-scroll.ts"
import type { PooledContext } from "./browser/BrowserPool.ts"
import type { BrowserLost } from "./browser/Chromium.ts"
import { inNextWorld, inWorld } from "./browser/in-world.ts"
import { letTimePass } from "./browser/virtual-time.ts"
import { type BrowserSession, sessionIn } from "./page/browser-session.ts"
import { isThere, type Snapshot, snapshot } from "./page/in-page.ts"
import { failedNavigation, type LoadedPage, loadPage } from "./page/load-page.ts"
import { hideOverlays } from "./page/overlays/hide-overlays.ts"
import { settleInRealTime, settlePage } from "./page/settle-page.ts"
import type { RenderRequest } from "./RenderRequest.ts"

export interface RenderedPage {
  readonly html: string
  /** Elements of the HTML that the browser shows to nobody: the place after the name of each, and the reason. */
  readonly unseen?: ReadonlyArray<readonly [afterName: number, reason: HiddenReason]>
  readonly finalUrl: string
  readonly status: number
  readonly warnings: ReadonlyArray<Warning>
  readonly actions?: Omit<ActionRun, "warnings" | "pages">
  /** If the request has `sessionOf`, and the element of its `waitFor` is there. */
  readonly session?: Redacted.Redacted<BrowserSession>
}

/**
 * Loads a page, lets it settle, performs its actions, waits for the element that its caller needs, and reads it, all
 * within `time`. Pictures and fonts are loaded only if it `isPicture`.
 */
export const renderPage = Effect.fnUntraced(function*(
  context: PooledContext,
  request: RenderRequest,
  settings: Settings["Service"],
  time: Duration.Duration,
  isPicture = false
): Effect.fn.Return<RenderedPage, PageError | BrowserLost, Scope.Scope> {
  const end = (yield* monotonicMillis) + Duration.toMillis(time) - reserve
  const loaded = yield* loadPage(context, request, settings, isPicture)
  const { guard } = loaded
  const acted = request.actions === undefined ? undefined : yield* actOn(context, loaded, request, settings, end)
  const isAwaited = request.waitFor === undefined ||
    (yield* appears(loaded, request.waitFor, end - (yield* monotonicMillis), settings))
  // Actions stay where they may not go.
  const refusal = acted === undefined ? guard.refusal() : undefined
  if (refusal !== undefined) return yield* refusal
  const session = isAwaited && request.sessionOf !== undefined
    ? yield* sessionIn(loaded, request.sessionOf)
    : undefined
  return { ...yield* readLoaded(context, loaded, request, settings, acted), ...compact({ session }) }
}, Effect.scoped)

/** Reads a page that has settled, after its actions. A step that failed is a warning. */
export const readLoaded = Effect.fnUntraced(function*(
  context: PooledContext,
  loaded: LoadedPage,
  request: RenderRequest,
  settings: Settings["Service"],
  acted?: ActionRun
): Effect.fn.Return<RenderedPage, PageError | BrowserLost> {
  const { guard, watch } = loaded
  yield* loaded.record
  if (request.hidesOverlays === true) yield* hideOverlays(loaded)
  const gathered = acted === undefined || acted.pages.length === 0 ? "" : `${gather(acted.pages)}; `
  const script = `${gathered}${acted === undefined ? "" : restoreRows}; ${snapshot(settings.maxBody)}`
  const taken = yield* inNextWorld<Snapshot>(loaded, script)
  // A navigation that failed after the page had loaded leaves an error page of the browser.
  if (!/^https?:/.test(taken.url)) return yield* failedNavigation(request.url, guard, context, "no answer")
  if (taken.truncated) return yield* fault.renderedTooLarge(request.url)
  if (!/html|xml/.test(watch.mediaType())) return yield* fault.noPage(request.url)
  const warnings = [...loaded.warnings, ...acted?.warnings ?? []]
  if (acted === undefined && warnings.length === 0 && guard.hasStayed()) yield* context.recycle
  return {
    html: taken.html,
    // The script is our own, and its reasons are these.
    unseen: taken.unseen as RenderedPage["unseen"] & {},
    finalUrl: taken.url,
    status: watch.status(),
    warnings,
    ...(acted === undefined ? {} : { actions: { pictures: acted.pictures, steps: acted.steps } })
  }
})

/** Milliseconds left for reading the page after the wait for an element. */
const reserve = 1000

/**
 * Waits until the element is there and the page has settled, or for this time, which is virtual: it passes in a tenth
 * of the real time on a page that does nothing, and not at all on one that is always busy. Returns whether the element
 * is there.
 */
const appears = (
  page: LoadedPage,
  selector: string,
  time: number,
  { renderSettle, renderTimeout }: Pick<Settings["Service"], "renderSettle" | "renderTimeout">
): Effect.Effect<boolean> =>
  Effect.gen(function*() {
    const left = Math.max(0, Math.min(time, Duration.toMillis(renderTimeout)))
    let isFound = false
    const waiting = Effect.gen(function*() {
      for (let passed = 0; passed < left; passed += pollInterval) {
        isFound = yield* isFoundIn(page, selector)
        if (isFound && passed > 0) yield* settlePage(page, renderSettle)
        if (isFound) return
        yield* letTimePass(page, pollInterval)
        yield* Effect.sleep(realPoll)
      }
    })
    yield* Effect.ignore(Effect.timeoutOption(waiting, left))
    return isFound
  })

/** A navigation at this moment replaces the tree. */
const isFoundIn = (page: LoadedPage, selector: string): Effect.Effect<boolean> =>
  Effect.orElseSucceed(inWorld<boolean>(page, isThere(selector)), () => false)

/** Returns when the element is there and the page has settled, or after this time. */
export const appearsInRealTime = (page: LoadedPage, selector: string, time: Duration.Duration): Effect.Effect<void> =>
  Effect.gen(function*() {
    while (!(yield* isFoundIn(page, selector))) {
      yield* Effect.sleep(realPoll)
    }
    yield* settleInRealTime(page, time)
  }).pipe(Effect.timeoutOption(time), Effect.ignore)

/** Milliseconds of virtual time, and of real time for the answers of workers and sockets. */
const pollInterval = 250
const realPoll = 50
