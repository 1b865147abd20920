import type { Block, ContainerStats } from "../../blocks/blocks.ts"
import type { SiblingsOfPlaces } from "../../blocks/cards.ts"
import type { ShapeGroup } from "../../blocks/containers.ts"
import type { PageSignals } from "../../blocks/page-signals.ts"
import type { TextFacts } from "../../blocks/read-text.ts"
import type { Section } from "../../blocks/sections.ts"

/** A block and its surroundings, the input of every feature. */
export interface View {
  readonly block: Block
  readonly index: number
  readonly blocks: ReadonlyArray<Block>
  readonly facts: TextFacts
  readonly section: Section
  /** Kind announced for this block by a heading. */
  readonly scope: number
  /** The group of the heading of its section. */
  readonly headingGroup: ShapeGroup
  readonly sinceHeading: number
  /** Number of blocks before this one with its text, and number of all such blocks. */
  readonly repeats: number
  readonly copies: number
  readonly group: ShapeGroup
  readonly distance: number
  readonly page: PageView
}

/** Facts shared by all blocks of a page. */
export interface PageView {
  readonly signals: PageSignals
  readonly siblings: SiblingsOfPlaces
  /** Number of its blocks. */
  readonly blocks: number
  readonly total: ContainerStats
  readonly best: ContainerStats
  readonly maxBlockWords: number
  /** Running sums over the blocks: words, and words in links. */
  readonly wordsBefore: Int32Array
  readonly linkWordsBefore: Int32Array
  /** The block with the title, or -1. */
  readonly titleAt: number
  readonly headings: number
  readonly prices: number
}

/** One column of the feature table, or several. A column of bits or of the page needs no call for each block. */
export type Feature =
  | readonly [name: string, of: (view: View) => number]
  | PageFeature
  | BitFeature
  | FeatureSpan

/** A column with one value for all blocks of a page. */
export interface PageFeature {
  readonly name: string
  readonly ofPage: (page: PageView) => number
}

/** A column with 1 for blocks with this bit. */
interface BitFeature {
  readonly name: string
  readonly in: BitSource
  readonly bit: number
}

/** Bits of a block: landmarks around it, hints of the nearest three elements, hints of all elements. */
export type BitSource = "landmarks" | "near" | "far"

/** Columns that are written together, from `at` on. They are 0 before. */
export interface FeatureSpan {
  readonly names: ReadonlyArray<string>
  readonly write: (view: View, values: Float32Array, at: number) => void
}
