import { Duration, Effect, FiberSet, type Scope } from "effect"
import type { CDPSession } from "puppeteer-core"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import * as fault from "../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { acceptLanguage, canonicalLanguages } from "../../../core/domain/options/Language.ts"
import { withoutBrackets } from "../../../core/domain/url-host.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import { ExchangeTap } from "../../net/ExchangeTap.ts"
import type { PooledContext } from "../browser/BrowserPool.ts"
import { attempt, BrowserLost, type PageContext } from "../browser/Chromium.ts"
import type { RenderRequest } from "../RenderRequest.ts"
import { speak } from "./in-page.ts"
import { guardPage, type PageGuard, type RunCheck } from "./page-guard.ts"
import { type PageWatch, watchPage } from "./PageWatch.ts"
import { recordResponses } from "./record-responses.ts"
import { type OpenPage, settleInRealTime, settlePage } from "./settle-page.ts"

/** A page that has settled. */
export interface LoadedPage extends OpenPage {
  readonly warnings: ReadonlyArray<Warning>
  /** Passes the responses of the page to the `ExchangeTap`, if there is one. */
  readonly record: Effect.Effect<void>
}

/** Guards the context, navigates, and lets the page settle. Pictures and fonts are loaded only if it `isPicture`. */
export const loadPage = Effect.fnUntraced(function*(
  context: PooledContext,
  request: RenderRequest,
  settings: Settings["Service"],
  isPicture: boolean
): Effect.fn.Return<LoadedPage, PageError | BrowserLost, Scope.Scope> {
  const { gate, page, session } = context
  let requests = 0
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  const runCheck: RunCheck = (check, onExit) => void run(Effect.map(Effect.exit(check), onExit))
  const guard = yield* attempt(() => guardPage(context, request, runCheck, isPicture))
  const tap = yield* ExchangeTap
  const recorded = tap === undefined ? undefined : recordResponses(session, settings.renderBytes)
  const { language } = request
  if (language !== undefined) yield* attempt(() => setLanguage(session, canonicalLanguages(language)))
  const watch = watchPage(session, guard.mainFrame, () => {
    if (++requests > settings.renderRequests) gate.shut()
  })
  yield* Effect.tryPromise({
    try: () =>
      page.goto(request.url.href, {
        waitUntil: "domcontentloaded",
        timeout: Duration.toMillis(settings.renderTimeout)
      }),
    catch: (cause) => guard.refusal() ?? unshowable(request.url, watch) ?? faultOf(request.url, guard, context, cause)
  })
  yield* context.hasLoaded
  const warnings: Array<Warning> = []
  const open = { session, guard, watch }
  // Actions are performed in real time: a page may wait for as long as its user reads.
  const settle = isPicture || request.actions !== undefined ? settleInRealTime : settlePage
  const hasSettled = yield* settle(open, settings.renderSettle)
  if (!hasSettled) warnings.push(unsettled)
  if (gate.usage().overBudget || requests > settings.renderRequests) warnings.push(overBudget)
  const refusal = guard.refusal()
  if (refusal !== undefined) return yield* refusal
  const record = recorded === undefined || tap === undefined
    ? Effect.void
    : Effect.flatMap(recorded.all, (all) => Effect.forEach(all, tap, { discard: true }))
  return { ...open, warnings, record }
})

/**
 * Accept-Language, the languages of `navigator`, and the locale of `Intl`. `Emulation.setUserAgentOverride` would
 * remove the client hints (Sec-CH-UA).
 */
const setLanguage = (session: CDPSession, tags: ReadonlyArray<string>) =>
  Promise.all([
    session.send("Network.setExtraHTTPHeaders", { headers: { "accept-language": acceptLanguage(tags) } }),
    session.send("Page.addScriptToEvaluateOnNewDocument", { source: speak(tags) }),
    session.send("Emulation.setLocaleOverride", { locale: tags[0] ?? "" })
  ])

const unsettled: Warning = {
  code: "render_unsettled",
  message: "The page kept changing; it was taken as it was when the wait ended."
}

const overBudget: Warning = {
  code: "render_budget",
  message: "The page tried to load more requests or bytes than one page may; the rest was refused."
}

/** An error for a media type that the browser would download. */
const unshowable = (url: URL, watch: PageWatch): PageError | undefined =>
  watch.mediaType() === "" || /html|xml|^text\/|^image\/|json/.test(watch.mediaType()) ? undefined : fault.noPage(url)

/** The cause of a failed navigation: the gate refused it, it timed out, or the browser ended. */
const faultOf = (url: URL, guard: PageGuard, context: PageContext, cause: unknown): PageError | BrowserLost => {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/timeout/i.test(message)) return fault.renderTooSlow(url.href)
  if (/Target closed|Session closed|detached|Connection closed|crashed/i.test(message)) {
    return new BrowserLost({ cause })
  }
  return failedNavigation(url, guard, context, /net::(ERR_[A-Z_]+)/.exec(message)?.[1] ?? "no answer")
}

/** Prefers the gate's reason, which is more exact than the browser's. */
export const failedNavigation = (url: URL, guard: PageGuard, context: PageContext, why: string): PageError => {
  const host = withoutBrackets(guard.target().hostname)
  const last = context.gate.refusals.findLast((refusal) => refusal.host === host)
  if (last?.reason === "address") return fault.renderBlocked(url)
  return fault.notLoaded(url, last?.reason ?? "protocol", why)
}
