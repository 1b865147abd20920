/** Properties and their values, in lower case. */
export type Declarations = Map<string, string>

/** Properties that can take an element out of sight, or bring it back. */
const relevant: ReadonlySet<string> = new Set([
  "background",
  "background-clip",
  "background-color",
  "clip",
  "clip-path",
  "color",
  "content-visibility",
  "display",
  "filter",
  "font-size",
  "height",
  "left",
  "margin-left",
  "max-height",
  "max-width",
  "opacity",
  "overflow",
  "overflow-x",
  "overflow-y",
  "position",
  "right",
  "text-indent",
  "top",
  "transform",
  "visibility",
  "-webkit-background-clip",
  "-webkit-text-fill-color",
  "width"
])

/** Adds the relevant declarations of a block to `into`; a later one wins, unless only the earlier is important. */
export const addDeclarations = (text: string, into: Declarations): void => {
  for (const declaration of text.split(";")) {
    const colon = declaration.indexOf(":")
    const property = colon < 0 ? "" : declaration.slice(0, colon).trim().toLowerCase()
    if (!relevant.has(property)) continue
    const value = declaration.slice(colon + 1, colon + 1 + maxValue).trim().toLowerCase()
    set(property, value, into)
  }
}

/** Adds later declarations. */
export const merge = (later: Declarations, into: Declarations): void => {
  for (const [property, value] of later) set(property, value, into)
}

const set = (property: string, value: string, into: Declarations): void => {
  const before = into.get(property)
  if (before === undefined || !isImportant(before) || isImportant(value)) into.set(property, value)
}

/** Max length of a value that is read. One with a picture in it may be a megabyte. */
const maxValue = 300

const isImportant = (value: string): boolean => value.endsWith("!important")

/** The value without its priority; "" if it is not declared. */
export const valueOf = (declarations: Declarations, property: string): string => {
  const value = declarations.get(property) ?? ""
  return isImportant(value) ? value.slice(0, -"!important".length).trimEnd() : value
}

/** A length in pixels, of the units that text is hidden with. Undefined for other values. */
export const pixels = (value: string): number | undefined => {
  const found = /^(-?(?:\d+\.?\d*|\.\d+))(px|em|rem|ex|ch|pt|vw|vh|%|)$/.exec(value)
  if (found === null) return undefined
  const number = Number(found[1])
  if (found[2] === "") return number === 0 ? 0 : undefined
  return number * (unitPixels[found[2] ?? ""] ?? 1)
}

/** About how many pixels a unit has. A percentage of a width is as long as one of a screen. */
const unitPixels: Readonly<Record<string, number>> = {
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  pt: 1.33,
  vw: 12,
  vh: 8,
  "%": 12
}
