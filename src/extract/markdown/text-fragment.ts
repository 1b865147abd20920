/** Words at either end of a longer text. They tell it from other texts of the page, and are short enough for an address. */
const wordsAtEnds = 6
/** A text of so many words is given whole. */
const fewWords = 12
const longestWords = 200

/**
 * The text directive of an address (WICG Scroll to Text Fragment) that leads to this text: all of it, or its first and its last
 * words. A text directive does not reach over the end of a block, so each end is taken from one line.
 */
export const textFragment = (text: string): string => {
  const lines = text.split(/\n|\t/).map(wordsOf).filter((words) => words.length > 0)
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) return ""
  if (lines.length === 1 && first.length <= fewWords) return directive(first)
  return directive(first.slice(0, wordsAtEnds), last.slice(-wordsAtEnds))
}

/** Scripts that do not write spaces have long words. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  line.split(/\s+/).filter((word) => word !== "" && word.length <= longestWords)

const directive = (...ends: ReadonlyArray<ReadonlyArray<string>>): string =>
  `#:~:text=${ends.map((words) => encode(words.join(" "))).join(",")}`

/** A dash at the edge of a part would mean something, so it is encoded too. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll("-", "%2D")
