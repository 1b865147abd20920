import { Context, Duration, Effect, Layer, Schema } from "effect"
import type { PictureOptions } from "../domain/document/Picture.ts"
import * as fault from "../domain/errors/page-errors.ts"
import type { PageError } from "../domain/errors/PageError.ts"
import { monotonicMillis, RequestContext } from "../kernel/RequestContext.ts"
import { shownUrl } from "../kernel/shown-url.ts"
import { BotAuth } from "../net/BotAuth.ts"
import { Settings } from "../Settings.ts"
import { BrowserPool } from "./browser/BrowserPool.ts"
import { EgressProxy } from "./browser/EgressProxy.ts"
import { LoadsPictures } from "./LoadsPictures.ts"
import { unlessCrashed } from "./page/load-page.ts"
import { takePicture } from "./page/take-picture.ts"
import type { RenderRequest } from "./Renderer.ts"

/** There is no browser on this machine, or the operator wants none. */
export class RenderingUnavailable extends Schema.TaggedError<RenderingUnavailable>()("RenderingUnavailable", {
  url: Schema.String
}) {}

export interface PictureRequest extends RenderRequest {
  readonly options: PictureOptions
}

export interface Picture {
  readonly bytes: Uint8Array
  readonly finalUrl: string
  readonly status: number
}

/**
 * Takes pictures of pages in a browser that loads images and fonts. Its only way out is the address policy, as for
 * rendering.
 */
export class Camera extends Context.Service<Camera, {
  /** Fails without a browser, so that no site is asked in vain. */
  ready(url: URL): Effect.Effect<void, RenderingUnavailable>
  /** Fails as a rendering does, and with `body_too_large` for a picture over the limit. */
  take(request: PictureRequest): Effect.Effect<Picture, PageError | RenderingUnavailable, RequestContext>
}>()("gleaner/render/Camera") {
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
        const { href } = request.url
        yield* ready(request.url)
        const asker = yield* RequestContext
        const left = Duration.millis(Math.max(0, asker.deadline - (yield* monotonicMillis)))
        const orElse = () => Effect.fail(fault.renderTooSlow(href))
        const once = pool.withRoom(
          (room) =>
            takePicture(room, { ...request, sign }, settings).pipe(
              unlessCrashed(room, request.url),
              Effect.timeoutOrElse({ duration: settings.renderTimeout, orElse })
            ),
          asker
        )
        return yield* once.pipe(
          // Another page may have ended the browser. A fresh browser gets one more try.
          Effect.catchTag("BrowserLost", () => once),
          Effect.catchTag("BrowserLost", (lost) =>
            Effect.andThen(
              Effect.logWarning("the browser ended under a page", { url: shownUrl(href) }, lost),
              Effect.fail(fault.browserEnded(href))
            )),
          Effect.timeoutOrElse({ duration: left, orElse })
        )
      })

      return Camera.of({ ready, take })
    })
  ).pipe(Layer.provide(BotAuth.layer))

  /** A browser of its own behind its own egress proxy, since both let images pass. It starts with the first picture. */
  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide(Layer.fresh(BrowserPool.layer.pipe(Layer.provide(EgressProxy.layer)))),
    Layer.provide(Layer.succeed(LoadsPictures, true))
  )

  /** No browser. */
  static readonly layerDisabled = Layer.succeed(Camera, {
    ready: ({ href }) => Effect.fail(new RenderingUnavailable({ url: href })),
    take: ({ url }) => Effect.fail(new RenderingUnavailable({ url: url.href }))
  })
}
