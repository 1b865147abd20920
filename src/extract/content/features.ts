import { linePhrases } from "../rules/phrases.ts"
import { type Block, type Holdings, type Place, rootOf } from "./blocks.ts"
import { cardsAround, siblingsOf } from "./cards.ts"
import { bestContainer, distancesTo, type Group, groupsOf, signatureOf } from "./containers.ts"
import { pageFeatures } from "./features/page-features.ts"
import { cardLevels, holderLevels, placeFeatures } from "./features/place-features.ts"
import { textFeatures } from "./features/text-features.ts"
import type { Feature, PageView } from "./features/View.ts"
import type { HintBits } from "./hint-bits.ts"
import type { PageSignals } from "./page-signals.ts"
import { shareAmong, tokensOf } from "./page-words.ts"
import { headingLevel, sectionsOf } from "./sections.ts"

/** One row of numbers a block: what a reader would go by. Row-major. */
export interface FeatureTable {
  readonly width: number
  readonly rows: number
  readonly values: Float32Array
}

/** The columns of the table; their order is the model's and nobody else's. */
const features: ReadonlyArray<Feature> = [...textFeatures, ...placeFeatures, ...pageFeatures]

export const featureNames: ReadonlyArray<string> = features.map(([name]) => name)

/** Further away says nothing. */
const farFromHeading = 99

export const featuresOf = (blocks: ReadonlyArray<Block>, signals: PageSignals): FeatureTable => {
  const width = features.length
  const values = new Float32Array(width * blocks.length)
  const best = bestContainer(blocks)
  const distance = best === undefined ? undefined : distancesTo(best)
  const groups = groupsOf(blocks)
  const siblings = siblingsOf(blocks)
  const sections = sectionsOf(blocks)
  const words = blocks.map(({ text }) => tokensOf(text))
  const copies = copiesOf(blocks)
  const seen = new Map<string, number>()
  const page = pageView(blocks, words, signals, best?.holdings)
  let wordsBefore = 0
  let sinceHeading = farFromHeading
  for (const [index, block] of blocks.entries()) {
    const repeats = seen.get(block.text) ?? 0
    seen.set(block.text, repeats + 1)
    sinceHeading = headingLevel(block) > 0 ? 0 : Math.min(farFromHeading, sinceHeading + 1)
    const view = {
      block,
      index,
      blocks,
      tokens: words[index] ?? [],
      section: sections[index] ?? noSection,
      sinceHeading,
      wordsBefore,
      repeats,
      copies: copies.get(block.text) ?? 0,
      holders: holdersOf(block.place),
      cards: cardsAround(block.place, siblings, cardLevels),
      nearHints: hintsNear(block.place),
      group: groups.get(signatureOf(block)) ?? noGroup,
      distance: distance?.(block.place) ?? -1,
      page
    }
    const row = index * width
    for (let column = 0; column < width; column++) values[row + column] = features[column]?.[1](view) ?? 0
    wordsBefore += block.words
  }
  return { width, rows: blocks.length, values }
}

const nothing: Holdings = { words: 0, linkWords: 0, blocks: 0, proseWords: 0 }
const noSection = { level: 0, phrases: 0, words: 0, linkWords: 0, blocks: 0 }
const noGroup: Group = { size: 1, words: 0, linkWords: 0, first: 0, last: 0 }

/** A line with this share of the title's words, and hardly any others, is the title. */
const titleShare = 0.7

const pageView = (
  blocks: ReadonlyArray<Block>,
  words: ReadonlyArray<ReadonlyArray<string>>,
  signals: PageSignals,
  best: Holdings | undefined
): PageView => {
  const { titleWords } = signals
  const isPrice = linePhrases.find(([name]) => name === "price")?.[1]
  return {
    signals,
    total: blocks[0] === undefined ? nothing : rootOf(blocks[0].place).holdings,
    best: best ?? nothing,
    longest: blocks.reduce((most, block) => Math.max(most, block.words), 0),
    titleAt: words.findIndex((tokens) =>
      titleWords.size > 0 && tokens.length <= titleWords.size * 2 && shareAmong(tokens, titleWords) > titleShare
    ),
    headings: blocks.reduce((sum, block) => sum + (headingLevel(block) > 0 ? 1 : 0), 0),
    prices: blocks.reduce((sum, { text }) => sum + (text.length < 60 && isPrice?.test(text) === true ? 1 : 0), 0)
  }
}

const copiesOf = (blocks: ReadonlyArray<Block>): ReadonlyMap<string, number> => {
  const copies = new Map<string, number>()
  for (const { text } of blocks) copies.set(text, (copies.get(text) ?? 0) + 1)
  return copies
}

const hintsNear = ({ ownHints, parent }: Place): HintBits => [
  ownHints[0] | (parent?.ownHints[0] ?? 0) | (parent?.parent?.ownHints[0] ?? 0),
  ownHints[1] | (parent?.ownHints[1] ?? 0) | (parent?.parent?.ownHints[1] ?? 0)
]

/** What the places around hold; wrappers that hold nothing more than what they wrap say nothing new. */
const holdersOf = (place: Place): ReadonlyArray<Holdings> => {
  const holders = [place.holdings]
  for (let at: Place | undefined = place; at !== undefined && holders.length < holderLevels; at = at.parent) {
    if (at.holdings.blocks !== holders.at(-1)?.blocks) holders.push(at.holdings)
  }
  return holders
}
