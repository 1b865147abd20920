import { TextUnits } from "../fast/TextUnits.ts"

const textUnits = new TextUnits()
let folded = Buffer.alloc(0)

/**
 * A line of the content as lower-case letters and digits with single spaces, so that markdown and text agree. Without
 * regular expressions, whose classes of Unicode would take most of the time of a fingerprint.
 */
export const foldedLine = (line: string): string => {
  const lower = line.toLowerCase()
  const units = textUnits.of(lower)
  if (folded.length < 2 * lower.length) folded = Buffer.alloc(Math.max(minBytes, 3 * lower.length))
  let at = 0
  let isBehindWord = false
  for (let index = 0; index < lower.length; index++) {
    const unit = units[index]!
    const kind = kinds[unit]! || kindOf(unit)
    if (kind === sign) {
      isBehindWord = at > 0
      continue
    }
    if (isBehindWord) at = write(space, at)
    isBehindWord = false
    at = write(unit, at)
  }
  const result = folded.toString("utf16le", 0, at)
  if (folded.length > maxBytes) folded = Buffer.alloc(0)
  return result
}

const write = (unit: number, at: number): number => {
  folded[at] = unit & 0xFF
  folded[at + 1] = unit >> 8
  return at + 2
}

const space = 0x20
const minBytes = 8192
/** A larger buffer, of an unusually long line, is released. */
const maxBytes = 1024 * 1024

const letter = 1
const sign = 2

/** Kind of each UTF-16 code unit, 0 until it is needed. Units of pairs count as letters. */
const kinds = new Uint8Array(0x10000)

const kindOf = (unit: number): number => {
  const isLetter = (unit >= 0xD800 && unit <= 0xDFFF) || /[\p{L}\p{N}]/u.test(String.fromCharCode(unit))
  return kinds[unit] = isLetter ? letter : sign
}
