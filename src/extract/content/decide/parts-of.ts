import { textTags } from "../../rules/holes.ts"
import type { Block, Place } from "../blocks/blocks.ts"

/** A child element of a place, or a line directly in it. */
export interface ContentPart {
  readonly place: Place
  readonly isLine: boolean
  /** Indices of its first and its last block. */
  readonly first: number
  readonly last: number
}

export type Parts = ReadonlyMap<Place, ReadonlyArray<ContentPart>>

/** The parts of each wanted place in their order. Outer places come first. */
export const partsOf = (blocks: ReadonlyArray<Block>, isWanted: (place: Place) => boolean): Parts => {
  const parts = new Map<Place, Array<ContentPart>>()
  const add = (place: Place, part: ContentPart): void => {
    const known = parts.get(place)
    if (known === undefined) parts.set(place, [part])
    else known.push(part)
  }
  for (const [index, { place }] of blocks.entries()) {
    const opened: Array<Place> = []
    for (let at: Place | undefined = place; at?.stats.first === index; at = at.parent) {
      if (at.parent !== undefined && isWanted(at.parent)) opened.push(at)
    }
    for (let at = opened.length - 1; at >= 0; at--) {
      const own = opened[at]!
      const { first, last } = own.stats
      // Places without a parent are left out above.
      add(own.parent!, { place: own, first, last, isLine: false })
    }
    if (place.stats.blocks > 1 && isWanted(place)) add(place, { place, first: index, last: index, isLine: true })
  }
  return parts
}

/** Words in paragraphs, also in those that are only lines of an element. */
export const proseIn = (blocks: ReadonlyArray<Block>, parts: ReadonlyArray<ContentPart>): number =>
  parts.reduce(
    (sum, { first, isLine, last, place }) =>
      sum + (isLine || first === last ? lineWords(blocks[first]!) : place.stats.proseWords),
    0
  )

const lineWords = ({ words }: Block): number => words >= minLine ? words : 0

/** A shorter line is a label. */
const minLine = 8

/** Whether a part is a line or an element of running text. */
export const isText = (part: ContentPart | undefined): boolean =>
  part !== undefined && (part.isLine || textTags.has(part.place.element.tag))
/** Whether any of the blocks from `from` to before `to` is kept. */
export const hasKept = (kept: Uint8Array, from: number, to: number): boolean => {
  for (let index = from; index < to; index++) if (kept[index] === 1) return true
  return false
}
