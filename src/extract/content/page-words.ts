/** Words, and single characters of the scripts that write without spaces between words. */
const pattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

export const tokensOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(pattern) ?? []
