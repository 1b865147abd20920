import { Context, Duration, Effect, Layer } from "effect"
import { Asker, monotonicMillis } from "../domain/Asker.ts"
import type { Warning } from "../domain/Document.ts"
import { PageError } from "../domain/PageError.ts"
import { Settings } from "../Settings.ts"
import { BrowserPool } from "./BrowserPool.ts"
import { EgressProxy } from "./EgressProxy.ts"
import { renderPage, tooSlow } from "./render-page.ts"

export interface RenderRequest {
  readonly url: URL
  /** A crawl's gate for redirects of the main frame. */
  readonly isInScope?: (url: URL) => boolean
  /** Returns when the main frame may go on to another address, and fails where it may not; not asked for `url` itself. */
  readonly mayVisit?: (url: URL) => Effect.Effect<void, PageError>
}

export interface RenderedPage {
  readonly html: string
  readonly finalUrl: string
  readonly status: number
  readonly warnings: ReadonlyArray<Warning>
}

/** Runs a page's JavaScript in a browser that has no way out but the address policy. */
export class Renderer extends Context.Service<Renderer, {
  /** Whether a browser is installed: `capabilities.rendering` of the health answer. */
  readonly available: boolean
  /** Fails with `upstream_timeout`, `fetch_failed`, `address_blocked` or `out_of_scope`; the caller then keeps the static page. */
  render(request: RenderRequest): Effect.Effect<RenderedPage, PageError, Asker>
}>()("gleaner/render/Renderer") {
  /** Over a pool of browsers. */
  static readonly layerNoDeps = Layer.effect(
    Renderer,
    Effect.gen(function*() {
      const pool = yield* BrowserPool
      const settings = yield* Settings

      const render = Effect.fn("Renderer.render")(function*(request: RenderRequest) {
        const { deadline } = yield* Asker
        const left = deadline - (yield* monotonicMillis) - reserve
        if (left <= 0) return yield* tooSlow(request.url.href)
        const once = pool.withRoom((room) =>
          Effect.timeoutOrElse(renderPage(room, request, settings), {
            duration: settings.renderTimeout,
            orElse: () => Effect.fail(tooSlow(request.url.href))
          })
        )
        return yield* once.pipe(
          // The browser may have ended by another page's doing; a fresh one gets one more try.
          Effect.catchTag("BrowserLost", () => once),
          Effect.catchTag("BrowserLost", (lost) =>
            Effect.andThen(
              Effect.logWarning("the browser ended under a page", { url: request.url.href }, lost),
              Effect.fail(browserFailed(request.url.href))
            )),
          Effect.timeoutOrElse({
            duration: Duration.millis(left),
            orElse: () => Effect.fail(tooSlow(request.url.href))
          })
        )
      })

      return Renderer.of({ available: pool.browser !== undefined, render })
    })
  )

  /** Puppeteer's Chromium behind the egress proxy; without a browser on the machine it is `available: false`. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide(BrowserPool.layer),
    Layer.provide(EgressProxy.layer)
  )

  /** Where there is no browser, or the operator wants none. */
  static readonly layerDisabled = Layer.succeed(Renderer, {
    available: false,
    render: ({ url }) =>
      Effect.fail(new PageError({ url: url.href, code: "fetch_failed", detail: "No browser is installed here." }))
  })
}

/** Milliseconds left to the caller for reading the page afterwards. */
const reserve = 500

const browserFailed = (url: string): PageError =>
  new PageError({ url, code: "fetch_failed", detail: "The browser ended while it was rendering the page." })
