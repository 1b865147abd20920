const cjk = /[\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u0E00-\u0E7F]/
const everyCjk = new RegExp(cjk, "g")

/** Runs of letters and digits; a character of a script without spaces counts as half a word. */
export const countWords = (text: string): number => {
  let words = 0
  let inWord = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isWord = code > 127 ?
      code !== 0xA0 && code !== 0x2003 && code !== 0x200B && !(code >= 0x2010 && code <= 0x2027) :
      (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
    if (isWord && !inWord) words++
    inWord = isWord
  }
  if (words > 0 && cjk.test(text)) words += Math.floor((text.match(everyCjk)?.length ?? 0) / 2)
  return words
}
