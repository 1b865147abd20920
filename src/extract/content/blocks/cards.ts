import { ShapeIds } from "../../fast/ShapeIds.ts"
import type { Block, Place } from "./blocks.ts"

/** Siblings with one tag and class, such as rows, cards, posts or paragraphs. */
export interface Siblings {
  size: number
  words: number
  linkWords: number
  blocks: number
  proseWords: number
}

/** Two elements may be alike by chance. */
export const minSiblings = 3

/** The siblings of each place. */
export const siblingsOf = (blocks: ReadonlyArray<Block>): ReadonlyMap<Place, Siblings> => {
  const shapes = new ShapeIds(40)
  const byParent = new Map<Place, Map<number, Siblings>>()
  const found = new Map<Place, Siblings>()
  for (const block of blocks) {
    for (let at: Place | undefined = block.place; at?.parent !== undefined && !found.has(at); at = at.parent) {
      let known = byParent.get(at.parent)
      if (known === undefined) byParent.set(at.parent, known = new Map())
      const shape = shapes.of(at.element)
      let siblings = known.get(shape)
      if (siblings === undefined) {
        siblings = { size: 0, words: 0, linkWords: 0, blocks: 0, proseWords: 0 }
        known.set(shape, siblings)
      }
      siblings.size++
      siblings.words += at.holdings.words
      siblings.linkWords += at.holdings.linkWords
      siblings.blocks += at.holdings.blocks
      siblings.proseWords += at.holdings.proseWords
      found.set(at, siblings)
    }
  }
  return found
}

/** A repeated place, with its siblings. */
export interface Card {
  readonly place: Place
  readonly siblings: Siblings
}

/** The repeated places around a block, nearest first. */
export const cardsAround = (
  place: Place,
  known: ReadonlyMap<Place, Siblings>,
  maxCards: number
): ReadonlyArray<Card> => {
  const cards: Array<Card> = []
  for (let at: Place | undefined = place; at !== undefined && cards.length < maxCards; at = at.parent) {
    const siblings = known.get(at)
    if (siblings !== undefined && siblings.size >= minSiblings) cards.push({ place: at, siblings })
  }
  return cards
}
