/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

/** Memory of the loaded tokenizer in bytes. */
export const tokenizerMemory = 72 * 1024 * 1024

let loading: Promise<CountTokens> | undefined
let isLoaded = false

export const isTokenizerLoaded = (): boolean => isLoaded

/** The tokenizer of the encoding o200k. Loaded with the first chunks, because that takes 0.25 s of CPU. */
export const loadTokenizer = (): Promise<CountTokens> =>
  loading ??= import("gpt-tokenizer/encoding/o200k_base").then(({ countTokens }) => {
    isLoaded = true
    return inLinearTime((text) => countTokens(text, plainText))
  })

/** Text such as `<|endoftext|>` has no special meaning. */
const plainText = { disallowedSpecial: new Set<string>() }

/**
 * The library takes quadratic time for a run of letters or of other characters, so a longer run is counted in parts.
 * No word is that long.
 */
const maxRun = 256

const inLinearTime = (count: CountTokens): CountTokens => (text) => {
  let tokens = 0
  let start = 0
  let runStart = 0
  let kind = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const own = kindOf(code)
    if (own !== kind) {
      kind = own
      runStart = at
    } else if (at - runStart >= maxRun && !isLowSurrogate(code)) {
      tokens += count(text.slice(start, at))
      start = runStart = at
    }
  }
  return tokens + count(start === 0 ? text : text.slice(start))
}

/** 0: letters and digits, 1: white space, 2: punctuation. */
const kindOf = (code: number): number => {
  if (code <= 0x20) return 1
  if (code < 0x80) return isAsciiWord(code) ? 0 : 2
  return (code >= 0x3000 && code <= 0x303F) || (code >= 0xFF00 && code <= 0xFF0F) ? 2 : 0
}

const isAsciiWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5A) || (code >= 0x61 && code <= 0x7A)

const isLowSurrogate = (code: number): boolean => code >= 0xDC00 && code <= 0xDFFF
