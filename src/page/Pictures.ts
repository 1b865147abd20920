import { Context, Effect, Layer, Option } from "effect"
import { pictureTypes } from "../core/domain/document/Picture.ts"
import type { Warning } from "../core/domain/document/Trace.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { compact } from "../core/kernel/compact.ts"
import type { RequestContext } from "../core/kernel/RequestContext.ts"
import { shownUrl } from "../core/kernel/shown-url.ts"
import { Camera, RenderingUnavailable } from "../web/render/Camera.ts"
import type { PictureRequest, RenderedPicture } from "../web/render/take-picture.ts"
import { Visits } from "../web/visits/Visits.ts"

/** The picture of a page of a job, or the reason why there is none. */
export type PagePicture =
  | {
    readonly bytes: Uint8Array
    readonly width: number
    readonly height: number
    readonly media_type: string
    /** See `RenderedPicture`. */
    readonly change?: number
    readonly framesLeftOut?: Warning
  }
  | { readonly failure: string }

/** Pictures of pages, by the camera if there is one. */
export class Pictures extends Context.Service<Pictures, {
  /** A visit of the page, and of each page that the browser is redirected to, for its picture. */
  take(request: PictureRequest): Effect.Effect<RenderedPicture, PageError | RenderingUnavailable, RequestContext>
  /** The same for a page of a job, which goes on without its picture. */
  takeForPage(request: PictureRequest): Effect.Effect<PagePicture, never, RequestContext>
  /** Without a visit of its own: renders the page for its picture and its tree. */
  readonly camera: Option.Option<Camera["Service"]>
}>()("gleaner/page/Pictures") {
  static readonly layerNoDeps = Layer.effect(
    Pictures,
    Effect.gen(function*() {
      const camera = yield* Effect.serviceOption(Camera)
      const visits = yield* Visits

      const take = Effect.fn("Pictures.take")(function*(request: PictureRequest) {
        if (Option.isNone(camera)) return yield* new RenderingUnavailable({ url: shownUrl(request.url.href) })
        yield* camera.value.ready(request.url)
        const taken = yield* visits.browse(request.url, (mayVisit) => camera.value.take({ ...request, mayVisit }))
        return yield* Effect.fromResult(taken)
      })

      return Pictures.of({
        take,
        takeForPage: (request) =>
          Effect.match(take(request), {
            onSuccess: (picture) => pagePicture(picture, request),
            onFailure: failedPicture
          }),
        camera
      })
    })
  )

  /** Without a browser. */
  static readonly layerNone = Layer.succeed(Pictures, {
    take: ({ url }) => Effect.fail(new RenderingUnavailable({ url: shownUrl(url.href) })),
    takeForPage: () => Effect.succeed(noCamera),
    camera: Option.none()
  })

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([Camera.layer, Visits.layer]))

  /** Over a `DomainLease` that other nodes and later processes share. */
  static readonly layerShared = this.layerNoDeps.pipe(Layer.provide([Camera.layer, Visits.layerShared]))
}

export const pagePicture = (
  { bytes, change, framesLeftOut, height, status, width }: RenderedPicture,
  { options }: PictureRequest
): PagePicture =>
  status >= 400
    ? { failure: `The page has no picture: the site answered the browser with status ${status}.` }
    : compact({ bytes, width, height, media_type: pictureTypes[options.format], change, framesLeftOut })

export const failedPicture = (error: PageError | RenderingUnavailable): PagePicture =>
  error._tag === "RenderingUnavailable"
    ? noCamera
    : { failure: `The page has no picture: ${error.detail}` }

export const noCamera: PagePicture = { failure: "The page has no picture: no browser is installed here." }
