import { type Matrix, times } from "../../parsers/pdf/affine-map.ts"

/** A picture as rows of pixels. */
export interface Pixels {
  readonly width: number
  readonly height: number
  /** Brightness of a pixel, 0 to 255, drawn on another one. */
  readonly at: (index: number, below: number) => number
}

/** A grey picture of a page, white at first. */
export class PageCanvas {
  readonly width: number
  readonly height: number
  private readonly grey: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.grey = new Uint8Array(width * height).fill(255)
  }

  /**
   * Draws a picture. `map` leads from its unit square, whose origin is at the lower left, to pixels of the page. A smaller
   * one is sampled at several points for each pixel, so thin strokes stay.
   */
  draw(picture: Pixels, map: Matrix): void {
    const { height, width } = picture
    const [a, b, c, d, e, f] = times(map, [1 / width, 0, 0, -1 / height, 0, 1])
    const determinant = a * d - b * c
    if (!Number.isFinite(determinant) || determinant === 0) return
    const corners = [[0, 0], [width, 0], [0, height], [width, height]] as const
    const across = corners.map(([x, y]) => a * x + c * y + e)
    const down = corners.map(([x, y]) => b * x + d * y + f)
    const [left, right] = [Math.max(0, Math.floor(Math.min(...across))), Math.min(this.width, Math.max(...across))]
    const [top, bottom] = [Math.max(0, Math.floor(Math.min(...down))), Math.min(this.height, Math.max(...down))]
    const samples = Math.min(maxSamples, Math.max(1, Math.round(Math.sqrt(1 / Math.abs(determinant)))))
    const offsets = Array.from({ length: samples }, (_, index) => (index + 0.5) / samples)
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const place = y * this.width + x
        const below = this.grey[place] ?? 255
        let sum = 0
        for (const dy of offsets) {
          for (const dx of offsets) {
            const [px, py] = [x + dx - e, y + dy - f]
            const column = Math.floor((d * px - c * py) / determinant)
            const row = Math.floor((a * py - b * px) / determinant)
            const isInside = column >= 0 && row >= 0 && column < width && row < height
            sum += isInside ? picture.at(row * width + column, below) : below
          }
        }
        this.grey[place] = sum / (samples * samples)
      }
    }
  }

  /** The middle of the page, at most so many pixels in each direction, turned to the right by so many quarters. */
  turned(quarters: number, most: number): PageCanvas {
    const [across, down] = [Math.min(most, this.width), Math.min(most, this.height)]
    const [left, top] = [Math.floor((this.width - across) / 2), Math.floor((this.height - down) / 2)]
    const isSideways = quarters % 2 === 1
    const turned = new PageCanvas(isSideways ? down : across, isSideways ? across : down)
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) {
        const [column, row] = quarters === 1
          ? [down - 1 - y, x]
          : quarters === 2
          ? [across - 1 - x, down - 1 - y]
          : quarters === 3
          ? [y, across - 1 - x]
          : [x, y]
        turned.grey[row * turned.width + column] = this.grey[(top + y) * this.width + left + x] ?? 255
      }
    }
    return turned
  }

  /** As a portable grey map (PGM). */
  get bytes(): Uint8Array {
    return Buffer.concat([Buffer.from(`P5\n${this.width} ${this.height}\n255\n`), this.grey])
  }
}

/** Samples of a pixel in each direction. */
const maxSamples = 4
