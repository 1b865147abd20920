import { ShapeIds } from "../../dom/ShapeIds.ts"
import { type Block, perPlace, type Place } from "./blocks.ts"

/** Siblings with one tag and class, such as rows, cards, posts or paragraphs. */
export interface Siblings {
  size: number
  words: number
  linkWords: number
  blocks: number
  proseWords: number
}

/** Two elements may be alike by chance. */
const minSiblings = 3

/** The siblings of places, by their index. */
export type SiblingsOfPlaces = ReadonlyArray<Siblings | undefined>

export const siblingsOf = (blocks: ReadonlyArray<Block>): SiblingsOfPlaces => {
  const shapes = new ShapeIds(40)
  /** By the parent and the shape, as one number. */
  const known = new Map<number, Siblings>()
  const found = perPlace<Siblings>(blocks)
  for (const block of blocks) {
    for (
      let at: Place | undefined = block.place;
      at?.parent !== undefined && found[at.index] === undefined;
      at = at.parent
    ) {
      const key = at.parent.index * maxShapes + shapes.of(at.element)
      let siblings = known.get(key)
      if (siblings === undefined) {
        siblings = { size: 0, words: 0, linkWords: 0, blocks: 0, proseWords: 0 }
        known.set(key, siblings)
      }
      siblings.size++
      siblings.words += at.stats.words
      siblings.linkWords += at.stats.linkWords
      siblings.blocks += at.stats.blocks
      siblings.proseWords += at.stats.proseWords
      found[at.index] = siblings
    }
  }
  return found
}

/** More than a page has elements. */
const maxShapes = 2 ** 20

/** A repeated place, with its siblings. */
export interface Card {
  readonly place: Place
  readonly siblings: Siblings
}

/** The repeated places around a block, nearest first. */
export const cardsAround = (
  place: Place,
  known: SiblingsOfPlaces,
  maxCards: number
): ReadonlyArray<Card> => {
  const cards: Array<Card> = []
  for (let at: Place | undefined = place; at !== undefined && cards.length < maxCards; at = at.parent) {
    const siblings = known[at.index]
    if (siblings !== undefined && siblings.size >= minSiblings) cards.push({ place: at, siblings })
  }
  return cards
}
