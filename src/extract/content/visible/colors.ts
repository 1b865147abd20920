/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
export type Color = readonly [number, number, number, number]

const named: Readonly<Record<string, Color>> = {
  transparent: [0, 0, 0, 0],
  white: [255, 255, 255, 1],
  black: [0, 0, 0, 1],
  snow: [255, 250, 250, 1],
  ivory: [255, 255, 240, 1],
  whitesmoke: [245, 245, 245, 1],
  red: [255, 0, 0, 1],
  green: [0, 128, 0, 1],
  blue: [0, 0, 255, 1],
  yellow: [255, 255, 0, 1],
  gray: [128, 128, 128, 1],
  grey: [128, 128, 128, 1],
  silver: [192, 192, 192, 1],
  navy: [0, 0, 128, 1]
}

/** A color of CSS Color 4: a hexadecimal one, `rgb()`, `hsl()` of a gray, or a usual name. */
export const colorOf = (text: string): Color | undefined => {
  const value = text.trim()
  if (value.startsWith("#")) return ofHex(value.slice(1))
  const parts = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(value)
  if (parts === null) return named[value]
  const [first = 0, second = 0, third = 0, alpha = 1] = (parts[2] ?? "").split(/[\s,/]+/).filter((part) => part !== "")
    .map((part, index) => part.endsWith("%") && index === 3 ? Number.parseFloat(part) / 100 : Number.parseFloat(part))
  if (![first, second, third, alpha].every(Number.isFinite)) return undefined
  if (parts[1] === "rgb") return [first, second, third, alpha]
  // Of other colors, only the opacity counts.
  const gray = third * 2.55
  return second === 0 || third === 0 || third === 100 || alpha === 0 ? [gray, gray, gray, alpha] : undefined
}

const ofHex = (digits: string): Color | undefined => {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits
  const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue, alpha / 255]
}

/** Max difference of two channels that no eye tells apart. */
const maxDifference = 8

export const isSameColor = (one: Color, other: Color): boolean =>
  [0, 1, 2].every((channel) => Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) <= maxDifference)

/** The color of a `background`, if it has neither a picture nor a gradient. */
export const backgroundColor = (value: string): Color | "unknown" | undefined => {
  if (value === "" || /^(?:none|inherit|initial|unset|transparent|0 0)$/.test(value)) return undefined
  const color = colorOf(value) ?? colorOf(value.split(/\s+(?![^(]*\))/)[0] ?? "")
  return color === undefined || /url\(|gradient/.test(value) ? "unknown" : color
}
