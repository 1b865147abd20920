import type { Block, Holdings } from "../../blocks/blocks.ts"
import type { Card } from "../../blocks/cards.ts"
import type { ShapeGroup } from "../../blocks/containers.ts"
import type { TextFacts } from "../../blocks/read-text.ts"
import type { Section } from "../../blocks/sections.ts"
import type { PageSignals } from "../../classify/page-signals.ts"

/** A block and its surroundings, the input of every feature. */
export interface View {
  readonly block: Block
  readonly index: number
  readonly blocks: ReadonlyArray<Block>
  readonly facts: TextFacts
  readonly section: Section
  /** Kind announced for this block by a heading (`scopesOf`). */
  readonly scope: number
  /** The group of the heading of its section. */
  readonly headingGroup: ShapeGroup
  readonly sinceHeading: number
  /** Number of blocks before this one with its text, and number of all such blocks. */
  readonly repeats: number
  readonly copies: number
  /** Elements around it, nearest first, without wrappers that contain nothing else. */
  readonly holders: ReadonlyArray<Holdings>
  /** The repeated elements around it, nearest first. */
  readonly cards: ReadonlyArray<Card>
  /** Hints of the nearest three elements. */
  readonly nearHints: number
  readonly group: ShapeGroup
  readonly distance: number
  readonly page: PageView
}

/** Facts shared by all blocks of a page. */
export interface PageView {
  readonly signals: PageSignals
  readonly total: Holdings
  readonly best: Holdings
  readonly maxBlockWords: number
  /** Running sums over the blocks: words, and words in links. */
  readonly wordsBefore: Int32Array
  readonly linkWordsBefore: Int32Array
  /** The block with the title, or -1. */
  readonly titleAt: number
  readonly headings: number
  readonly prices: number
}

/** One column of the feature table. */
export type Feature = readonly [name: string, of: (view: View) => number]
