import { isBlank } from "../dom/walk.ts"
import { linesOf, listMarker, type MarkdownBlock, type Range, textOf } from "./markdown-blocks.ts"
import type { CountTokens } from "./tokenizer.ts"

/** A part of a block that is longer than a chunk, and how it can be split further. */
export interface BlockPart extends Range {
  readonly split: Split
}

/** `words`: at white space or, within a longer word, between characters. */
export type Split = "items" | "lines" | "sentences" | "words"

export const splitOf = ({ kind }: MarkdownBlock): Split =>
  kind === "list" ? "items" : kind === "code" || kind === "table" ? "lines" : "sentences"

/** Splits a range that has more tokens than `max`. Between the parts is only white space. */
export const splitRange = (
  markdown: string,
  range: Range,
  split: Split,
  max: number,
  count: CountTokens,
  depth: number
): ReadonlyArray<BlockPart> => {
  if (split === "words") return withSplit(pieces(markdown, range, max, count), "words")
  const parts = partsOf(markdown, range, split, depth)
  const [only] = parts
  if (parts.length !== 1 || only === undefined) return parts
  return splitRange(markdown, only, only.split, max, count, depth + 1)
}

const partsOf = (
  markdown: string,
  range: Range,
  split: Exclude<Split, "words">,
  depth: number
): ReadonlyArray<BlockPart> => {
  if (split === "sentences") return withSplit(sentences(markdown, range), "words")
  return split === "items" && depth < maxDepth
    ? items(markdown, range)
    : withSplit(lines(markdown, range), "sentences")
}

/** Max levels of nested items that are split one after the other. */
const maxDepth = 8

const withSplit = (ranges: ReadonlyArray<Range>, split: Split): ReadonlyArray<BlockPart> =>
  ranges.map(({ end, start }) => ({ start, end, split }))

const lines = (markdown: string, range: Range): ReadonlyArray<Range> =>
  linesOf(markdown, range).filter((line) => !isBlank(textOf(markdown, line)))

/**
 * The items of a list or, if the range is one item, its first line and the items of the list below. The first item
 * may have lost its indentation.
 */
const items = (markdown: string, range: Range): ReadonlyArray<BlockPart> => {
  const all = lines(markdown, range)
  const indents = all.map((line, index) => index === 0 ? Infinity : itemIndent(textOf(markdown, line)))
  const indent = indents.reduce((least, one) => Math.min(least, one), Infinity)
  const starts = all.filter((_, index) => index === 0 || indents[index] === indent).map(({ start }) => start)
  if (indent === Infinity) return withSplit(all, "sentences")
  return starts.map((start, index): BlockPart => {
    const end = starts[index + 1] ?? range.end
    return { start, end: start + markdown.slice(start, end).trimEnd().length, split: "items" }
  })
}

const itemIndent = (line: string): number => {
  const indent = line.search(/[^ \t]/)
  return listMarker.test(line.slice(indent)) ? indent : Infinity
}

/** Made when it is needed: that takes as long as reading a page. */
let segmenter: Intl.Segmenter | undefined

/** Characters that are segmented at once, since the text of a segmenter is copied. */
const windowLength = 10_000
/** Max length of a sentence that is completed to the end of its link. */
const maxOpen = 1000

/** The sentences of a range. No link is cut in its text. */
export const sentences = (markdown: string, { end, start }: Range): ReadonlyArray<Range> => {
  segmenter ??= new Intl.Segmenter("und", { granularity: "sentence" })
  const found: Array<Range> = []
  let from = start
  for (let at = start; at < end;) {
    const windowEnd = Math.min(end, at + windowLength)
    const ends = [...segmenter.segment(markdown.slice(at, windowEnd))].map(({ index, segment }) =>
      at + index + segment.length
    )
    // The last sentence continues in the next window.
    if (windowEnd < end) ends.pop()
    for (const to of ends) {
      const sentence = trimmed(markdown, { start: from, end: to })
      if (to < end && (sentence.end === sentence.start || isOpen(textOf(markdown, sentence)))) continue
      if (sentence.end > sentence.start) found.push(sentence)
      from = to
    }
    at = ends.at(-1) ?? windowEnd
  }
  return found
}

const isOpen = (sentence: string): boolean =>
  sentence.length < maxOpen && sentence.lastIndexOf("[") > sentence.lastIndexOf("]")

const trimmed = (markdown: string, range: Range): Range => {
  const text = textOf(markdown, range)
  const start = range.start + text.length - text.trimStart().length
  return { start, end: Math.max(start, range.start + text.trimEnd().length) }
}

/** Pieces of at most `max` tokens, or of one character if that has more. Each ends after a word if it has several. */
const pieces = (markdown: string, { end, start }: Range, max: number, count: CountTokens): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  for (let at = start; at < end;) {
    let to = cutBefore(markdown, at, at + max * charactersPerToken, end)
    let piece = trimmed(markdown, { start: at, end: to })
    for (let tokens = count(textOf(markdown, piece)); tokens > max; tokens = count(textOf(markdown, piece))) {
      const length = Math.max(1, Math.min(to - at - 1, Math.floor((to - at) * max / tokens)))
      const shorter = cutBefore(markdown, at, at + length, end)
      if (shorter >= to) break
      to = shorter
      piece = trimmed(markdown, { start: at, end: to })
    }
    if (piece.end > piece.start) found.push(piece)
    at = to
  }
  return found
}

/** Mean of English text is 4.5. */
const charactersPerToken = 6

/** The last cut up to `to`: after white space, or else between two characters as readers see them. */
const cutBefore = (markdown: string, from: number, to: number, end: number): number => {
  if (to >= end) return end
  const half = from + Math.floor((to - from) / 2)
  const spaces = /\s(?=\S*$)/.exec(markdown.slice(half, to).slice(-maxWord))
  if (spaces !== null && to - half > 1) return to - Math.min(to - half, maxWord) + spaces.index + 1
  let cut = to
  while (cut > from && to - cut < maxCharacter && continues(markdown, cut)) cut--
  if (cut > from && !continues(markdown, cut)) return cut
  for (cut = from + 1; cut < end && cut - from < maxCharacter && continues(markdown, cut);) cut++
  if (isLow(markdown.charCodeAt(cut))) cut++
  return cut
}

const maxWord = 200
/** Code units that one character with its marks may have, such as an emoji of a family. */
const maxCharacter = 32

/** Whether the code unit belongs to the character before it. */
const continues = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  if (isLow(code)) return true
  if (text.charCodeAt(at - 1) === joiner) return true
  return code >= 0x300 && continuing.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

const isLow = (code: number): boolean => code >= 0xDC00 && code <= 0xDFFF
const joiner = 0x200D
const continuing = /\p{M}|\p{Emoji_Modifier}|\u{200D}/u
