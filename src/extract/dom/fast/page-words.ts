/** Splits a text into words. In scripts without spaces, each character is a word. */
const pattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

export const tokensOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(pattern) ?? []
