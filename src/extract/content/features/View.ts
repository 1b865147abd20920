import type { Block, Holdings } from "../blocks.ts"
import type { Card } from "../cards.ts"
import type { ShapeGroup } from "../containers.ts"
import type { PageSignals } from "../page-signals.ts"
import type { TextFacts } from "../read-text.ts"
import type { Section } from "../sections.ts"

/** A block and all that is known around it; every feature is a number read off this. */
export interface View {
  readonly block: Block
  readonly index: number
  readonly blocks: ReadonlyArray<Block>
  readonly facts: TextFacts
  readonly section: Section
  readonly sinceHeading: number
  /** How many blocks before this one, and on the page, have its text. */
  readonly repeats: number
  readonly copies: number
  /** The elements around it that hold more than what they wrap, the nearest first. */
  readonly holders: ReadonlyArray<Holdings>
  /** The repeated elements around it, the nearest first. */
  readonly cards: ReadonlyArray<Card>
  /** Hints of the nearest three elements. */
  readonly nearHints: number
  readonly group: ShapeGroup
  readonly distance: number
  readonly page: PageView
}

/** What is the same for all blocks of a page. */
export interface PageView {
  readonly signals: PageSignals
  readonly total: Holdings
  readonly best: Holdings
  readonly longest: number
  /** Words, and words in links, of the blocks before each one; and of all. */
  readonly wordsBefore: Int32Array
  readonly linkWordsBefore: Int32Array
  /** Where the title stands, -1 where it does not. */
  readonly titleAt: number
  readonly headings: number
  readonly prices: number
}

/** A column of the model's table. */
export type Feature = readonly [name: string, of: (view: View) => number]
