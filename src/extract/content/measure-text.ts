export interface TextMeasure {
  /** Runs of letters and digits. In scripts without spaces, two characters count as one word. */
  readonly words: number
  /** All of its white space is single spaces. */
  readonly isFolded: boolean
}

/** One pass over the characters. */
export const measureText = (text: string): TextMeasure => {
  let words = 0
  let unspaced = 0
  let isFolded = true
  let before = other
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code > 127 ? kindBeyondAscii(code) : asciiKinds[code]
    if (kind === word) { if (before !== word) words++ }
    else if (kind === unusualSpace || kind === space && before === space) isFolded = false
    before = kind ?? other
    if (code >= firstUnspaced) {
      if (isUnspaced(code)) unspaced++
      else if (isRareSpace(code)) isFolded = false
    }
  }
  return { words: words + Math.floor(unspaced / 2), isFolded }
}

export const countWords = (text: string): number => measureText(text).words

const other = 0
const word = 1
const space = 2
const unusualSpace = 3

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  return /\w/.test(char) ? word : char === " " ? space : /\s/.test(char) ? unusualSpace : other
})

const kindBeyondAscii = (code: number): number => {
  if (code === 0xA0 || code === 0x2003) return unusualSpace
  if (code === 0x200B || (code >= 0x2010 && code <= 0x2027)) return other
  return word
}

/** White space that does not separate words here. */
const isRareSpace = (code: number): boolean =>
  code === 0x1680 || (code >= 0x2000 && code <= 0x200A) || code === 0x2028 || code === 0x2029 || code === 0x202F ||
  code === 0x205F || code === 0x3000 || code === 0xFEFF

const firstUnspaced = 0x0E00

const isUnspaced = (code: number): boolean =>
  code <= 0x0E7F || (code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x9FFF) ||
  (code >= 0xF900 && code <= 0xFAFF)
