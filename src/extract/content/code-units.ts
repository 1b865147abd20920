/**
 * What each UTF-16 code unit is, asked once of a regular expression and then read off a table: flags above its lower-case form. A text is
 * read a hundred thousand times more often than it shows a new character.
 */
export const codeUnits = new Uint32Array(0x10000)

/** Part of a word. */
export const wordFlag = 1 << 16
/** A word by itself: of a script that writes without spaces between words. */
export const aloneFlag = 1 << 17
export const upperFlag = 1 << 18
export const commaFlag = 1 << 19
/** Half of a surrogate pair, or with a lower-case form of its own kind: the text is to be read by regular expressions. */
export const oddFlag = 1 << 20
export const allFlags = 0x1f << 16
const knownFlag = 1 << 21

/** The table's entry for a code unit that is not in it yet. */
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

/** Its lower case depends on where it stands. */
const finalSigma = 0x3a3
const aloneWord = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
