import type { PageElement } from "../dom/node.ts"
import type { Block, Place } from "./blocks.ts"

/** Blocks of one shape: a list, a row of cards, the posts of a thread. */
export interface Group {
  size: number
  words: number
  linkWords: number
  first: number
  last: number
}

/** The group of each block. */
export const groupsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Group> => {
  const groups = new Map<string, Group>()
  const byElement = new Map<PageElement, Group>()
  return blocks.map((block, index) => {
    const { element } = block.place
    let group = byElement.get(element)
    if (group === undefined) {
      const signature = signatureOf(block.place)
      group = groups.get(signature) ?? { size: 0, words: 0, linkWords: 0, first: index, last: index }
      groups.set(signature, group)
      byElement.set(element, group)
    }
    group.size++
    group.words += block.words
    group.linkWords += block.linkWords
    group.last = index
    return group
  })
}

/** The shape of a place: its tag and class and those of the two elements around it. */
const signatureOf = (place: Place): string => {
  let signature = ""
  for (let at: Place | undefined = place, level = 0; level < 3 && at !== undefined; level++, at = at.parent) {
    signature += `${at.element.tag}.${at.element.attr("class")?.slice(0, 60) ?? ""}>`
  }
  return signature
}

/** The container that Readability would choose: paragraphs vote for their parent, and half for its parent. */
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
  let most = 0
  for (const [place, vote] of votes) {
    if (vote <= most) continue
    best = place
    most = vote
  }
  return best
}

/** 0 inside of the container; else how many levels up the two meet. Each block costs one climb, however deep both stand. */
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
