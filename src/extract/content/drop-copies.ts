import type { Block, Place } from "./blocks.ts"
import { runningWords } from "./running-words.ts"
import { headingLevel } from "./sections.ts"

/** Shorter lines, such as labels and names, may repeat. */
const fewWords = 25

/** Drops each paragraph that is an exact copy of an earlier kept one, such as a hidden twin or a preview. */
export const dropCopies = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const said = new Set<string>()
  for (const [index, { text, words }] of blocks.entries()) {
    if (words < fewWords || kept[index] === 0) continue
    if (said.has(text)) kept[index] = 0
    said.add(text)
  }
}

/**
 * Drops each element whose kept text an earlier element has too: the same section for narrow screens, a cloned slide.
 * It has a heading or enough text. Plans that are compared may have the same items.
 */
export const dropCopiedParts = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const seen = new Map<string, number>()
  for (const index of blocks.keys()) {
    if (kept[index] === 0) continue
    let parts = 0
    let wordsBefore = 0
    for (let at: Place | undefined = blocks[index]?.place; at !== undefined; at = at.parent) {
      const { first, last } = at.holdings
      const words = (sums[last + 1] ?? 0) - (sums[first] ?? 0)
      // The first kept block of an element stands for it.
      if (sums[first] !== sums[index] || words > longestPart || parts === mostParts) break
      if (words === wordsBefore) continue
      wordsBefore = words
      parts++
      const part = words < shortestPart ? [] : keptIn(kept, first, last)
      if (part.length < 2 || !isTelling(part.map((member) => blocks[member] as Block), words)) continue
      const text = part.map((member) => blocks[member]?.text).join("\n")
      const before = seen.get(text)
      if (before === undefined) seen.set(text, last)
      else if (before < first) { for (const member of part) kept[member] = 0 }
    }
  }
}

/** So many elements that begin with one block are compared. */
const mostParts = 8
const shortestPart = 8
const longestPart = 1500
const fewestWords = 40

const keptIn = (kept: Uint8Array, first: number, last: number): ReadonlyArray<number> => {
  const part: Array<number> = []
  for (let index = first; index <= last; index++) if (kept[index] === 1) part.push(index)
  return part
}

const isTelling = (part: ReadonlyArray<Block>, words: number): boolean =>
  part.some((block) => headingLevel(block) > 0) ||
  (words >= fewestWords && part.every(({ place }) => place.item === undefined))
