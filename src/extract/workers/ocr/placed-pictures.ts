import { identity, type Matrix, matrixOf, numbersOf, times } from "../../parsers/pdf/affine-map.ts"
import type { Pixels } from "./PageCanvas.ts"
import { type DecodedPicture, partOf, pixelsOfMask, pixelsOfPicture } from "./pixels.ts"

/** An operator of a page as PDF.js gives it. */
export interface Operator {
  readonly name: string
  readonly args: unknown
}

/** Finds what PDF.js has decoded by its name. */
export type Find = (id: string) => Promise<unknown>

export interface Placed {
  readonly picture: Pixels
  /** From the unit square of the picture to points of the page. */
  readonly map: Matrix
}

interface State {
  readonly map: Matrix
  /** Brightness of what is painted. */
  readonly paint: number
}

/** All pictures of a page in the order in which they are drawn. */
export const placedPictures = async (
  operators: ReadonlyArray<Operator>,
  find: Find
): Promise<ReadonlyArray<Placed>> => {
  const placed: Array<Placed> = []
  const saved: Array<State> = []
  let state: State = { map: identity, paint: 0 }
  for (const { args, name } of operators) {
    const own: ReadonlyArray<unknown> = Array.isArray(args) ? args : []
    if (name in painters) {
      if (placed.length < maxPictures) placed.push(...(await painters[name]?.(own, state, find)) ?? [])
    } else if (opening.has(name)) {
      saved.push(state)
      if (name === "paintFormXObjectBegin") state = within(state, own[0])
    } else if (closing.has(name)) state = saved.pop() ?? state
    else if (name === "transform") state = within(state, own)
    else if (name === "setFillRGBColor") state = { map: state.map, paint: brightnessOf(own[0]) }
  }
  return placed
}

const within = ({ map, paint }: State, matrix: unknown): State => ({ map: times(map, matrixOf(matrix)), paint })

const opening: ReadonlySet<string> = new Set(["save", "beginGroup", "paintFormXObjectBegin"])
const closing: ReadonlySet<string> = new Set(["restore", "endGroup", "paintFormXObjectEnd"])

/** Strips, tiles and letters of a page. */
const maxPictures = 20_000

type Painter = (own: ReadonlyArray<unknown>, state: State, find: Find) => Promise<ReadonlyArray<Placed>>

const painters: Readonly<Record<string, Painter>> = {
  paintImageXObject: async ([id], { map }, find) => placedAt(await pictureOf(id, find), [map]),
  paintInlineImageXObject: async ([image], { map }, find) => placedAt(await pictureOf(image, find), [map]),
  paintImageXObjectRepeat: async ([id, a, d, positions], { map }, find) =>
    placedAt(
      await pictureOf(id, find),
      pairsOf(positions).map(([x, y]) => times(map, [Number(a), 0, 0, Number(d), x, y]))
    ),
  paintInlineImageXObjectGroup: async ([image, parts], { map }, find) => {
    const whole = await pictureOf(image, find)
    return listOf(parts).flatMap((part) =>
      placedAt(whole === undefined ? undefined : partOf(whole, boxOf(part)), [times(map, matrixOf(part["transform"]))])
    )
  },
  paintImageMaskXObject: async ([mask], { map, paint }, find) => placedAt(await maskOf(mask, paint, find), [map]),
  paintImageMaskXObjectRepeat: async ([mask, a, b, c, d, positions], { map, paint }, find) =>
    placedAt(
      await maskOf(mask, paint, find),
      pairsOf(positions).map(([x, y]) => times(map, [Number(a), Number(b), Number(c), Number(d), x, y]))
    ),
  paintImageMaskXObjectGroup: async ([masks], { map, paint }, find) => {
    const all = await Promise.all(
      listOf(masks).map(async (mask) =>
        placedAt(await maskOf(mask, paint, find), [times(map, matrixOf(mask["transform"]))])
      )
    )
    return all.flat()
  }
}

const placedAt = (picture: Pixels | undefined, maps: ReadonlyArray<Matrix>): ReadonlyArray<Placed> =>
  picture === undefined ? [] : maps.map((map) => ({ picture, map }))

const pictureOf = async (value: unknown, find: Find): Promise<Pixels | undefined> => {
  const found = typeof value === "string" ? await find(value) : value
  return isDecoded(found) ? pixelsOfPicture(found) : undefined
}

/** The bits of a stencil are in it, or elsewhere under a name. */
const maskOf = async (mask: unknown, paint: number, find: Find): Promise<Pixels | undefined> => {
  if (!isObject(mask)) return undefined
  const { data, height, width } = mask
  const found = typeof data === "string" ? await find(data) : mask
  return isDecoded(found)
    ? pixelsOfMask({ data: found.data, width: Number(width), height: Number(height) }, paint)
    : undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isDecoded = (value: unknown): value is DecodedPicture =>
  isObject(value) && (value["data"] instanceof Uint8Array || value["data"] instanceof Uint8ClampedArray)

const listOf = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.isArray(value) ? value.filter(isObject) : []

const boxOf = ({ h, w, x, y }: Readonly<Record<string, unknown>>) => ({
  left: Number(x),
  top: Number(y),
  width: Number(w),
  height: Number(h)
})

const pairsOf = (value: unknown): ReadonlyArray<readonly [x: number, y: number]> => {
  const numbers = numbersOf(value)
  return numbers.flatMap((x, index) => index % 2 === 0 ? [[x, numbers[index + 1] ?? 0] as const] : [])
}

const brightnessOf = (color: unknown): number => {
  const [, ...pairs] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(String(color)) ?? []
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16))
  return (77 * red + 150 * green + 29 * blue) >> 8
}
