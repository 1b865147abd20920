import type { MarkdownBlock, Range } from "./markdown-blocks.ts"

/** A unit of packing: a block that fits, or a part of a longer one. */
export interface Unit extends Range {
  readonly tokens: number
  /** Level of a heading, otherwise 0. */
  readonly level: number
  /** Kind of a whole block. */
  readonly kind?: MarkdownBlock["kind"]
}

/** Units of one chunk. */
export type Packed = ReadonlyArray<Unit>

export interface CutChunk extends Range {
  readonly tokens: number
  /** Position behind the headings that it begins with, and behind its overlap. */
  readonly contentStart: number
}
