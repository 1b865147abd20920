import { TextUnits } from "../../dom/fast/TextUnits.ts"

export interface TextMeasure {
  /** Runs of letters and digits. In scripts without spaces, two characters count as one word. */
  readonly words: number
  /** True if all white space is single spaces. */
  readonly isFolded: boolean
}

const textUnits = new TextUnits()

/** Measures in one pass without branches, because word ends cannot be predicted by the processor. */
export const measureText = (text: string): TextMeasure => {
  const units = textUnits.of(text)
  let words = 0
  let unspacedUnits = 0
  let spaces = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kinds[units[at] as number] as number
    words += kind & ~before & word
    unspacedUnits += kind >> unspacedShift
    spaces |= kind & unusualSpace | kind & before & space
    before = kind
  }
  return { words: words + Math.floor(unspacedUnits / 2), isFolded: spaces === 0 }
}

export const countWords = (text: string): number => measureText(text).words

const word = 1
const space = 2
/** White space other than the space character. */
const unusualSpace = 4
/** Bit of characters in scripts without spaces between words. */
const unspacedShift = 3
const unspaced = 1 << unspacedShift

/** Class of each UTF-16 code unit, as bits. */
const kinds = new Uint8Array(0x10000).fill(word)
for (let code = 0; code < 0x80; code++) {
  const char = String.fromCharCode(code)
  kinds[code] = /\w/.test(char) ? word : char === " " ? space : /\s/.test(char) ? unusualSpace : 0
}
// Word separators: general punctuation from the hyphens to the dots of a leader, and the zero-width space.
kinds.fill(0, 0x2010, 0x2028)
kinds[0x200B] = 0
for (const code of [0xA0, 0x2003]) kinds[code] = unusualSpace
/** White space that does not separate words here. */
const joiningSpaces = [0x1680, 0x2000, 0x2001, 0x2002, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A]
for (const code of [...joiningSpaces, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]) kinds[code] = word | unusualSpace
for (const [first, last] of [[0x0E00, 0x0E7F], [0x3040, 0x30FF], [0x3400, 0x9FFF], [0xF900, 0xFAFF]] as const) {
  kinds.fill(word | unspaced, first, last + 1)
}
