import type { Line } from "./pdf-lines.ts"

/**
 * The lines in reading order. Most programs write them so. Where a later part of a page is above an earlier one, or is
 * the column at its left, the page is read by columns between the parts that go over all of them.
 */
export const inReadingOrder = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const blocks = blocksIn(lines)
  return blocks.length > maxBlocks || !isScrambled(blocks) ? lines : byColumns(blocks).flatMap((block) => block.lines)
}

/** Lines that follow below each other. */
interface Block {
  readonly lines: Array<Line>
  left: number
  right: number
  top: number
  bottom: number
}

/** Each is compared to each. */
const maxBlocks = 300

const blocksIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  for (const line of lines) {
    const left = Math.min(...line.segments.map((segment) => segment.left))
    const right = Math.max(...line.segments.map((segment) => segment.right))
    const last = blocks.at(-1)
    const gap = last === undefined ? 0 : last.bottom - line.y
    if (last !== undefined && gap > 0 && gap < line.fontSize * maxGap && left < last.right && right > last.left) {
      last.lines.push(line)
      last.bottom = line.y
      last.left = Math.min(last.left, left)
      last.right = Math.max(last.right, right)
    } else blocks.push({ lines: [line], left, right, top: line.y + line.fontSize, bottom: line.y })
  }
  return blocks
}

/** Distance of lines in a block, in sizes of type. */
const maxGap = 3

const isScrambled = (blocks: ReadonlyArray<Block>): boolean =>
  blocks.some((early, at) => blocks.slice(at + 1).some((late) => isAbove(late, early) || isColumnBefore(late, early)))

const isAbove = (one: Block, other: Block): boolean =>
  one.bottom >= other.top - 1 &&
  Math.min(one.right, other.right) - Math.max(one.left, other.left) >
    minShare * Math.min(one.right - one.left, other.right - other.left)

/** Both are columns of prose, not cells or labels. */
const isColumnBefore = (one: Block, other: Block): boolean =>
  one.right <= other.left && Math.min(one.lines.length, other.lines.length) >= minLines &&
  Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) >
    minShare * Math.min(one.top - one.bottom, other.top - other.bottom)

const minShare = 0.3
const minLines = 4

const byColumns = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const left = Math.min(...blocks.map((block) => block.left))
  const width = Math.max(...blocks.map((block) => block.right)) - left
  const isWide = (block: Block): boolean => block.right - block.left > width * wide
  const ordered = blocks.toSorted((a, b) => b.top - a.top)
  const bands: Array<Array<Block>> = [[]]
  for (const block of ordered) {
    if (isWide(block)) bands.push([block], [])
    else bands.at(-1)?.push(block)
  }
  return bands.flatMap((band) => columnsIn(band).flat())
}

/** Share of the width of the text. A column of two has less than half of it. */
const wide = 0.6

/** Blocks without a gap between their sides, from left to right, each group from the top. */
const columnsIn = (band: ReadonlyArray<Block>): ReadonlyArray<ReadonlyArray<Block>> => {
  const columns: Array<{ blocks: Array<Block>; right: number }> = []
  for (const block of band.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last !== undefined && block.left < last.right) {
      last.blocks.push(block)
      last.right = Math.max(last.right, block.right)
    } else columns.push({ blocks: [block], right: block.right })
  }
  return columns.map(({ blocks }) => blocks.toSorted((a, b) => b.top - a.top))
}
