import { ShapeIds } from "../../dom/ShapeIds.ts"
import { type Block, perPlace, type Place } from "./blocks.ts"

/** Blocks of one shape, such as a list, a row of cards or the posts of a thread. */
export interface ShapeGroup {
  size: number
  words: number
  linkWords: number
  first: number
  last: number
}

/** The group of each block. */
export const groupsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<ShapeGroup> => {
  const groups = new Map<number, ShapeGroup>()
  const shapes = new ShapeIds(60)
  const ofPlaces = perPlace<ShapeGroup>(blocks)
  return blocks.map((block, index) => {
    let group = ofPlaces[block.place.index]
    if (group === undefined) {
      const signature = signatureOf(block.place, shapes)
      group = groups.get(signature) ?? { size: 0, words: 0, linkWords: 0, first: index, last: index }
      groups.set(signature, group)
      ofPlaces[block.place.index] = group
    }
    group.size++
    group.words += block.words
    group.linkWords += block.linkWords
    group.last = index
    return group
  })
}

/** Shape of a place and of its two nearest ancestors, as one number. Exact for up to 131,071 shapes. */
const signatureOf = ({ element, parent }: Place, shapes: ShapeIds): number => {
  const around = parent === undefined ? 0 : shapes.of(parent.element)
  const outermost = parent?.parent === undefined ? 0 : shapes.of(parent.parent.element)
  return (shapes.of(element) * 2 ** 17 + around) * 2 ** 17 + outermost
}

/**
 * Container that Readability would choose. Each paragraph votes for its parent, and with half a vote for the parent of
 * that.
 */
export const bestContainer = (blocks: ReadonlyArray<Block>): Place | undefined => {
  const votes = new Map<Place, number>()
  for (const { linkWords, place, text, words } of blocks) {
    if (words < 15) continue
    const vote = (1 + Math.min(3, text.length / 100) + (text.match(/[,，、]/g)?.length ?? 0)) * (1 - linkWords / words)
    const parent = place.parent ?? place
    votes.set(parent, (votes.get(parent) ?? 0) + vote)
    if (parent.parent !== undefined) votes.set(parent.parent, (votes.get(parent.parent) ?? 0) + vote / 2)
  }
  let best: Place | undefined
  let maxVotes = 0
  for (const [place, vote] of votes) {
    if (vote <= maxVotes) continue
    best = place
    maxVotes = vote
  }
  return best
}

/** Distance: 0 inside the container, else the number of levels from the container up to a common ancestor. */
export const distancesTo = (container: Place): (place: Place) => number => {
  const stepsUp = new Map<Place, number>()
  for (let holder: Place | undefined = container; holder !== undefined; holder = holder.parent) {
    stepsUp.set(holder, stepsUp.size)
  }
  return (place) => {
    for (let own: Place | undefined = place; own !== undefined; own = own.parent) {
      const steps = stepsUp.get(own)
      if (steps !== undefined) return steps
    }
    return stepsUp.size
  }
}
