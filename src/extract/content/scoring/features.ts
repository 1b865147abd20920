import { pricePhrase } from "../../rules/phrases.ts"
import { type Block, type Holdings, type Place, rootOf } from "../blocks/blocks.ts"
import { cardsAround } from "../blocks/cards.ts"
import { distancesTo, type ShapeGroup } from "../blocks/containers.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { readText, type TextFacts } from "../blocks/read-text.ts"
import { headingLevel, scopesOf, type Section } from "../blocks/sections.ts"
import type { PageSignals } from "../classify/page-signals.ts"
import { evidenceFeatures } from "./features/evidence-features.ts"
import { pageFeatures } from "./features/page-features.ts"
import { cardLevels, holderLevels, placeFeatures } from "./features/place-features.ts"
import { sectionFeatures } from "./features/section-features.ts"
import { textFeatures } from "./features/text-features.ts"
import type { Feature, PageView, View } from "./features/View.ts"

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

export const featureNames: ReadonlyArray<string> = features.map(([name]) => name)

/** Max distance to a heading. A greater one has no meaning for the model. */
const farFromHeading = 99

const batchRows = 256

export const featuresOf = (layout: PageLayout, signals: PageSignals): FeatureTable => {
  const views = viewsOf(layout, signals)
  const width = features.length
  const values = new Float32Array(width * views.length)
  // Column by column, because one small function then runs over many blocks. In batches, because the rows should fit
  // into the cache of the processor.
  for (let first = 0; first < views.length; first += batchRows) {
    const end = Math.min(views.length, first + batchRows)
    for (const [column, [, of]] of features.entries()) {
      for (let row = first, at = first * width + column; row < end; row++, at += width) {
        values[at] = of(views[row] as View)
      }
    }
  }
  return { width, rows: views.length, values }
}

const viewsOf = (
  { best, blocks, groups, sections, siblings }: PageLayout,
  signals: PageSignals
): ReadonlyArray<View> => {
  const distance = best === undefined ? undefined : distancesTo(best)
  const facts = blocks.map(({ text }) => readText(text, signals.vocabulary))
  const copies = copiesOf(blocks)
  const scopes = scopesOf(blocks, sections)
  const seen = new Map<string, number>()
  const page = pageView(blocks, facts, signals, best?.holdings)
  let sinceHeading = farFromHeading
  return blocks.map((block, index) => {
    const all = copies[index] ?? 1
    const repeats = all === 1 ? 0 : seen.get(block.text) ?? 0
    if (all > 1) seen.set(block.text, repeats + 1)
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
      copies: all,
      holders: holdersOf(block.place),
      cards: cardsAround(block.place, siblings, cardLevels),
      nearHints: hintsNear(block.place),
      group: groups[index] ?? noGroup,
      distance: distance?.(block.place) ?? -1,
      page
    }
  })
}

const nothing: Holdings = { words: 0, linkWords: 0, blocks: 0, proseWords: 0, first: 0, last: 0 }
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
  blocks: ReadonlyArray<Block>,
  facts: ReadonlyArray<TextFacts>,
  signals: PageSignals,
  best: Holdings | undefined
): PageView => {
  const { titleSize } = signals.vocabulary
  return {
    signals,
    total: blocks[0] === undefined ? nothing : rootOf(blocks[0].place).holdings,
    best: best ?? nothing,
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
  for (const [index, block] of blocks.entries()) sums[index + 1] = (sums[index] as number) + of(block)
  return sums
}

/** Number of blocks with the text of each block. Most lengths are unique, and comparing lengths is cheaper. */
const copiesOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<number> => {
  const lengths = new Map<number, number>()
  for (const { text } of blocks) lengths.set(text.length, (lengths.get(text.length) ?? 0) + 1)
  const copies = new Map<string, number>()
  for (const { text } of blocks) if (lengths.get(text.length) !== 1) copies.set(text, (copies.get(text) ?? 0) + 1)
  return blocks.map(({ text }) => lengths.get(text.length) === 1 ? 1 : copies.get(text) ?? 1)
}

const hintsNear = ({ ownHints, parent }: Place): number =>
  ownHints | (parent?.ownHints ?? 0) | (parent?.parent?.ownHints ?? 0)

/** Sums of the places around the block, without wrappers that contain nothing else. */
const holdersOf = (place: Place): ReadonlyArray<Holdings> => {
  const holders = [place.holdings]
  for (let at: Place | undefined = place; at !== undefined && holders.length < holderLevels; at = at.parent) {
    if (at.holdings.blocks !== holders.at(-1)?.blocks) holders.push(at.holdings)
  }
  return holders
}
