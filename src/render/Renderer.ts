import { Context, Duration, Effect, Layer, Metric, Result } from "effect"
import type { Warning } from "../domain/document/Document.ts"
import * as fault from "../domain/errors/page-errors.ts"
import type { PageError } from "../domain/errors/PageError.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import { monotonicMillis, partitionOf, RequestContext } from "../kernel/RequestContext.ts"
import { shownUrl } from "../kernel/shown-url.ts"
import { BotAuth } from "../net/BotAuth.ts"
import { metrics } from "../observability/metrics.ts"
import { Settings } from "../Settings.ts"
import { BrowserPool } from "./browser/BrowserPool.ts"
import { EgressProxy } from "./browser/EgressProxy.ts"
import { tryBrowser } from "./browser/try-browser.ts"
import { unlessCrashed } from "./page/load-page.ts"
import { renderPage } from "./page/render-page.ts"

export interface RenderRequest {
  readonly url: URL
  /** The crawl's gate for redirects of the main frame. */
  readonly isInScope?: (url: URL) => boolean
  /** An element that the caller needs: it is waited for within the time for rendering. */
  readonly waitFor?: string
  /**
   * Returns when the main frame may go to another address, and fails if it may not. It is not called for `url` itself.
   */
  readonly mayVisit?: (url: URL) => Effect.Effect<void, PageError>
  /** The fields that name us to a site; sent with each document of the main frame. */
  readonly sign?: (url: URL) => Effect.Effect<Readonly<Record<string, string>>>
  /** Nothing that was kept from an earlier page is used. */
  readonly isFresh?: boolean
  /** Sent with requests to their origin, as long as the main frame has not left it. */
  readonly credentials?: SiteCredentials
}

export interface RenderedPage {
  readonly html: string
  readonly finalUrl: string
  readonly status: number
  readonly warnings: ReadonlyArray<Warning>
}

/** Runs the JavaScript of a page in a browser whose only way out is the address policy. */
export class Renderer extends Context.Service<Renderer, {
  /** Whether a browser was found. */
  readonly available: boolean
  /** Whether it also starts. It is tried once, and again a minute after a failure. */
  readonly starts: Effect.Effect<boolean>
  /**
   * Fails with `upstream_timeout`, `fetch_failed`, `address_blocked` or `out_of_scope`. The caller then keeps the
   * static page.
   */
  render(request: RenderRequest): Effect.Effect<RenderedPage, PageError, RequestContext>
}>()("gleaner/render/Renderer") {
  /** Uses any pool of browsers. */
  static readonly layerNoDeps = Layer.effect(
    Renderer,
    Effect.gen(function*() {
      const pool = yield* BrowserPool
      const settings = yield* Settings
      const { sign } = yield* BotAuth

      const render = Effect.fn("Renderer.render")(function*(request: RenderRequest) {
        const asker = yield* RequestContext
        const { deadline } = asker
        const left = deadline - (yield* monotonicMillis) - reserve
        if (left <= 0) return yield* fault.renderTooSlow(request.url.href)
        const time = Duration.min(settings.renderTimeout, Duration.millis(left))
        const once = pool.withRoom(
          (room) =>
            renderPage(room, { ...request, sign }, settings, time).pipe(
              unlessCrashed(room, request.url),
              Effect.timeoutOrElse({
                duration: settings.renderTimeout,
                orElse: () => Effect.fail(fault.renderTooSlow(request.url.href))
              }),
              counted
            ),
          asker,
          visitorOf(request, partitionOf(asker))
        )
        return yield* once.pipe(
          // Another page may have ended the browser. A fresh browser gets one more try.
          Effect.catchTag("BrowserLost", () => once),
          Effect.catchTag("BrowserLost", (lost) =>
            Effect.andThen(
              Effect.logWarning("the browser ended under a page", { url: shownUrl(request.url.href) }, lost),
              Effect.fail(fault.browserEnded(request.url.href))
            )),
          Effect.timeoutOrElse({
            duration: Duration.millis(left),
            orElse: () => Effect.fail(fault.renderTooSlow(request.url.href))
          })
        )
      })

      let hasStarted = false
      const { browser } = pool
      const tried = browser === undefined
        ? Effect.succeed(false)
        : yield* tryBrowser(browser, settings.userAgent).pipe(
          Effect.map((outcome) => hasStarted = Result.isSuccess(outcome)),
          Effect.uninterruptible,
          Effect.cachedWithTTL("1 minute")
        )

      return Renderer.of({
        available: browser !== undefined,
        starts: Effect.suspend(() => hasStarted ? Effect.succeed(true) : tried),
        render
      })
    })
  ).pipe(Layer.provide(BotAuth.layer))

  /** Puppeteer's Chromium behind the egress proxy. Without a browser on the machine, `available` is false. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide(BrowserPool.layer),
    Layer.provide(EgressProxy.layer)
  )

  /** No browser, or the operator wants none. */
  static readonly layerDisabled = Layer.succeed(Renderer, {
    available: false,
    starts: Effect.succeed(false),
    render: ({ url }) => Effect.fail(fault.noBrowser(url))
  })
}

const counted = <A, E, R>(rendering: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Metric.modify(metrics.rendering, 1),
    () => rendering,
    () => Metric.modify(metrics.rendering, -1)
  )

/** One job, or one key, on one origin. Pages with credentials, and those that must be fresh, share nothing. */
const visitorOf = ({ credentials, isFresh, url }: RenderRequest, partition: string): string | undefined =>
  credentials === undefined && isFresh !== true ? `${url.origin} ${partition}` : undefined

/** Milliseconds left to the caller for extracting the page afterwards. */
const reserve = 500
