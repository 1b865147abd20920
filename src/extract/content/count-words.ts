/** Runs of letters and digits; a character of a script without spaces counts as half a word. */
export const countWords = (text: string): number => {
  let words = 0
  let unspaced = 0
  let inWord = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isWord = code > 127 ? isWordBeyondAscii(code) : isAsciiWord[code] === 1
    if (isWord && !inWord) words++
    inWord = isWord
    if (code >= firstUnspaced && isUnspaced(code)) unspaced++
  }
  return words + Math.floor(unspaced / 2)
}

const isAsciiWord = Uint8Array.from({ length: 128 }, (_, code) => /\w/.test(String.fromCharCode(code)) ? 1 : 0)

const isWordBeyondAscii = (code: number): boolean =>
  code !== 0xA0 && code !== 0x2003 && code !== 0x200B && !(code >= 0x2010 && code <= 0x2027)

const firstUnspaced = 0x0E00

const isUnspaced = (code: number): boolean =>
  code <= 0x0E7F || (code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x9FFF) ||
  (code >= 0xF900 && code <= 0xFAFF)
