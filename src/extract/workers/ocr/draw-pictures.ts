import { matrixOf, times } from "../../parsers/pdf/affine-map.ts"
import { PageCanvas } from "./PageCanvas.ts"
import { tooLarge } from "./picture-limits.ts"
import { type Find, type Operator, type Placed, placedPictures } from "./placed-pictures.ts"
import { type PagePicture, pointsPerInch } from "./Tesseract.ts"

/** A page of PDF.js, as far as its pictures are concerned. */
export interface Drawn {
  readonly operators: ReadonlyArray<Operator>
  /** Pixels of the page, and the map from its points to them. */
  readonly viewport: (
    scale: number
  ) => { readonly width: number; readonly height: number; readonly transform: ReadonlyArray<number> }
  /** A decoded picture by its name. */
  readonly find: Find
}

/** The page with all its pictures, in grey, or the reason why there is none. */
export const drawPictures = async (page: Drawn): Promise<PagePicture | string> => {
  const placed = await placedPictures(page.operators, page.find)
  if (placed.length === 0) return missing
  const scale = scaleOf(placed)
  const { height, transform, width } = page.viewport(scale)
  if (!(width >= 1 && height >= 1 && width * height <= maxPagePixels)) return tooLarge
  const canvas = new PageCanvas(Math.ceil(width), Math.ceil(height))
  const toPixels = matrixOf(transform)
  for (const { map, picture } of placed) canvas.draw(picture, times(toPixels, map))
  return { bytes: canvas.bytes, scale, turned: (turns, most) => canvas.turned(turns, most).bytes }
}

const missing = `it is damaged, has too many pixels, or is in a format that cannot be decoded`

/** Pixels of a point: those of the finest large picture, within limits. */
const scaleOf = (placed: ReadonlyArray<Placed>): number => {
  const sizes = placed.map(({ map: [a, b, c, d], picture: { height, width } }) => {
    const area = Math.abs(a * d - b * c)
    return { area, scale: Math.sqrt(width * height / area) }
  }).filter(({ area }) => area > 0)
  const largest = Math.max(...sizes.map(({ area }) => area))
  const finest = Math.max(...sizes.filter(({ area }) => area >= largest / 4).map(({ scale }) => scale))
  return Math.min(maxDpi, Math.max(minDpi, finest * pointsPerInch)) / pointsPerInch
}

/** Tesseract needs capitals of 20 pixels. More than 300 dpi costs time and finds no more words. */
const minDpi = 100
const maxDpi = 300

/** An A3 page at 300 dpi has 17 million. */
const maxPagePixels = 20_000_000
