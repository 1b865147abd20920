/** Words, and single characters of the scripts that write without spaces between words. */
const pattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

export const tokensOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(pattern) ?? []

export const tokenSet = (text: string): ReadonlySet<string> => new Set(tokensOf(text))

/** Share of these tokens that are among `words`. */
export const shareAmong = (tokens: ReadonlyArray<string>, words: ReadonlySet<string>): number => {
  if (words.size === 0 || tokens.length === 0) return 0
  let shared = 0
  for (const token of tokens) if (words.has(token)) shared++
  return shared / tokens.length
}
