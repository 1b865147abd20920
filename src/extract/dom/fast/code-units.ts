// Content takes 1.13 times the CPU if characters are classified by regular expressions (see Vocabulary).

/**
 * Table of flags and the lower-case form of each UTF-16 code unit. An entry is computed at the first use of its
 * character by regular expressions, which would be too slow for every character of a text.
 */
export const codeUnits = new Uint32Array(0x10000)

/** Part of a word. */
export const wordFlag = 1 << 16
/** A single-character word, in a script without spaces. */
export const aloneFlag = 1 << 17
export const upperShift = 18
export const upperFlag = 1 << upperShift
export const commaShift = 19
export const commaFlag = 1 << commaShift
/** A surrogate, or a character with a special lower-case form. A text with one is read with regular expressions. */
export const oddFlag = 1 << 20
const knownFlag = 1 << 21

/** Computes the entry of a code unit. */
export const describeUnit = (code: number): number => {
  const char = String.fromCharCode(code)
  const lower = char.toLowerCase()
  const isOdd = (code >= 0xd800 && code <= 0xdfff) || lower.length !== 1 || code === finalSigma
  const entry = knownFlag | (isOdd ? oddFlag : 0) | lower.charCodeAt(0) |
    (/[\p{L}\p{N}]/u.test(lower) ? wordFlag : 0) |
    (aloneWord.test(lower) ? aloneFlag : 0) |
    (/\p{Lu}/u.test(char) ? upperFlag : 0) |
    (/[,;،、，]/.test(char) ? commaFlag : 0)
  codeUnits[code] = entry
  return entry
}

/** The lower-case form depends on the position. */
const finalSigma = 0x3a3
const aloneWord = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
