import type { Block, Place } from "../blocks/blocks.ts"

/** A child element of a place, or a line directly in it. */
export interface Part {
  readonly place: Place
  readonly isLine: boolean
  /** Indices of its first and its last block. */
  readonly first: number
  readonly last: number
}

export type Parts = ReadonlyMap<Place, ReadonlyArray<Part>>

/** The parts of each place in their order. Outer places come first. */
export const partsOf = (blocks: ReadonlyArray<Block>): Parts => {
  const parts = new Map<Place, Array<Part>>()
  const listOf = (place: Place): Array<Part> => {
    const known = parts.get(place)
    if (known !== undefined) return known
    const list: Array<Part> = []
    parts.set(place, list)
    return list
  }
  for (const [index, { place }] of blocks.entries()) {
    const opened: Array<Place> = []
    for (let at: Place | undefined = place; at?.holdings.first === index; at = at.parent) opened.push(at)
    for (const own of opened.toReversed()) {
      const { holdings: { first, last }, parent } = own
      if (parent !== undefined) listOf(parent).push({ place: own, first, last, isLine: false })
    }
    if (place.holdings.blocks > 1) listOf(place).push({ place, first: index, last: index, isLine: true })
  }
  return parts
}
