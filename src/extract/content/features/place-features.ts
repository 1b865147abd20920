import { hints } from "../../rules/hints.ts"
import { headingPhrases } from "../../rules/phrases.ts"
import { hiddenBit, landmarks } from "../blocks.ts"
import type { Card } from "../cards.ts"
import { hasHint } from "../hint-bits.ts"
import { tagOf } from "./text-features.ts"
import type { Feature, View } from "./View.ts"

/** How many elements, and how many repeated ones, around a block are looked at. */
export const holderLevels = 5
export const cardLevels = 3

const share = (part: number, whole: number): number => part / Math.max(1, whole)

const around = ([-2, -1, 1, 2] as const).flatMap((offset): ReadonlyArray<Feature> => [
  [`words${offset}`, (view) => neighbour(view, offset)?.words ?? -1],
  [`links${offset}`, (view) => linkShare(neighbour(view, offset))],
  [`tag${offset}`, (view) => {
    const other = neighbour(view, offset)
    return other === undefined ? -2 : tagOf(other)
  }]
])

/** Reading beyond an array's ends is slow. */
const neighbour = ({ blocks, index }: View, offset: number): View["block"] | undefined => {
  const at = index + offset
  return at >= 0 && at < blocks.length ? blocks[at] : undefined
}

const linkShare = (block: View["block"] | undefined): number => block === undefined ? -1 : block.linkWords / block.words

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
  const read = (of: (card: Card, view: View) => number) => (view: View): number => {
    const card = view.cards[level]
    return card === undefined ? -1 : of(card, view)
  }
  return [
    [`card${level}Size`, read(({ siblings }) => siblings.members.size)],
    [`card${level}At`, read(({ place, siblings }) => siblings.members.get(place) ?? -1)],
    [`card${level}Own`, read(({ place }) => place.holdings.words)],
    [`card${level}Words`, read(({ siblings }) => siblings.words / siblings.members.size)],
    [`card${level}Blocks`, read(({ siblings }) => siblings.blocks / siblings.members.size)],
    [`card${level}Links`, read(({ siblings }) => share(siblings.linkWords, siblings.words))],
    [`card${level}Prose`, read(({ siblings }) => share(siblings.proseWords, siblings.words))],
    [`card${level}Share`, read(({ siblings }, { page }) => share(siblings.words, page.total.words))],
    [`card${level}Depth`, read(({ place }, { block }) => block.place.depth - place.depth)]
  ]
}).flat()

/** Where the block stands: its neighbours, its section, what holds it, what repeats around it, what classes and roles say. */
export const placeFeatures: ReadonlyArray<Feature> = [
  ["depth", ({ block }) => block.place.depth],
  ["position", ({ blocks, index }) => index / blocks.length],
  ["wordsBefore", ({ index, page }) => share(page.wordsBefore[index] ?? 0, page.total.words)],
  ["sinceHeading", ({ sinceHeading }) => sinceHeading],
  ["afterTitle", ({ index, page: { titleAt } }) => titleAt < 0 ? -1 : index === titleAt ? 2 : index > titleAt ? 1 : 0],
  ["blocksAfterTitle", ({ index, page: { titleAt } }) => titleAt < 0 ? -99 : index - titleAt],
  ["sectionLevel", ({ section }) => section.level],
  ["sectionWords", ({ section }) => section.words],
  ["sectionLinks", ({ section }) => share(section.linkWords, section.words)],
  ["sectionBlocks", ({ section }) => section.blocks],
  ...headingPhrases.map(([name], bit): Feature => [
    `under_${name}`,
    ({ section }) => (section.phrases & (1 << bit)) === 0 ? 0 : 1
  ]),
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
  ...[...landmarks, ["hidden", hiddenBit] as const].filter(([name]) => name !== "ol").map(([name, bit]): Feature => [
    `in_${name}`,
    ({ block }) => (block.place.landmarks & bit) === 0 ? 0 : 1
  ]),
  ...hints.map(([name], hint): Feature => [
    `near_${name}`,
    ({ nearHints }) => hasHint(nearHints, hint) ? 1 : 0
  ]),
  ...hints.map(([name], hint): Feature => [
    `far_${name}`,
    ({ block }) => hasHint(block.place.allHints, hint) ? 1 : 0
  ])
]
