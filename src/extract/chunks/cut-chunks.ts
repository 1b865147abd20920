import type { ChunkSize } from "../../core/domain/options/ChunkSize.ts"
import type { MarkdownBlock } from "./markdown-blocks.ts"
import { type Split, splitOf, splitRange } from "./split-block.ts"
import type { CountTokens } from "./tokenizer.ts"
import type { CutChunk, Packed, Unit } from "./units.ts"
import { withOverlap } from "./with-overlap.ts"

/**
 * Cuts markdown into chunks of at most `max_tokens`: at headings, else between blocks, else between items, lines or
 * sentences of a block that is longer than a chunk. Only white space is between two chunks. A section that fits is not
 * cut, and neighbouring sections share a chunk if they fit together.
 */
export const cutChunks = (
  markdown: string,
  blocks: ReadonlyArray<MarkdownBlock>,
  size: Required<ChunkSize>,
  count: CountTokens
): ReadonlyArray<CutChunk> => {
  const packed = pack(markdown, measured(markdown, blocks, count), size, count).flatMap((units) =>
    fitted(markdown, units, size.max_tokens, count)
  )
  return withOverlap(markdown, packed, size, count)
}

const pack = (
  markdown: string,
  blocks: ReadonlyArray<Measured>,
  size: Required<ChunkSize>,
  count: CountTokens
): ReadonlyArray<Packed> => {
  const packer = makePacker(markdown, size, count)
  const sections = sectionTokens(blocks)
  for (const [index, block] of blocks.entries()) {
    if (block.level > 0) packer.heading(block, sections[index] ?? 0)
    else packer.add(block, splitOf(block))
  }
  return packer.end()
}

type Measured = MarkdownBlock & Unit

/** Tokens of each block with the white space after it: sums of these are exact. */
const measured = (
  markdown: string,
  blocks: ReadonlyArray<MarkdownBlock>,
  count: CountTokens
): ReadonlyArray<Measured> =>
  blocks.map((block, index) => ({
    ...block,
    tokens: count(markdown.slice(block.start, blocks[index + 1]?.start ?? block.end))
  }))

/** Tokens of the section of each heading, up to the next heading of its level or above. */
const sectionTokens = (blocks: ReadonlyArray<Measured>): ReadonlyArray<number> => {
  const sums = blocks.map(() => 0)
  const open: Array<{ readonly index: number; readonly level: number; readonly before: number }> = []
  let total = 0
  const close = (level: number) => {
    for (let last = open.at(-1); last !== undefined && last.level >= level; last = open.at(-1)) {
      sums[last.index] = total - last.before
      open.pop()
    }
  }
  for (const [index, { level, tokens }] of blocks.entries()) {
    if (level > 0) {
      close(level)
      open.push({ index, level, before: total })
    }
    total += tokens
  }
  close(0)
  return sums
}

const makePacker = (markdown: string, { max_tokens: max, overlap }: Required<ChunkSize>, count: CountTokens) => {
  const packed: Array<Packed> = []
  let units: Array<Unit> = []
  let tokens = 0
  /** Whether the chunk has more than headings and pictures. */
  let hasText = false
  /** Level of the current section. */
  let level = 0
  /** Sections of this level and below may share the chunk. */
  let floor = 0

  const push = (unit: Unit) => {
    if (units.length === 0) floor = unit.level > 0 ? unit.level : level + 1
    units.push(unit)
    tokens += unit.tokens
    hasText ||= unit.level === 0 && !isPicture(markdown, unit)
  }
  const end = (next: ReadonlyArray<Unit>) => {
    if (units.length > 0) packed.push(units)
    units = []
    tokens = 0
    hasText = false
    for (const unit of next) push(unit)
  }
  /** Ends a chunk that has text. Headings at its end go to the next one. */
  const flush = () => {
    if (hasText) end(units.splice(units.findLastIndex((unit) => unit.level === 0) + 1))
  }
  /** A chunk of one block and its headings may use what the overlap would. */
  const fits = (unit: Unit) => tokens + unit.tokens <= (hasText ? max - overlap : max)
  const place = (unit: Unit) => {
    if (!fits(unit)) flush()
    if (!fits(unit)) end([])
    push(unit)
  }

  const add = (unit: Unit, split: Split, depth = 0): void => {
    const isWhole = unit.tokens <= max
    if (isWhole && !fits(unit)) flush()
    // Text is split to keep its heading with it.
    if (isWhole && (fits(unit) || split !== "sentences")) return place(unit)
    let from = unit.start
    for (const part of splitRange(markdown, unit, split, max - overlap, count, depth)) {
      // White space before a part is counted with it, which may take more tokens or fewer.
      const tokens = Math.max(count(markdown.slice(from, part.end)), count(markdown.slice(part.start, part.end)))
      const own: Unit = { start: part.start, end: part.end, level: 0, tokens }
      if (own.tokens > max && split !== "words") add(own, part.split, depth + 1)
      else place(own)
      from = part.end
    }
  }

  return {
    add,
    heading: (unit: Unit, section: number) => {
      if (hasText && (unit.level < floor || tokens + section > max - overlap)) flush()
      level = unit.level
      if (unit.tokens > max) add({ ...unit, level: 0 }, "sentences")
      else place(unit)
    },
    end: (): ReadonlyArray<Packed> => {
      end([])
      return packed
    }
  }
}

/** Whether a unit is one picture, perhaps with a link. */
const isPicture = (markdown: string, { end, start }: Unit): boolean =>
  /^\[?!\[/.test(markdown.slice(start, start + 3)) &&
  /^\[?!\[[^[\]\n]*\]\([^()\s]*\)(?:\]\([^()\s]*\))?$/.test(markdown.slice(start, end))

/** Tokens of parts do not always add up, so a chunk over the budget is divided. */
const fitted = (markdown: string, units: Packed, max: number, count: CountTokens): ReadonlyArray<Packed> => {
  const [first] = units
  const last = units.at(-1)
  if (first === undefined || last === undefined) return []
  if (units.length === 1 || count(markdown.slice(first.start, last.end)) <= max) return [units]
  const half = Math.ceil(units.length / 2)
  return [units.slice(0, half), units.slice(half)].flatMap((some) => fitted(markdown, some, max, count))
}
