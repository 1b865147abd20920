import { namedColors } from "./named-colors.ts"
import { splitList } from "./split-list.ts"

/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
export type Color = readonly [number, number, number, number]

/** A color of CSS Color 5. Undefined for `currentcolor` and for what depends on the element. */
export const colorOf = (text: string): Color | undefined => {
  const value = text.trim()
  if (value === "") return undefined
  if (value.startsWith("#")) return ofHex(value.slice(1))
  const open = value.indexOf("(")
  if (open < 0) return value === "transparent" ? [0, 0, 0, 0] : ofHex(namedColors.get(value) ?? "")
  if (!value.endsWith(")")) return undefined
  const name = value.slice(0, open)
  const inner = value.slice(open + 1, -1)
  if (name === "color-mix") return mixed(inner)
  if (name === "light-dark") return colorOf(splitList(inner)[0] ?? "")
  const space = spaces[name.replace(/^(rgb|hsl)a$/, "$1")]
  return space === undefined ? undefined : ofSpace(space, inner)
}

const ofHex = (digits: string): Color | undefined => {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits
  const at = (index: number) => Number.parseInt(long.slice(index, index + 2), 16)
  return [at(0), at(2), at(4), long.length > 6 ? at(6) / 255 : 1]
}

interface Space {
  /** The number that is 100%, of each of the three. */
  readonly whole: readonly [number, number, number]
  readonly toRgb: (first: number, second: number, third: number) => readonly [number, number, number]
}

const ofSpace = ({ toRgb, whole }: Space, inner: string): Color | undefined => {
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== "" && !/^(?:srgb|srgb-linear|display-p3)$/.test(part))
  // Of a color that is made of another one, only the opacity is read.
  if (parts[0] === "from") return Number.parseFloat(inner.split("/")[1] ?? "1") === 0 ? [0, 0, 0, 0] : undefined
  const numbers = parts.map((part, index) => {
    if (part === "none") return 0
    const number = Number.parseFloat(part)
    if (part.endsWith("%")) return number / 100 * (index === 3 ? 1 : whole[index] ?? 1)
    if (part.endsWith("turn")) return number * 360
    return part.endsWith("rad") ? number * 180 / Math.PI : number
  })
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN, alpha = 1] = numbers
  if (![first, second, third, alpha].every(Number.isFinite)) return undefined
  const [red, green, blue] = toRgb(first, second, third)
  return [channel(red), channel(green), channel(blue), Math.min(1, Math.max(0, alpha))]
}

const channel = (value: number): number => Math.min(255, Math.max(0, value))

/** sRGB as display, from linear light. */
const encoded = (linear: number): number =>
  255 * (linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

const hsl: Space["toRgb"] = (hue, saturation, lightness) => {
  const chroma = saturation / 100 * Math.min(lightness / 100, 1 - lightness / 100)
  const at = (offset: number) => {
    const part = (offset + hue / 30 + 120) % 12
    return 255 * (lightness / 100 - chroma * Math.max(-1, Math.min(part - 3, 9 - part, 1)))
  }
  return [at(0), at(8), at(4)]
}

const hwb: Space["toRgb"] = (hue, whiteness, blackness) => {
  const sum = Math.max(100, whiteness + blackness)
  const [white, rest] = [whiteness / sum, 1 - (whiteness + blackness) / sum]
  const [red, green, blue] = hsl(hue, 100, 50)
  return [red * rest + white * 255, green * rest + white * 255, blue * rest + white * 255]
}

/** CSS Color 4 section 9.3 (OKLab). */
const oklab: Space["toRgb"] = (lightness, a, b) => {
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    encoded(4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short),
    encoded(-1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short),
    encoded(-0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short)
  ]
}

/** CIE Lab with the white of print (D50), as CSS has it. */
const lab: Space["toRgb"] = (lightness, a, b) => {
  const middle = (lightness + 16) / 116
  const cubed = (value: number) => value ** 3 > 216 / 24_389 ? value ** 3 : (116 * value - 16) * 27 / 24_389
  const [x, y, z] = [cubed(middle + a / 500) * 0.964_22, cubed(middle), cubed(middle - b / 200) * 0.825_21]
  return [
    encoded(3.133_856_1 * x - 1.616_866_7 * y - 0.490_614_6 * z),
    encoded(-0.978_768_4 * x + 1.916_141_5 * y + 0.033_454 * z),
    encoded(0.071_945_3 * x - 0.228_991_4 * y + 1.405_242_7 * z)
  ]
}

/** By hue instead of two axes. */
const polar = (toRgb: Space["toRgb"]): Space["toRgb"] => (lightness, chroma, hue) => {
  const angle = hue * Math.PI / 180
  return toRgb(lightness, chroma * Math.cos(angle), chroma * Math.sin(angle))
}

const spaces: Readonly<Record<string, Space | undefined>> = {
  rgb: { whole: [255, 255, 255], toRgb: (red, green, blue) => [red, green, blue] },
  color: { whole: [1, 1, 1], toRgb: (red, green, blue) => [red * 255, green * 255, blue * 255] },
  hsl: { whole: [360, 100, 100], toRgb: hsl },
  hwb: { whole: [360, 100, 100], toRgb: hwb },
  lab: { whole: [100, 125, 125], toRgb: lab },
  lch: { whole: [100, 150, 360], toRgb: polar(lab) },
  oklab: { whole: [1, 0.4, 0.4], toRgb: oklab },
  oklch: { whole: [1, 0.4, 360], toRgb: polar(oklab) }
}

/** `color-mix()`. The space in which colors are mixed hardly matters here. */
const mixed = (inner: string): Color | undefined => {
  const [, first, second] = splitList(inner).map((part) => {
    const [, before, color = "", after] = /^(?:([\d.]+)%\s+)?(.+?)(?:\s+([\d.]+)%)?$/.exec(part) ?? []
    const share = before ?? after
    return { color: colorOf(color), share: share === undefined ? undefined : Number(share) / 100 }
  })
  if (first?.color === undefined || second?.color === undefined) return undefined
  const own = first.share ?? 1 - (second.share ?? 0.5)
  const other = second.share ?? 1 - own
  const sum = own + other
  if (!(sum > 0)) return undefined
  const alpha = (first.color[3] * own + second.color[3] * other) / sum
  const mix = (index: 0 | 1 | 2) =>
    alpha === 0 ? 0 : ((first.color?.[index] ?? 0) * (first.color?.[3] ?? 0) * own
      + (second.color?.[index] ?? 0) * (second.color?.[3] ?? 0) * other) / sum / alpha
  return [mix(0), mix(1), mix(2), alpha * Math.min(1, sum)]
}

/** Max difference of two channels that no eye can see. */
const maxDifference = 8

export const isSameColor = (one: Color, other: Color): boolean =>
  [0, 1, 2].every((channel) => Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) <= maxDifference)

/** The colors of a gradient, if all are known. */
export const gradientColors = (image: string): ReadonlyArray<Color> | undefined => {
  const [, inner] = /^[\w-]*gradient\((.+)\)$/.exec(image) ?? []
  if (inner === undefined) return undefined
  const colors = splitList(inner).filter((part) =>
    !/^(?:to |from |at |circle|ellipse|closest|farthest|in |-?[\d.]+(?:deg|turn|rad|grad|%)$)/.test(part)
  )
    .map((part) => colorOf(splitList(part, " ")[0] ?? ""))
  const known = colors.filter((color) => color !== undefined)
  return known.length === colors.length && known.length > 0 ? known : undefined
}
