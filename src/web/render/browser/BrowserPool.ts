import { Clock, Context, Duration, Effect, Layer, Option, RcRef, type Result, Scope } from "effect"
import { FairPermits } from "../../../core/kernel/fair/FairPermits.ts"
import type { Claim } from "../../../core/kernel/fair/FairQueue.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { LoadsPictures } from "../LoadsPictures.ts"
import type { BrowserLost, PageContext } from "./Chromium.ts"
import { EgressProxy } from "./EgressProxy.ts"
import { findBrowser, type FoundBrowser, type MissingBrowser } from "./find-browser.ts"
import { type IdleContext, type IdleContexts, makeIdleContexts, type ReturnedContext } from "./IdleContexts.ts"
import { browserOpener, checkOf } from "./open-browser.ts"
import { recycleContext, setClock } from "./recycle-context.ts"
import { extraContexts, type RunningBrowser, runningBrowser } from "./running-browser.ts"

/**
 * Contexts of a browser. The browser starts on first use, is stopped when idle, and is replaced by count, age and
 * memory. One context is made ahead of time, because isolation is expensive.
 */
export class BrowserPool extends Context.Service<BrowserPool, {
  readonly browser: FoundBrowser | undefined
  /** Starts the browser, or connects to it: its version, or the cause of a failure in one line. */
  readonly check: Effect.Effect<Result.Result<string, string>>
  /**
   * Runs `use` with a context without any state of another page. The settings limit how many run at once, and one more
   * runs for an owner that has none while others have all. The context is closed afterwards, unless `use` recycles it
   * and there is a `reuseKey`: then the next page with this key gets it.
   */
  withContext<A, E>(
    use: (context: PooledContext) => Effect.Effect<A, E>,
    claim: Claim,
    reuseKey?: string
  ): Effect.Effect<A, E | BrowserLost>
  /** The process groups of the running browsers, the newest last, for monitoring. */
  readonly groups: () => ReadonlyArray<number>
}>()("gleaner/web/render/browser/BrowserPool") {
  static readonly layerNoDeps = Layer.effect(
    BrowserPool,
    Effect.gen(function*() {
      const settings = yield* Settings
      const found = yield* findBrowser(settings)
      const groups = new Set<number>()
      const browser = yield* sharedBrowser(found, groups, Effect.suspend(() => idle.dropRetired))
      // Closed before the browsers, which wait for their contexts.
      const idle = yield* makeIdleContexts(settings.browserIdle)
      return BrowserPool.of({
        browser: found._tag === "Found" ? found : undefined,
        check: checkOf(found, browser, settings.userAgent),
        withContext: contextsOf(browser, idle, settings.renderConcurrency),
        groups: () => [...groups]
      })
    })
  )
}

/** A context that serves one page. */
export interface PooledContext extends PageContext {
  /** Reports that the page has loaded, so the browser has time to make the next context. */
  readonly hasLoaded: Effect.Effect<void>
  /** Offers the context to the next page. Call it only if this page stayed on its origin and within its limits. */
  readonly recycle: Effect.Effect<void>
}

/** The use of a context by one page. */
interface Checkout {
  /** A recycled context with the page's key. */
  readonly found: IdleContext | undefined
  lease: Scope.Closeable
  /** The context as the page leaves it to the next one. */
  returned: ReturnedContext | undefined
}

/** A browser that all pages share: started on first use, and again after it was retired. */
const sharedBrowser = Effect.fnUntraced(function*(
  found: FoundBrowser | MissingBrowser,
  groups: Set<number>,
  dropRetired: Effect.Effect<void>
) {
  const settings = yield* Settings
  const egress = yield* EgressProxy
  const isForPictures = yield* LoadsPictures
  const scope = yield* Effect.scope
  const open = yield* browserOpener(found, { userAgent: settings.userAgent, egress, isForPictures })
  const start = Effect.gen(function*() {
    const chromium = yield* open
    const { pid } = chromium
    if (pid !== undefined) {
      yield* Effect.acquireRelease(Effect.sync(() => groups.add(pid)), () => Effect.sync(() => groups.delete(pid)))
    }
    yield* Effect.logDebug("browser started", { pid })
    const replace = Effect.suspend(() => Effect.andThen(RcRef.invalidate(browsers), dropRetired))
    return yield* runningBrowser(chromium, settings, replace)
  })
  const browsers: RcRef.RcRef<RunningBrowser, BrowserLost> = yield* RcRef.make({
    acquire: start,
    idleTimeToLive: settings.browserIdle
  })
  return Effect.andThen(
    // The start continues when its caller is interrupted. The next caller finds the browser running.
    Effect.forkIn(Effect.ignore(Effect.scoped(RcRef.get(browsers))), scope),
    RcRef.get(browsers)
  )
})

const contextsOf = (
  browser: Effect.Effect<RunningBrowser, BrowserLost, Scope.Scope>,
  idle: IdleContexts,
  max: number
): BrowserPool["Service"]["withContext"] => {
  const permits = new FairPermits({ units: max, reserve: extraContexts })
  let inUse = 0

  const open = Effect.fnUntraced(function*(checkout: Checkout) {
    if (checkout.found !== undefined) {
      const { context, countPage } = checkout.found
      const recycled = yield* Effect.option(Effect.timeout(Effect.tap(context, setClock), recycleTimeout))
      if (Option.isSome(recycled)) {
        yield* countPage
        return { ...checkout.found, context: recycled.value, hasLoaded: Effect.void }
      }
      yield* idle.close(checkout.lease)
      checkout.lease = yield* Scope.make()
    }
    return yield* Effect.gen(function*() {
      const running = yield* browser
      const openedAt = yield* Clock.currentTimeMillis
      return { ...running, ...yield* running.takeContext, pages: 0, openedAt }
    }).pipe(Scope.provide(checkout.lease))
  })

  return (use, claim, reuseKey) =>
    Effect.acquireUseRelease(
      Effect.gen(function*() {
        const found = reuseKey === undefined ? undefined : idle.take(reuseKey)
        yield* idle.shrinkTo(max - ++inUse)
        return { found, lease: found?.lease ?? (yield* Scope.make()), returned: undefined } as Checkout
      }),
      (checkout) =>
        Effect.gen(function*() {
          const { context, hasLoaded, ...rest } = yield* open(checkout)
          const recycle = Effect.sync(() => {
            if (reuseKey === undefined) return
            const recycled = Effect.onError(
              recycleContext(context, new URL(context.page.url()).origin),
              () => Effect.sync(context.gate.shut)
            )
            checkout.returned = { ...rest, reuseKey, recycled, pages: rest.pages + 1, lease: checkout.lease }
          })
          return yield* Effect.raceFirst(use({ ...context, hasLoaded, recycle }), rest.lost).pipe(
            // Close the network at once, because closing the context takes time.
            Effect.ensuring(Effect.sync(() => checkout.returned === undefined && context.gate.shut()))
          )
        }),
      ({ lease, returned }) => {
        inUse--
        return returned === undefined ? idle.close(lease) : idle.add(returned)
      }
    ).pipe(permits.withPermit(claim))
}

/** Recycling takes a tenth of a second. On a busy machine it takes longer, and a new context longer still. */
const recycleTimeout = Duration.seconds(2)
