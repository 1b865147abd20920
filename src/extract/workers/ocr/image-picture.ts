import { maxPixels, tooLarge } from "./picture-limits.ts"
import { pixelsOf } from "./picture-size.ts"
import type { PagePicture } from "./Tesseract.ts"

/** An image as the picture of a page. Tesseract decodes it. */
export const imagePicture = (bytes: Uint8Array): PagePicture | string => {
  const pixels = pixelsOf(bytes)
  if (pixels === undefined || pixels === 0) return "it is damaged, or in a format that cannot be decoded"
  return pixels > maxPixels ? tooLarge : { bytes, scale: undefined }
}
