import { Schema } from "effect"
import { compact } from "../../kernel/compact.ts"
import { optionWith, type OptionWithDefault } from "../schema/option.ts"

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
const PictureSide = Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 4096 }))

/** Options of every picture. */
export const windowOptions = {
  full_page: optionWith(Schema.Boolean, false, "Capture the whole page instead of the window."),
  width: optionWith(PictureSide, 1280, "Width of the window in CSS pixels."),
  height: optionWith(PictureSide, 1024, "Height of the window in CSS pixels.")
}

const { full_page, height, width } = windowOptions
const format = optionWith(PictureFormat, "webp", "Format of the picture.")

const field = <A, I>({ about, default: value, schema }: OptionWithDefault<A, I>) =>
  Schema.optionalKey(schema.annotate({ description: about, default: value }))

/** Options of the picture of each page of a job. */
export const JobPictures = Schema.Struct({
  full_page: field(full_page),
  width: field(width),
  height: field(height),
  format: field(format)
}).annotate({ identifier: "JobPictures" })
export interface JobPictures extends Schema.Schema.Type<typeof JobPictures> {}

/** The picture of a stored page. */
export const PictureInfo = Schema.Struct({
  url: Schema.String.annotate({ description: "Path of the picture: /v1/jobs/{id}/pictures/{n}." }),
  width: Schema.Int.annotate({ description: "Width in pixels." }),
  height: Schema.Int.annotate({ description: "Height in pixels." }),
  bytes: Schema.Int.annotate({ description: "Size in bytes." }),
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
  /** A picture with the same options to compare with, in a format of pixels. */
  readonly earlier?: Uint8Array
}

/** Whether pictures with these options show the same part of a page, so their pixels can be compared. */
export const isSameView = (one: PictureOptions, other: PictureOptions): boolean =>
  (["full_page", "width", "height", "hide_overlays"] as const).every((name) => one[name] === other[name])

/** The picture of each page of a job with these options. Undefined without `pictures`. */
export const pictureOptions = (
  { hide_overlays, pictures }: { readonly hide_overlays?: boolean; readonly pictures?: JobPictures }
): PictureOptions | undefined =>
  pictures === undefined ? undefined : {
    full_page: full_page.default,
    width: width.default,
    height: height.default,
    format: format.default,
    ...compact({ hide_overlays }),
    ...pictures
  }
