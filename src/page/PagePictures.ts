import { Context, Effect, Layer, Option, Result } from "effect"
import { pictureTypes } from "../core/domain/document/Picture.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import type { RequestContext } from "../core/kernel/RequestContext.ts"
import { Camera, type RenderingUnavailable } from "../web/render/Camera.ts"
import type { Picture, PictureRequest } from "../web/render/take-picture.ts"
import { Visits } from "../web/visits/Visits.ts"
import { visitForPicture } from "./Screenshots.ts"

/** The picture of a page of a job, or the reason why there is none. */
export type PagePicture =
  | {
    readonly bytes: Uint8Array
    readonly width: number
    readonly height: number
    readonly media_type: string
  }
  | { readonly failure: string }

/** Pictures of the pages of jobs, by the camera if there is one. */
export class PagePictures extends Context.Service<PagePictures, {
  /** A visit of the page for its picture alone. */
  take(request: PictureRequest): Effect.Effect<PagePicture, never, RequestContext>
  /** Without a visit of its own: renders the page for its picture and its tree. */
  readonly camera: Option.Option<Camera["Service"]>
}>()("gleaner/page/PagePictures") {
  static readonly layerNoDeps = Layer.effect(
    PagePictures,
    Effect.gen(function*() {
      const camera = yield* Effect.serviceOption(Camera)
      const visits = yield* Visits

      const take = Effect.fn("PagePictures.take")(function*(request: PictureRequest) {
        if (Option.isNone(camera)) return noCamera
        const taken = yield* Effect.result(visitForPicture(visits, camera.value, request))
        return Result.isSuccess(taken) ? pagePicture(taken.success, request) : failedPicture(taken.failure)
      })

      return PagePictures.of({ take, camera })
    })
  )

  static readonly layerShared = this.layerNoDeps.pipe(Layer.provide([Camera.layer, Visits.layerShared]))
}

export const pagePicture = ({ bytes, height, status, width }: Picture, { options }: PictureRequest): PagePicture =>
  status >= 400
    ? { failure: `The page has no picture: the site answered the browser with status ${status}.` }
    : { bytes, width, height, media_type: pictureTypes[options.format] }

export const failedPicture = (error: PageError | RenderingUnavailable): PagePicture =>
  error._tag === "RenderingUnavailable"
    ? noCamera
    : { failure: `The page has no picture: ${error.detail}` }

export const noCamera: PagePicture = { failure: "The page has no picture: no browser is installed here." }
