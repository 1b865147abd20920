/**
 * Number of words at each end of a longer text: enough to distinguish it from other texts of the page, and short enough
 * for an address.
 */
const wordsAtEnds = 6
/** Max words of a text that is quoted whole. */
const maxWholeWords = 12
/** Number of characters read at each end of a line. */
const readAtEnds = 300

/** Words of a text by which it is found, and words beside it if these are ambiguous. */
export interface Quote {
  readonly prefix?: string
  readonly start: string
  readonly end?: string
  readonly suffix?: string
}

/**
 * Quotes a text: all of it, or its first and its last words. A quote does not reach over the end of a block, so each
 * part is from one line.
 */
export const quoteOf = (text: string): Quote | undefined => {
  const lines = text.split(/\n|\t/).map((line) => line.trim()).filter((line) => line !== "")
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (lines.length === 1 && first.length <= readAtEnds && ends(first).length <= maxWholeWords) return { start: first }
  const tail = last.slice(-readAtEnds)
  const starts = ends(first.slice(0, readAtEnds))
  const stops = ends(tail)
  // A single word that was cut matches nothing.
  if (isCut(first, starts) || isCut(last, stops)) return undefined
  const before = stops.at(-1 - wordsAtEnds) ?? (tail === last ? 0 : stops[0])
  return { start: first.slice(0, starts.slice(0, wordsAtEnds).at(-1)), end: tail.slice(before).trim() }
}

/** The text directive of an address (WICG Scroll to Text Fragment) that leads to a quote; "" for none. */
export const directive = ({ end, prefix = "", start, suffix = "" }: Partial<Quote>): string => {
  if (start === undefined) return ""
  const parts = [
    ...(prefix === "" ? [] : [`${encode(prefix)}-`]),
    encode(start),
    ...(end === undefined ? [] : [encode(end)]),
    ...(suffix === "" ? [] : [`-${encode(suffix)}`])
  ]
  return `#:~:text=${parts.join(",")}`
}

export const firstWords = (line: string, count: number): string =>
  line.slice(0, ends(line).slice(0, count).at(-1)).trim()

export const lastWords = (line: string, count: number): string => line.slice(ends(line).at(-1 - count) ?? 0).trim()

const isCut = (line: string, words: ReadonlyArray<number>): boolean => line.length > readAtEnds && words.length < 2

/** Ends of the words of a line. A mark belongs to the word before it. */
const ends = (line: string): ReadonlyArray<number> =>
  unspaced.test(line) ? wordEnds(line) : [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => index + word.length)

/** Browsers match only whole words, also in scripts without spaces. */
const wordEnds = (line: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" })
  for (const { index, isWordLike, segment } of segmenter.segment(line)) {
    if (isWordLike === true || found.length === 0) found.push(index + segment.length)
    else if (segment.trim() !== "") found[found.length - 1] = index + segment.length
  }
  return found
}

/** Made when it is needed: that takes as long as reading a page. */
let segmenter: Intl.Segmenter | undefined

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A dash at the edge of a part would mean something, so it is encoded too. */
const encode = (text: string): string => encodeURIComponent(text.trim().toWellFormed()).replaceAll("-", "%2D")
