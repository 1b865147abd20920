import type { Pixels } from "./PageCanvas.ts"

/** A decoded picture of PDF.js. Its kinds are 1: a bit for each pixel, 2: RGB, 3: RGBA. */
export interface DecodedPicture {
  readonly width: number
  readonly height: number
  readonly kind?: number
  readonly data: Uint8Array | Uint8ClampedArray
}

/** A picture as brightness. */
export const pixelsOfPicture = ({ data, height, kind, width }: DecodedPicture): Pixels | undefined => {
  if (kind === 1) return { width, height, at: (index) => bitAt(data, index, width) === 1 ? 255 : 0 }
  const step = kind === 3 ? 4 : 3
  if (data.length < width * height * step) return undefined
  const brightness = (at: number) =>
    (77 * (data[at] ?? 255) + 150 * (data[at + 1] ?? 255) + 29 * (data[at + 2] ?? 255)) >> 8
  if (step === 3) return { width, height, at: (index) => brightness(3 * index) }
  return {
    width,
    height,
    at: (index, below) => {
      const alpha = data[4 * index + 3] ?? 255
      return alpha === 255 ? brightness(4 * index) : (alpha * brightness(4 * index) + (255 - alpha) * below) / 255
    }
  }
}

/** A stencil: its zeros are painted with a colour of this brightness. */
export const pixelsOfMask = ({ data, height, width }: DecodedPicture, paint: number): Pixels => ({
  width,
  height,
  at: (index, below) => bitAt(data, index, width) === 0 ? paint : below
})

/** A part of a picture. */
export const partOf = (
  whole: Pixels,
  { height, left, top, width }: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
): Pixels => ({
  width,
  height,
  at: (index, below) => {
    const row = Math.floor(index / width)
    return whole.at((top + row) * whole.width + left + index - row * width, below)
  }
})

/** Each row begins with a byte. */
const bitAt = (data: Uint8Array | Uint8ClampedArray, index: number, width: number): number => {
  const row = Math.floor(index / width)
  const column = index - row * width
  return (data[row * ((width + 7) >> 3) + (column >> 3)] ?? 255) >> (7 - (column & 7)) & 1
}
