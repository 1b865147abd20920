import type { Repetition } from "../../core/domain/document/Repetition.ts"
import { linesOf, type MarkdownBlock, markdownBlocks, type Range, textOf } from "../chunks/markdown-blocks.ts"
import { plainLines } from "../chunks/plain-lines.ts"
import { foldedLine } from "./FoldedLine.ts"
import { comparableLine } from "./LineHashes.ts"

/** A part of markdown that other pages of the host repeat, with the white space that goes with it. */
export interface RepeatedPart extends Repetition, Range {
  /** Its lines, folded. */
  readonly lines: ReadonlyArray<string>
}

/** Finds the repetition of a folded line, if enough other pages have it. */
export type FindRepetition = (folded: string) => Repetition | undefined

/**
 * The parts of markdown that other pages repeat, in order: lines of text, items of lists, whole tables and blocks of
 * code, and headings whose section repeats. The markdown without them is well-formed.
 */
export const repeatedParts = (markdown: string, find: FindRepetition): ReadonlyArray<RepeatedPart> => {
  const blocks = markdownBlocks(markdown).map((block) => readBlock(markdown, block, find))
  repeatHeadings(blocks)
  let tail = blocks.length
  while (tail > 0 && blocks[tail - 1]?.whole !== undefined) tail--
  return blocks.flatMap((block, index): ReadonlyArray<RepeatedPart> => {
    const { lines, whole } = block
    if (whole === undefined) return block.isDivisible ? partsWithin(block) : []
    const [start, end] = index >= tail
      ? [blocks[index - 1]?.end ?? 0, block.end]
      : [block.start, blocks[index + 1]?.start ?? block.end]
    return [{ ...whole, start, end, lines: lines.map(({ folded }) => folded) }]
  })
}

interface Line extends Range {
  readonly text: string
  readonly folded: string
  /** Whether it has enough words to be compared. */
  readonly isComparable: boolean
  readonly repetition: Repetition | undefined
}

interface ReadBlock extends MarkdownBlock {
  readonly lines: ReadonlyArray<Line>
  /** Whether single lines can be left out. */
  readonly isDivisible: boolean
  /** Set if the whole block repeats. */
  whole: Repetition | undefined
}

const readBlock = (markdown: string, block: MarkdownBlock, find: FindRepetition): ReadBlock => {
  const lines = linesOf(markdown, block).map((range) => readLine(markdown, range, block.kind === "code", find))
  const isDivisible = block.kind === "text" || block.kind === "list"
  const own = block.kind === "list" ? withChildren(lines) : lines
  const repeats = own.filter(({ repetition }) => repetition !== undefined)
  const mayGo = (line: Line) => isDivisible ? line.text.trim() === "" : !line.isComparable
  const isWhole = repeats.length > 0 && own.every((line) => line.repetition !== undefined || mayGo(line))
  return { ...block, lines: own, isDivisible, whole: isWhole ? leastOf(repeats) : undefined }
}

const readLine = (markdown: string, range: Range, isCode: boolean, find: FindRepetition): Line => {
  const text = textOf(markdown, range)
  const folded = foldedLine(isCode ? text : plainLines(text).join(" "))
  const isComparable = comparableLine(folded)
  return { ...range, text, folded, isComparable, repetition: isComparable ? find(folded) : undefined }
}

/** A line of a list stays as long as a line below it stays. */
const withChildren = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const kept = [...lines]
  /** Index after the lines below each line. */
  const ends = lines.map((_, index) => index + 1)
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!
    let at = index + 1
    let isBare = true
    while (at < lines.length && (lines[at]!.text.trim() === "" || indentOf(lines[at]!) > indentOf(line))) {
      isBare &&= lines[at]!.text.trim() === "" || kept[at]!.repetition !== undefined
      at = ends[at]!
    }
    ends[index] = at
    if (!isBare) kept[index] = { ...line, repetition: undefined }
  }
  return kept
}

const indentOf = ({ text }: Line): number => text.length - text.trimStart().length

/** A short heading repeats with all of its section. */
const repeatHeadings = (blocks: ReadonlyArray<ReadBlock>): void => {
  for (let index = blocks.length - 1; index >= 0; index--) {
    const heading = blocks[index]!
    if (heading.kind !== "heading" || heading.whole !== undefined || heading.lines[0]?.isComparable === true) continue
    let at = index + 1
    while (blocks[at]?.whole !== undefined && !endsSection(blocks[at]!, heading)) at++
    const next = blocks[at]
    if (at > index + 1 && (next === undefined || endsSection(next, heading))) heading.whole = blocks[index + 1]!.whole
  }
}

const endsSection = ({ kind, level }: ReadBlock, heading: ReadBlock): boolean =>
  kind === "heading" && level <= heading.level

/** A part takes the line break before it, and the mark of a hard break there, unless it is first in its block. */
const partsWithin = ({ lines, start }: ReadBlock): ReadonlyArray<RepeatedPart> => {
  const parts: Array<RepeatedPart> = []
  let keptEnd: number | undefined
  for (const [index, { end, folded, repetition, text }] of lines.entries()) {
    const next = lines[index + 1]
    if (repetition !== undefined) {
      const range = keptEnd === undefined
        ? { start: parts.at(-1)?.end ?? start, end: next?.start ?? end }
        : { start: Math.max(keptEnd, parts.at(-1)?.end ?? 0), end }
      parts.push({ ...repetition, ...range, lines: [folded] })
    } else if (text.trim() !== "") keptEnd = next?.repetition === undefined ? end : end - hardBreak(text)
  }
  return parts
}

const hardBreak = (text: string): number => {
  if (text.endsWith("\\")) return 1
  let end = text.length
  while (text[end - 1] === " ") end--
  return text.length - end >= 2 ? text.length - end : 0
}

const leastOf = (lines: ReadonlyArray<Line>): Repetition => {
  const all = lines.flatMap(({ repetition }) => repetition ?? [])
  return all.reduce((least, one) => one.pages < least.pages ? one : least)
}
