import { hints } from "../../../rules/hints.ts"
import { hiddenBit, landmarks, type Place } from "../../blocks/blocks.ts"
import { cardsAround } from "../../blocks/cards.ts"
import { tagOf } from "./text-features.ts"
import type { Feature, FeatureSpan, View } from "./View.ts"

/** Number of hints placed before other columns. The order of columns is that of the trained model. */
export const firstHints = 9

/** Number of elements around a block, and of repeated ones, that features use. */
const holderLevels = 5
const cardLevels = 2

const share = (part: number, whole: number): number => part / Math.max(1, whole)

const around = [-1, 1].flatMap((offset): ReadonlyArray<Feature> => [
  [`words${offset}`, (view) => neighbour(view, offset)?.words ?? -1],
  [`tag${offset}`, (view) => {
    const other = neighbour(view, offset)
    return other === undefined ? -2 : tagOf(other)
  }]
])

/** Check the bounds, because reading beyond the ends of an array is slow. */
const neighbour = ({ blocks, index }: View, offset: number): View["block"] | undefined => {
  const at = index + offset
  return at >= 0 && at < blocks.length ? blocks[at] : undefined
}

const windows = [4, 12].flatMap((reach): ReadonlyArray<Feature> => [
  [`window${reach}Words`, (view) => inWindow(view, reach, view.page.wordsBefore)],
  [
    `window${reach}Links`,
    (view) => share(inWindow(view, reach, view.page.linkWordsBefore), inWindow(view, reach, view.page.wordsBefore))
  ]
])

const inWindow = ({ blocks, index }: View, reach: number, before: Int32Array): number =>
  (before[Math.min(blocks.length, index + reach + 1)] as number) - (before[Math.max(0, index - reach)] as number)

/** Numbers of columns of a holder, and of a card. */
const holderWidth = 5
const cardWidth = 7

/** Sums of the places around the block, nearest first, without wrappers that contain nothing else. */
const holders: FeatureSpan = {
  names: Array.from(
    { length: holderLevels },
    (_, level) => ["Words", "Links", "Blocks", "Prose", "Share"].map((name) => `holder${level}${name}`)
  ).flat(),
  write: ({ block, page }, values, at) => {
    let known = 0
    let column = at
    const end = at + holderLevels * holderWidth
    for (let place: Place | undefined = block.place; place !== undefined && column < end; place = place.parent) {
      const { blocks, linkWords, proseWords, words } = place.stats
      if (blocks === known) continue
      known = blocks
      values[column] = words
      values[column + 1] = share(linkWords, words)
      values[column + 2] = blocks
      values[column + 3] = share(proseWords, words)
      values[column + 4] = share(words, page.total.words)
      column += holderWidth
    }
  }
}

/** The repeated places around the block, nearest first. */
const cards: FeatureSpan = {
  names: Array.from(
    { length: cardLevels },
    (_, level) => ["Size", "Own", "Words", "Blocks", "Links", "Prose", "Share"].map((name) => `card${level}${name}`)
  ).flat(),
  write: ({ block, page }, values, at) => {
    let column = at
    for (const { place, siblings } of cardsAround(block.place, page.siblings, cardLevels)) {
      const { blocks, linkWords, proseWords, size, words } = siblings
      values[column] = size
      values[column + 1] = place.stats.words
      values[column + 2] = words / size
      values[column + 3] = blocks / size
      values[column + 4] = share(linkWords, words)
      values[column + 5] = share(proseWords, words)
      values[column + 6] = share(words, page.total.words)
      column += cardWidth
    }
    values.fill(-1, column, at + cardLevels * cardWidth)
  }
}

/** Features of the place of the block: neighbours, section, containers, repeated elements, classes and roles. */
export const placeFeatures: ReadonlyArray<Feature> = [
  ["depth", ({ block }) => block.place.depth],
  ["position", ({ blocks, index }) => index / blocks.length],
  ["wordsBefore", ({ index, page }) => share(page.wordsBefore[index] ?? 0, page.total.words)],
  ["sinceHeading", ({ sinceHeading }) => sinceHeading],
  ["blocksAfterTitle", ({ index, page: { titleAt } }) => titleAt < 0 ? -99 : index - titleAt],
  ["sectionLevel", ({ section }) => section.level],
  ["sectionWords", ({ section }) => section.words],
  ["sectionLinks", ({ section }) => share(section.linkWords, section.words)],
  ["sectionBlocks", ({ section }) => section.blocks],
  ["underComments", ({ section }) => section.says === "comments" ? 1 : 0],
  ...around,
  ...windows,
  holders,
  cards,
  ["groupSize", ({ group }) => group.size],
  ["groupWords", ({ group }) => group.words / group.size],
  ["groupLinks", ({ group }) => share(group.linkWords, group.words)],
  ["groupSpread", ({ blocks, group }) => (group.last - group.first + 1) / blocks.length],
  ["groupFirst", ({ blocks, group }) => group.first / blocks.length],
  ["groupShare", ({ group, page }) => share(group.words, page.total.words)],
  ["distance", ({ distance }) => distance],
  ...[...landmarks, ["hidden", hiddenBit] as const].map(([name, bit]): Feature => ({
    name: `in_${name}`,
    in: "landmarks",
    bit
  })),
  ...hints.slice(0, firstHints).map(([name], hint): Feature => ({ name: `near_${name}`, in: "near", bit: 1 << hint })),
  ...hints.slice(0, firstHints).map(([name], hint): Feature => ({ name: `far_${name}`, in: "far", bit: 1 << hint }))
]
