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

/** Options of a picture of a page. */
export interface PictureOptions {
  readonly full_page: boolean
  readonly width: number
  readonly height: number
  readonly format: PictureFormat
  /** Default true. */
  readonly hide_overlays?: boolean
}
