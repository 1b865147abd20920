import { Context, Duration, Effect, Layer, Metric, Option, Result } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { takesPictures } from "../../core/domain/options/Action.ts"
import { monotonicMillis, partitionOf, RequestContext } from "../../core/kernel/RequestContext.ts"
import { metrics } from "../../core/observability/metrics.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { BotAuth } from "../net/BotAuth.ts"
import { Dialer } from "../net/Dialer.ts"
import { BrowserPool } from "./browser/BrowserPool.ts"
import { EgressProxy } from "./browser/EgressProxy.ts"
import { inPool } from "./page/in-pool.ts"
import { PicturePool } from "./PicturePool.ts"
import { limitsOf } from "./render-limits.ts"
import { type RenderedPage, renderPage } from "./render-page.ts"
import type { RenderRequest } from "./RenderRequest.ts"

/** Runs the JavaScript of a page in a browser. The address policy applies to all its connections. */
export class Renderer extends Context.Service<Renderer, {
  /** Whether a browser was found. */
  readonly available: boolean
  /**
   * Whether it also starts: checked once, and again a minute after a failure. A browser elsewhere is checked every five
   * seconds.
   */
  readonly starts: Effect.Effect<boolean>
  /** Starts the browser, or connects to it: its version, or the cause of a failure in one line. */
  readonly check: Effect.Effect<Result.Result<string, string>>
  /** Fails with `upstream_timeout`, `fetch_failed`, `address_blocked` or `out_of_scope`. */
  render(request: RenderRequest): Effect.Effect<RenderedPage, PageError, RequestContext>
}>()("gleaner/web/render/Renderer") {
  /** Uses any pool of browsers. Actions take pictures in the `PicturePool`, if there is one. */
  static readonly layerNoDeps = Layer.effect(
    Renderer,
    Effect.gen(function*() {
      const pool = yield* BrowserPool
      const picturePool = Option.getOrUndefined(yield* Effect.serviceOption(PicturePool))
      const settings = yield* Settings
      const { sign } = yield* BotAuth

      const render = Effect.fn("Renderer.render")(function*(request: RenderRequest) {
        const context = yield* RequestContext
        const left = context.deadline - (yield* monotonicMillis) - reserve
        if (left <= 0) return yield* fault.renderTooSlow(request.url.href)
        const limits = {
          ...limitsOf(request, settings, Duration.millis(left)),
          claim: context,
          reuseKey: reuseKeyOf(request, partitionOf(context))
        }
        const pictured = takesPictures(request.actions) ? picturePool : undefined
        return yield* inPool(
          pictured ?? pool,
          request.url,
          limits,
          (page) => counted(renderPage(page, { ...request, sign }, settings, limits.time, pictured !== undefined))
        )
      })

      const { browser, check } = pool
      const isElsewhere = browser?.origin === "elsewhere"
      let hasStarted = false
      const tried = yield* check.pipe(
        Effect.map((outcome) => hasStarted = Result.isSuccess(outcome)),
        Effect.uninterruptible,
        Effect.cachedWithTTL(isElsewhere ? "5 seconds" : "1 minute")
      )

      return Renderer.of({
        available: browser !== undefined,
        starts: Effect.suspend(() => hasStarted && !isElsewhere ? Effect.succeed(true) : tried),
        check,
        render
      })
    })
  ).pipe(Layer.provide(BotAuth.layer))

  /** Puppeteer's Chromium behind the egress proxy, which checks addresses by any dialer. */
  static readonly layerOverDialer = this.layerNoDeps.pipe(
    Layer.provide(BrowserPool.layerNoDeps),
    Layer.provide(PicturePool.layer),
    Layer.provide(EgressProxy.layerOverDialer)
  )

  /** Without a browser on the machine, `available` is false. */
  static readonly layer = this.layerOverDialer.pipe(Layer.provide(Dialer.layer))

  /** Without a browser, or if the operator has switched it off. */
  static readonly layerDisabled = Layer.succeed(Renderer, {
    available: false,
    starts: Effect.succeed(false),
    check: Effect.succeed(Result.fail("Rendering is switched off.")),
    render: ({ url }) => Effect.fail(fault.noBrowser(url))
  })
}

const counted = <A, E, R>(rendering: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Metric.modify(metrics.rendering, 1),
    () => rendering,
    () => Metric.modify(metrics.rendering, -1)
  )

/**
 * Names one job, or one key, on one origin, in one language. Undefined with credentials, actions or `isFresh`: the
 * context is not shared.
 */
const reuseKeyOf = (
  { actions, credentials, isFresh, language, url }: RenderRequest,
  partition: string
): string | undefined =>
  // A page may have stored the language of the visit before.
  credentials === undefined && actions === undefined && isFresh !== true
    ? [url.origin, partition, language ?? []].join(" ")
    : undefined

/** Milliseconds left to the caller for extracting the page afterwards. */
const reserve = 500
