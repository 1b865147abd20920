import { Schema } from "effect"

/** Media types of the formats of a picture. */
export const pictureTypes = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  pdf: "application/pdf"
} as const

const formats = ["png", "jpeg", "webp", "pdf"] as const satisfies ReadonlyArray<keyof typeof pictureTypes>

export const PictureFormat = Schema.Literals(formats).annotate({
  identifier: "PictureFormat",
  message: `must be one of ${formats.join(", ")}`
})
export type PictureFormat = typeof PictureFormat.Type

/** A side of the window, in CSS pixels. */
export const PictureSide = Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 4096 }))

/** Options of the picture of each page of a job. */
export const JobPictures = Schema.Struct({
  full_page: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Capture the whole page instead of the window. Default false.",
      default: false
    })
  ),
  width: Schema.optionalKey(
    PictureSide.annotate({ description: "Width of the window in CSS pixels. Default 1280.", default: 1280 })
  ),
  height: Schema.optionalKey(
    PictureSide.annotate({ description: "Height of the window in CSS pixels. Default 1024.", default: 1024 })
  ),
  format: Schema.optionalKey(PictureFormat.annotate({ description: "Default webp.", default: "webp" }))
}).annotate({ identifier: "JobPictures" })
export interface JobPictures extends Schema.Schema.Type<typeof JobPictures> {}

/** The picture of a stored page. */
export const PictureInfo = Schema.Struct({
  url: Schema.String.annotate({ description: "Path of the picture: /v1/jobs/{id}/pictures/{n}." }),
  width: Schema.Int.annotate({ description: "Pixels." }),
  height: Schema.Int.annotate({ description: "Pixels." }),
  bytes: Schema.Int.annotate({ description: "Size." }),
  media_type: Schema.String.annotate({ description: "Media type, such as image/webp." })
}).annotate({ identifier: "PictureInfo" })
export interface PictureInfo extends Schema.Schema.Type<typeof PictureInfo> {}

/** Options of a picture of a page. */
export interface PictureOptions {
  readonly full_page: boolean
  readonly width: number
  readonly height: number
  readonly format: PictureFormat
  /** Default true. */
  readonly hide_overlays?: boolean
}

/** The picture of each page of a job with these options. Undefined without `pictures`. */
export const pictureOptions = (
  { hide_overlays, pictures }: { readonly hide_overlays?: boolean; readonly pictures?: JobPictures }
): PictureOptions | undefined =>
  pictures === undefined ? undefined : {
    full_page: false,
    width: 1280,
    height: 1024,
    format: "webp",
    ...(hide_overlays === undefined ? {} : { hide_overlays }),
    ...pictures
  }
