import { TextUnits } from "../../../dom/fast/TextUnits.ts"

/**
 * Bits for the declarations of a block: the aspects of its properties, and whether a value may hide. They are found in the pass
 * that reads a sheet, so most blocks are never parsed.
 */
export const marks = {
  clip: 1,
  color: 2,
  display: 4,
  font_size: 8,
  opacity: 16,
  position: 32,
  size: 64,
  visibility: 128,
  variables: 256,
  /** A value that hides, or that may hide with others. */
  hides: 512,
  text: 1024,
  background: 2048,
  visible: 4096,
  important: 8192
} as const

/** All of them, for a block with comments, strings or escapes. */
export const unknownMarks = 16_383

type Kind = "none" | "word" | "opacity" | "length" | "offset" | "function" | "text" | "background"

/** Properties and shorthands, by what they decide and how their values hide. */
const rows: ReadonlyArray<readonly [names: string, mark: number, kind: Kind]> = [
  ["display", marks.display, "word"],
  ["visibility content-visibility", marks.visibility, "word"],
  ["opacity", marks.opacity, "opacity"],
  ["filter", marks.opacity, "function"],
  ["animation animation-name", marks.opacity | marks.visibility | marks.position, "none"],
  ["font-size", marks.font_size, "length"],
  ["font", marks.font_size, "function"],
  [
    "height width max-height max-width block-size inline-size max-block-size max-inline-size",
    marks.size,
    "length"
  ],
  ["min-height min-width min-block-size min-inline-size contain overflow overflow-x overflow-y", marks.size, "none"],
  ["zoom scale", marks.size, "opacity"],
  [
    "padding padding-top padding-bottom padding-left padding-right padding-block padding-inline",
    marks.size | marks.position,
    "none"
  ],
  ["transform -webkit-transform", marks.size | marks.position, "function"],
  [
    "left right top bottom translate text-indent margin margin-left margin-inline margin-inline-start inset inset-block "
    + "inset-inline inset-block-start inset-block-end inset-inline-start inset-inline-end",
    marks.position,
    "offset"
  ],
  ["position", marks.position | marks.clip, "none"],
  ["clip clip-path -webkit-clip-path mask mask-image -webkit-mask -webkit-mask-image", marks.clip, "function"],
  ["color -webkit-text-fill-color", marks.color, "text"],
  ["background background-color background-image", marks.color, "background"],
  ["background-clip -webkit-background-clip text-shadow -webkit-text-stroke box-shadow", marks.color, "none"]
]

interface Property {
  readonly name: string
  readonly mark: number
  readonly kind: Kind
}

/** By the length and the first letter of a name; a few names share a place. */
const properties: ReadonlyArray<ReadonlyArray<Property> | undefined> = (() => {
  const made: Array<Array<Property> | undefined> = Array.from({ length: 24 * 32 })
  for (const [names, mark, kind] of rows) {
    for (const name of names.split(" ")) {
      const place = placeOf(name.length, name.charCodeAt(0))
      const known = made[place] ?? []
      made[place] = [...known, { name, mark, kind }]
    }
  }
  return made
})()

function placeOf(length: number, first: number): number {
  return length < 24 ? length * 32 + (first & 31) : 0
}

/** The marks of the declaration between two places of a text. */
export const marksOf = (text: string, units: Uint16Array, from: number, colon: number, to: number): number => {
  let start = from
  while (start < colon && units[start]! <= space) start++
  let end = colon
  while (end > start && units[end - 1]! <= space) end--
  if (units[start] === hyphen && units[start + 1] === hyphen) return marks.variables
  for (const property of properties[placeOf(end - start, units[start]!)] ?? none) {
    if (!isNamed(units, start, property.name)) continue
    let value = colon + 1
    while (value < to && units[value]! <= space) value++
    return property.mark | hidingMarks(property.kind, text, units, value, to)
  }
  return 0
}

const none: ReadonlyArray<Property> = []

const isNamed = (units: Uint16Array, start: number, name: string): boolean => {
  for (let at = 0; at < name.length; at++) {
    const unit = units[start + at]!
    if ((unit | 0x20) !== name.charCodeAt(at) && unit !== name.charCodeAt(at)) return false
  }
  return true
}

const hidingMarks = (kind: Kind, text: string, units: Uint16Array, value: number, to: number): number => {
  const first = units[value]! | 0x20
  const next = units[value + 1]!
  switch (kind) {
    case "word":
      // visible, or a variable
      return first === letter("v") ?
        marks.visible | (next === letter("a") ? marks.hides : 0)
        : first === letter("n") || first === letter("h") || first === letter("c") && (next | 0x20) === letter("o")
        ? marks.hides
        : 0
    case "opacity":
      if (first === digit(0) && next === dot) return isTenth(units[value + 2]!) ? 0 : marks.hides
      if (first === dot) return isTenth(next) ? 0 : marks.hides
      return isDigit(first) ? first === digit(0) || next === letter("e") ? marks.hides : 0 : marks.hides
    case "length":
      if (first === digit(0) || first === dot) return marks.hides
      if (first === digit(1)) return (next | 0x20) === letter("p") || next === percent ? marks.hides : 0
      return units[value + 3] === parenthesis || units[value + 4] === parenthesis || units[value + 5] === parenthesis
        ? marks.hides
        : 0
    case "offset":
      return hasFar(units, value, to) ? marks.hides : 0
    case "function":
      return hidingFunction.test(text.slice(value, Math.min(to, value + maxValue))) ? marks.hides : 0
    case "text":
      return marks.text | (clearColor.test(text.slice(value, Math.min(to, value + maxValue))) ? marks.hides : 0)
    case "background":
      return marks.background
    default:
      return 0
  }
}

const letter = (sign: string): number => sign.charCodeAt(0)
const digit = (value: number): number => 0x30 + value
const [space, hyphen, dot, percent, parenthesis] = [0x20, 0x2D, 0x2E, 0x25, 0x28] as const
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
const isTenth = (unit: number): boolean => unit >= 0x31 && unit <= 0x39
const maxValue = 300

/** A number of three digits, negative or in percent, or a calculated one. */
const hasFar = (units: Uint16Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    const unit = units[at]!
    if (unit === parenthesis) return true
    if (!isDigit(unit) || !isDigit(units[at + 2]!)) continue
    // Also 1e5.
    if (isDigit(units[at + 1]!) || (units[at + 1]! | 0x20) === letter("e")) return true
  }
  return false
}

const hidingFunction =
  /opacity\(|(?:^|\s)(?:[0.]|1(?:px|pt|%))|calc|min|var|scale|matrix|rotate[xy]|rect|inset|circle|ellipse|polygon|path|gradient|\d{3}/i
/** Transparent colors; a variable may be one. */
const clearColor =
  /^(?:transparent|(?:rgb|hsl)a?\(.*(?:[,/]\s*0?(?:\.0\d*)?%?\s*)\)|(?:hwb|ok|lab|lch|color)|#[\da-f]{3}0\s*$|#[\da-f]{6}0[\da-f]\s*$)/i

/** The marks of a declaration that counts only if it is a variable. */
export const variableMarks = (units: Uint16Array, from: number): number => {
  let start = from
  while (units[start]! <= space && units[start]! > 0) start++
  return units[start] === hyphen && units[start + 1] === hyphen ? marks.variables : 0
}

const units = new TextUnits()

/** The marks of a style attribute. */
export const marksOfBlock = (block: string): number => {
  if (/["'\\]|\/\*/.test(block)) return unknownMarks
  const own = units.of(block)
  let found = 0
  let from = 0
  let colon = -1
  for (let at = 0; at <= block.length; at++) {
    const unit = own[at]!
    if (unit === 0x3A && colon < 0) colon = at
    else if (unit === 0x3B || at === block.length) {
      if (colon >= 0) found |= marksOf(block, own, from, colon, at)
      from = at + 1
      colon = -1
    }
  }
  return found
}

/** Whether a block may hide its element. With style sheets in files, the color behind a text is seldom known. */
export const mayHide = (found: number, hasSheets: boolean): boolean => {
  const colors = found & (marks.text | marks.background)
  return (found & marks.hides) !== 0 || (hasSheets ? colors === (marks.text | marks.background) : colors !== 0)
}
