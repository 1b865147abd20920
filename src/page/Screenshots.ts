import { Context, Effect, Layer } from "effect"
import type { PictureOptions } from "../domain/document/Picture.ts"
import type { PageError } from "../domain/errors/PageError.ts"
import type { OptionsOf } from "../domain/options/RouteOptions.ts"
import { compact } from "../kernel/compact.ts"
import { RequestContext } from "../kernel/RequestContext.ts"
import { Camera, type RenderingUnavailable } from "../render/Camera.ts"
import type { Picture } from "../render/page/take-picture.ts"
import { Visits } from "../visits/Visits.ts"

type OfPage = PictureOptions & Pick<OptionsOf<"screenshot">, "actions">

/** Pictures of pages. A picture is a visit of the page, and of each page that the browser is redirected to. */
export class Screenshots extends Context.Service<Screenshots, {
  take(url: URL, options: OfPage): Effect.Effect<Picture, PageError | RenderingUnavailable, RequestContext>
}>()("gleaner/page/Screenshots") {
  static readonly layer = Layer.effect(
    Screenshots,
    Effect.gen(function*() {
      const camera = yield* Camera
      const visits = yield* Visits

      const take = Effect.fn("Screenshots.take")(function*(url: URL, options: OfPage) {
        yield* camera.ready(url)
        const context = yield* RequestContext
        const outcome = yield* visits.browse(url, (mayVisit) =>
          camera.take({
            url,
            options,
            ...compact({ actions: options.actions }),
            mayVisit: (target) => Effect.provideService(mayVisit(target), RequestContext, context)
          }))
        return yield* Effect.fromResult(outcome)
      })

      return Screenshots.of({ take })
    })
  )
}
