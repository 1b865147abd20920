import { Context, Effect, Layer } from "effect"
import type { PictureOptions } from "../core/domain/document/Picture.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import type { OptionsOf } from "../core/domain/options/RouteOptions.ts"
import { compact } from "../core/kernel/compact.ts"
import type { RequestContext } from "../core/kernel/RequestContext.ts"
import { Camera, type RenderingUnavailable } from "../web/render/Camera.ts"
import type { Picture, PictureRequest } from "../web/render/take-picture.ts"
import { Visits } from "../web/visits/Visits.ts"

type OfPage = PictureOptions & Pick<OptionsOf<"screenshot">, "actions">

/** Pictures of pages. A picture is a visit of the page, and of each page that the browser is redirected to. */
export class Screenshots extends Context.Service<Screenshots, {
  take(url: URL, options: OfPage): Effect.Effect<Picture, PageError | RenderingUnavailable, RequestContext>
}>()("gleaner/page/Screenshots") {
  static readonly layerNoDeps = Layer.effect(
    Screenshots,
    Effect.gen(function*() {
      const camera = yield* Camera
      const visits = yield* Visits

      const take = Effect.fn("Screenshots.take")((url: URL, options: OfPage) =>
        visitForPicture(visits, camera, { url, options, ...compact({ actions: options.actions }) })
      )

      return Screenshots.of({ take })
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([Camera.layer, Visits.layer]))
}

/** A visit of a page for its picture, once the camera is ready. */
export const visitForPicture = (
  visits: Visits["Service"],
  camera: Camera["Service"],
  request: PictureRequest
): Effect.Effect<Picture, PageError | RenderingUnavailable, RequestContext> =>
  Effect.andThen(
    camera.ready(request.url),
    Effect.flatMap(
      visits.browse(request.url, (mayVisit) => camera.take({ ...request, mayVisit })),
      Effect.fromResult
    )
  )
