import { pricePhrase } from "../../rules/phrases.ts"
import { type Block, type ContainerStats, rootOf } from "../blocks/blocks.ts"
import { distancesTo, type ShapeGroup } from "../blocks/containers.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { readText, type TextFacts } from "../blocks/read-text.ts"
import { headingLevel, type Section } from "../blocks/sections.ts"
import { evidenceFeatures } from "./features/evidence-features.ts"
import { pageFeatures } from "./features/page-features.ts"
import { placeFeatures } from "./features/place-features.ts"
import { sectionFeatures } from "./features/section-features.ts"
import { textFeatures } from "./features/text-features.ts"
import type { BitSource, Feature, FeatureSpan, PageView, View } from "./features/View.ts"

/** Features of each block, row by row. */
export interface FeatureTable {
  readonly width: number
  readonly rows: number
  readonly values: Float32Array
}

/** The columns of the table, in the order in which the model was trained. */
const features: ReadonlyArray<Feature> = [
  ...textFeatures,
  ...placeFeatures,
  ...pageFeatures,
  ...evidenceFeatures,
  ...sectionFeatures
]

export const featureNames: ReadonlyArray<string> = features.flatMap((feature) =>
  "names" in feature ? feature.names : "name" in feature ? feature.name : feature[0]
)

const batchRows = 256

export const featuresOf = (layout: PageLayout, signals: PageSignals): FeatureTable => {
  const views = viewsOf(layout, signals)
  const width = featureNames.length
  const values = new Float32Array(width * views.length)
  const bits = bitsOf(layout.blocks)
  // Column by column, because one small function then runs over many blocks. In batches, because the rows should fit
  // into the cache of the processor.
  for (let first = 0; first < views.length; first += batchRows) {
    const rows: Rows = { first, end: Math.min(views.length, first + batchRows), values, width }
    let column = 0
    for (const feature of features) {
      if ("ofPage" in feature) writePage(feature.ofPage(views[first]!.page), rows, column)
      else if ("in" in feature) writeBit(bits[feature.in], feature.bit, rows, column)
      else if ("write" in feature) writeSpan(feature, views, rows, column)
      else writeColumn(feature[1], views, rows, column)
      column += "names" in feature ? feature.names.length : 1
    }
  }
  return { width, rows: views.length, values }
}

/** Rows of a table to be written, which are 0 before. */
interface Rows {
  readonly first: number
  readonly end: number
  readonly values: Float32Array
  readonly width: number
}

const writeColumn = (
  of: (view: View) => number,
  views: ReadonlyArray<View>,
  { end, first, values, width }: Rows,
  column: number
): void => {
  for (let row = first, at = first * width + column; row < end; row++, at += width) values[at] = of(views[row]!)
}

const writeSpan = (
  { write }: FeatureSpan,
  views: ReadonlyArray<View>,
  { end, first, values, width }: Rows,
  column: number
): void => {
  for (let row = first, at = first * width + column; row < end; row++, at += width) write(views[row]!, values, at)
}

const writePage = (value: number, { end, first, values, width }: Rows, column: number): void => {
  for (let row = first, at = first * width + column; row < end; row++, at += width) values[at] = value
}

/** Most bits are set in no block of a page. */
const writeBit = (
  { any, ofBlocks }: BlockBits,
  bit: number,
  { end, first, values, width }: Rows,
  column: number
): void => {
  if ((any & bit) === 0) return
  for (let row = first, at = first * width + column; row < end; row++, at += width) {
    values[at] = Number((ofBlocks[row]! & bit) !== 0)
  }
}

/** Bits of each block, and those that any block has. */
interface BlockBits {
  readonly ofBlocks: Int32Array
  readonly any: number
}

const bitsOf = (blocks: ReadonlyArray<Block>): Readonly<Record<BitSource, BlockBits>> => ({
  landmarks: blockBits(blocks, ({ place }) => place.landmarks),
  near: blockBits(
    blocks,
    ({ place: { ownHints, parent } }) => ownHints | (parent?.ownHints ?? 0) | (parent?.parent?.ownHints ?? 0)
  ),
  far: blockBits(blocks, ({ place }) => place.allHints)
})

const blockBits = (blocks: ReadonlyArray<Block>, of: (block: Block) => number): BlockBits => {
  const ofBlocks = new Int32Array(blocks.length)
  let any = 0
  for (let index = 0; index < blocks.length; index++) any |= ofBlocks[index] = of(blocks[index]!)
  return { ofBlocks, any }
}

/** Max distance to a heading. A greater one has no meaning for the model. */
const farFromHeading = 99

const viewsOf = (
  layout: PageLayout,
  signals: PageSignals
): ReadonlyArray<View> => {
  const { best, blocks, groups, scopes, sections } = layout
  const distance = best === undefined ? undefined : distancesTo(best)
  const facts = blocks.map(({ text }) => readText(text, signals.vocabulary))
  const seen = new Map<string, number>()
  const page = pageView(layout, facts, signals)
  let sinceHeading = farFromHeading
  return blocks.map((block, index) => {
    const { copies } = block
    const repeats = copies === 1 ? 0 : seen.get(block.text) ?? 0
    if (copies > 1) seen.set(block.text, repeats + 1)
    sinceHeading = headingLevel(block) > 0 ? 0 : Math.min(farFromHeading, sinceHeading + 1)
    return {
      block,
      index,
      blocks,
      facts: facts[index] ?? noFacts,
      section: sections[index] ?? noSection,
      scope: scopes[index] ?? 0,
      headingGroup: groups[sections[index]?.start ?? 0] ?? noGroup,
      sinceHeading,
      repeats,
      copies,
      group: groups[index] ?? noGroup,
      distance: distance?.(block.place) ?? -1,
      page
    }
  })
}

const nothing: ContainerStats = { words: 0, linkWords: 0, blocks: 0, proseWords: 0, first: 0, last: 0 }
const noSection: Section = { level: 0, says: "", outer: "", start: 0, words: 0, linkWords: 0, blocks: 0 }
const noFacts: TextFacts = {
  words: 0,
  titleWords: 0,
  descriptionWords: 0,
  pairs: 0,
  commas: 0,
  capitals: 0
}
const noGroup: ShapeGroup = { size: 1, words: 0, linkWords: 0, first: 0, last: 0 }

/** Min share of the title's words in the block with the title. It has hardly any others. */
const titleShare = 0.7

const pageView = (
  { best, blocks, siblings }: PageLayout,
  facts: ReadonlyArray<TextFacts>,
  signals: PageSignals
): PageView => {
  const { titleSize } = signals.vocabulary
  return {
    signals,
    siblings,
    blocks: blocks.length,
    total: blocks[0] === undefined ? nothing : rootOf(blocks[0].place).stats,
    best: best?.stats ?? nothing,
    maxBlockWords: blocks.reduce((max, block) => Math.max(max, block.words), 0),
    wordsBefore: runningSum(blocks, ({ words }) => words),
    linkWordsBefore: runningSum(blocks, ({ linkWords }) => linkWords),
    titleAt: facts.findIndex(({ titleWords, words }) =>
      titleWords > 0 && words <= titleSize * 2 && titleWords / words > titleShare
    ),
    headings: blocks.reduce((sum, block) => sum + (headingLevel(block) > 0 ? 1 : 0), 0),
    prices: blocks.reduce((sum, { text }) => sum + (text.length < 60 && pricePhrase.test(text) ? 1 : 0), 0)
  }
}

const runningSum = (blocks: ReadonlyArray<Block>, of: (block: Block) => number): Int32Array => {
  const sums = new Int32Array(blocks.length + 1)
  for (let index = 0; index < blocks.length; index++) sums[index + 1] = sums[index]! + of(blocks[index]!)
  return sums
}
