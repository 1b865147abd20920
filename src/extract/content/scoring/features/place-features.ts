import { hints } from "../../../rules/hints.ts"
import { hiddenBit, landmarks } from "../../blocks/blocks.ts"
import type { Card } from "../../blocks/cards.ts"
import { tagOf } from "./text-features.ts"
import type { Feature, PageView, View } from "./View.ts"

/** Number of hints placed before other columns. The order of columns is that of the trained model. */
export const firstHints = 9

/** Number of elements around a block, and of repeated ones, that features use. */
export const holderLevels = 5
export const cardLevels = 2

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

const holders = Array.from({ length: holderLevels }, (_, level): ReadonlyArray<Feature> => [
  [`holder${level}Words`, ({ holders }) => holders[level]?.words ?? 0],
  [`holder${level}Links`, ({ holders }) => share(holders[level]?.linkWords ?? 0, holders[level]?.words ?? 0)],
  [`holder${level}Blocks`, ({ holders }) => holders[level]?.blocks ?? 0],
  [`holder${level}Prose`, ({ holders }) => share(holders[level]?.proseWords ?? 0, holders[level]?.words ?? 0)],
  [`holder${level}Share`, ({ holders, page }) => share(holders[level]?.words ?? 0, page.total.words)]
]).flat()

const cards = Array.from({ length: cardLevels }, (_, level): ReadonlyArray<Feature> => {
  const read = (of: (card: Card, page: PageView) => number) => ({ cards, page }: View): number => {
    const card = cards[level]
    return card === undefined ? -1 : of(card, page)
  }
  return [
    [`card${level}Size`, read(({ siblings }) => siblings.size)],
    [`card${level}Own`, read(({ place }) => place.holdings.words)],
    [`card${level}Words`, read(({ siblings }) => siblings.words / siblings.size)],
    [`card${level}Blocks`, read(({ siblings }) => siblings.blocks / siblings.size)],
    [`card${level}Links`, read(({ siblings }) => share(siblings.linkWords, siblings.words))],
    [`card${level}Prose`, read(({ siblings }) => share(siblings.proseWords, siblings.words))],
    [`card${level}Share`, read(({ siblings }, page) => share(siblings.words, page.total.words))]
  ]
}).flat()

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
  ...holders,
  ...cards,
  ["groupSize", ({ group }) => group.size],
  ["groupWords", ({ group }) => group.words / group.size],
  ["groupLinks", ({ group }) => share(group.linkWords, group.words)],
  ["groupSpread", ({ blocks, group }) => (group.last - group.first + 1) / blocks.length],
  ["groupFirst", ({ blocks, group }) => group.first / blocks.length],
  ["groupShare", ({ group, page }) => share(group.words, page.total.words)],
  ["distance", ({ distance }) => distance],
  ...[...landmarks, ["hidden", hiddenBit] as const].map(([name, bit]): Feature => [
    `in_${name}`,
    ({ block }) => (block.place.landmarks & bit) === 0 ? 0 : 1
  ]),
  ...hints.slice(0, firstHints).map(([name], hint): Feature => [
    `near_${name}`,
    ({ nearHints }) => (nearHints & (1 << hint)) === 0 ? 0 : 1
  ]),
  ...hints.slice(0, firstHints).map(([name], hint): Feature => [
    `far_${name}`,
    ({ block }) => (block.place.allHints & (1 << hint)) === 0 ? 0 : 1
  ])
]
