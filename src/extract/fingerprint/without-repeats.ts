import type { Block } from "../../core/domain/document/Document.ts"
import type { Range } from "../chunks/markdown-blocks.ts"
import { foldedLine } from "./FoldedLine.ts"
import { comparableLine } from "./LineHashes.ts"
import { type FindRepetition, type RepeatedPart, repeatedParts } from "./repeated-parts.ts"

/** Markdown without these parts. */
export const withoutParts = (markdown: string, parts: ReadonlyArray<RepeatedPart>): string => {
  let kept = ""
  let from = 0
  for (const { end, start } of parts) {
    kept += markdown.slice(from, start)
    from = end
  }
  return kept + markdown.slice(from)
}

/** Text without the lines of these parts. A short line goes only with the line after it. */
export const withoutLines = (text: string, parts: ReadonlyArray<RepeatedPart>): string => {
  if (parts.length === 0) return text
  const gone = new Set(parts.flatMap(({ lines }) => lines))
  const lines = text.split("\n")
  const kept: Array<string> = []
  let isNextGone = false
  for (const line of lines.toReversed()) {
    const folded = foldedLine(line)
    if (folded === "") {
      kept.push(line)
      continue
    }
    isNextGone = gone.has(folded) && (isNextGone || comparableLine(folded))
    if (!isNextGone) kept.push(line)
  }
  return kept.reverse().join("\n").replace(/\n{3,}/g, "\n\n").trim()
}

/**
 * The repeated parts of the markdown of a page. None if nothing but signs and short lines would be left: then the
 * page has only what others have too.
 */
export const partsToDrop = (markdown: string, find: FindRepetition): ReadonlyArray<RepeatedPart> => {
  const parts = repeatedParts(markdown, find)
  return withoutParts(markdown, parts).split("\n").some((line) => comparableLine(foldedLine(line))) ? parts : []
}

/** Blocks of the markdown: those within repeated parts are marked, or left out. The others move with the markdown. */
export const movedBlocks = (
  blocks: ReadonlyArray<Block>,
  markdown: string,
  parts: ReadonlyArray<RepeatedPart>,
  drops: boolean
): ReadonlyArray<Block> => {
  const left = drops ? withoutParts(markdown, parts) : markdown
  const positionAfter = positionsAfter(parts)
  return blocks.flatMap((block): ReadonlyArray<Block> => {
    const within = partsWithin(parts, block)
    const [first] = within
    if (first !== undefined && isCovered(markdown, block, within)) {
      return drops ? [] : [{ ...block, repeats: { pages: first.pages, of: first.of } }]
    }
    if (!drops || parts.length === 0) return [block]
    const start = positionAfter(block.start)
    const end = positionAfter(block.end)
    return [{ ...block, start, end, markdown: left.slice(start, end) }]
  })
}

/** The parts that overlap a range. */
const partsWithin = (parts: ReadonlyArray<RepeatedPart>, { end, start }: Range): ReadonlyArray<RepeatedPart> =>
  parts.slice(indexOfFirst(parts, (part) => part.end > start), indexOfFirst(parts, (part) => part.start >= end))

/** Index of the first part for which a condition holds, which then holds for all after it. */
const indexOfFirst = (parts: ReadonlyArray<Range>, holds: (part: Range) => boolean): number => {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(parts[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether nothing but white space of a block is outside of these parts. */
const isCovered = (markdown: string, block: Range, parts: ReadonlyArray<Range>): boolean => {
  let from = block.start
  for (const { end, start } of parts) {
    if (markdown.slice(from, Math.max(from, start)).trim() !== "") return false
    from = end
  }
  return markdown.slice(from, Math.max(from, block.end)).trim() === ""
}

/** Finds a position in the markdown without these parts. */
const positionsAfter = (parts: ReadonlyArray<Range>): (at: number) => number => {
  const removed = [0]
  for (const { end, start } of parts) removed.push(removed.at(-1)! + end - start)
  return (at) => {
    const before = indexOfFirst(parts, ({ start }) => start >= at)
    const last = parts[before - 1]
    return at - removed[before]! + (last === undefined ? 0 : Math.max(0, last.end - at))
  }
}
