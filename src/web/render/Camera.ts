import { Context, Duration, Effect, Layer, Schema } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { monotonicMillis, RequestContext } from "../../core/kernel/RequestContext.ts"
import { shownUrl } from "../../core/kernel/shown-url.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { BotAuth } from "../net/BotAuth.ts"
import { Dialer } from "../net/Dialer.ts"
import { BrowserPool } from "./browser/BrowserPool.ts"
import { inPool } from "./page/in-pool.ts"
import { PicturePool } from "./PicturePool.ts"
import { limitsOf } from "./render-limits.ts"
import { type PictureRequest, type RenderedPicture, takePicture } from "./take-picture.ts"

/** There is no browser on this machine, or the operator has switched rendering off. */
export class RenderingUnavailable extends Schema.TaggedError<RenderingUnavailable>()("RenderingUnavailable", {
  url: Schema.String
}) {}

/**
 * Takes pictures of pages in a browser that loads images and fonts. The address policy applies to all its connections,
 * as for rendering.
 */
export class Camera extends Context.Service<Camera, {
  /** Fails without a browser. Call it before any request to a site. */
  ready(url: URL): Effect.Effect<void, RenderingUnavailable>
  /** Fails as `Renderer.render`, and with `body_too_large` for a picture over the limit. */
  take(request: PictureRequest): Effect.Effect<RenderedPicture, PageError | RenderingUnavailable, RequestContext>
}>()("gleaner/web/render/Camera") {
  /** Uses any pool of browsers. */
  static readonly layerNoDeps = Layer.effect(
    Camera,
    Effect.gen(function*() {
      const pool = yield* BrowserPool
      const settings = yield* Settings
      const { sign } = yield* BotAuth

      const ready = ({ href }: URL) =>
        pool.browser === undefined ? Effect.fail(new RenderingUnavailable({ url: shownUrl(href) })) : Effect.void

      const take = Effect.fn("Camera.take")(function*(request: PictureRequest) {
        yield* ready(request.url)
        const context = yield* RequestContext
        const left = Duration.millis(Math.max(0, context.deadline - (yield* monotonicMillis)))
        const limits = limitsOf(request, settings, left)
        return yield* inPool(
          pool,
          request.url,
          { ...limits, claim: context },
          (page) => takePicture(page, { ...request, sign }, settings, limits.time)
        )
      })

      return Camera.of({ ready, take })
    })
  ).pipe(Layer.provide(BotAuth.layer))

  /** Checks addresses by any dialer. */
  static readonly layerOverDialer = this.layerNoDeps.pipe(
    Layer.provide(Layer.effect(BrowserPool, PicturePool)),
    Layer.provide(PicturePool.layer)
  )

  static readonly layer = this.layerOverDialer.pipe(Layer.provide(Dialer.layer))

  /** No browser. */
  static readonly layerDisabled = Layer.succeed(Camera, {
    ready: ({ href }) => Effect.fail(new RenderingUnavailable({ url: href })),
    take: ({ url }) => Effect.fail(new RenderingUnavailable({ url: url.href }))
  })
}
