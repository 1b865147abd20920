import { pullQuoteNames } from "../../rules/leftovers.ts"
import type { Block, Place } from "../blocks/blocks.ts"
import { runningWords } from "../blocks/running-words.ts"
import { headingLevel } from "../blocks/sections.ts"

/** Shorter lines, such as labels and names, may repeat. */
const minCopyWords = 25

/**
 * Drops each paragraph that is an exact copy of an earlier kept one, such as a hidden twin or a preview. Code, the same
 * words under a heading of another name, and a paragraph among siblings, such as a refrain, are said again.
 */
export const dropCopies = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const said = new Map<string, { readonly heading: string; readonly place: Place }>()
  let heading = ""
  for (const [index, block] of blocks.entries()) {
    const { copies, place, text, words } = block
    if (headingLevel(block) > 1) heading = text
    if (copies === 1 || words < minCopyWords || kept[index] === 0 || place.code !== undefined) continue
    const first = said.get(text)
    if (first === undefined) said.set(text, { heading, place })
    else if (isSibling(first.place, place)) continue
    else if (first.heading === heading || first.heading === "" || heading === "") kept[index] = 0
  }
}

/** Whether both are paragraphs of one element, with the same class and others between them. */
const isSibling = (one: Place, other: Place): boolean =>
  one !== other && one.parent === other.parent && one.element.tag === "p" && other.element.tag === "p" &&
  one.element.attr("class") === other.element.attr("class") && other.stats.first > one.stats.last + 1

/** Drops pull quotes: short asides whose words are in another kept paragraph. */
export const dropPullQuotes = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  let compared = 0
  for (const [index, { place, text, words }] of blocks.entries()) {
    if (kept[index] === 0 || words < minQuoteWords || words > maxQuoteWords || !isSetApart(place)) continue
    if (++compared > maxQuotes) return
    const quote = text.replace(quoteMarks, "")
    if (
      blocks.some((other, at) => at !== index && kept[at] === 1 && other.words > words && other.text.includes(quote))
    ) {
      kept[index] = 0
    }
  }
}

const minQuoteWords = 4
const maxQuoteWords = 80
/** Max quotes compared, each with all of the text. */
const maxQuotes = 12
const quoteMarks = /^[\s"“”„«»‘’']+|[\s"“”„«»‘’'.…]+$/g

const isSetApart = ({ element, parent }: Place): boolean =>
  [element, parent?.element, parent?.parent?.element].some((around) =>
    around !== undefined &&
    (around.tag === "aside" || around.tag !== "body" && pullQuoteNames.test(around.attr("class") ?? ""))
  )

/**
 * Drops each element whose kept text repeats that of an earlier element: the same section for narrow screens, a cloned
 * slide. Only elements with a heading or enough text: compared plans may have the same items.
 */
export const dropCopiedParts = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const known = new Map<string, Array<BlockRange>>()
  for (const [index, { copies, place, text }] of blocks.entries()) {
    if (kept[index] === 0 || copies === 1) continue
    let alike = known.get(text)
    if (alike === undefined) known.set(text, alike = [])
    let elements = 0
    let wordsBefore = 0
    for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
      const { first, last } = at.stats
      const words = (sums[last + 1] ?? 0) - (sums[first] ?? 0)
      // Compare an element once, at its first kept block.
      if (sums[first] !== sums[index] || words > maxPartLength || elements === maxElements) break
      if (words === wordsBefore) continue
      wordsBefore = words
      elements++
      if (words < minPartLength) continue
      const earlier = alike.find((part) => part.words === words && part.last < first)
      if (earlier === undefined) {
        if (alike.length < maxAlike) alike.push({ first, last, words })
      } else if (isCopy(blocks, kept, { first, last, words }, earlier)) kept.fill(0, first, last + 1)
    }
  }
}

/** The blocks of an element, by index, and its kept words. */
interface BlockRange {
  readonly first: number
  readonly last: number
  readonly words: number
}

const isCopy = (blocks: ReadonlyArray<Block>, kept: Uint8Array, part: BlockRange, earlier: BlockRange): boolean => {
  const own = keptIn(blocks, kept, part)
  const others = keptIn(blocks, kept, earlier)
  return own.length > 1 && own.length === others.length && isDistinctive(own, part.words) &&
    own.every(({ text }, index) => text === others[index]?.text)
}

/** Max elements compared that begin with one block. */
const maxElements = 8
/** Max earlier elements compared that begin with one text. */
const maxAlike = 20
const minPartLength = 8
const maxPartLength = 1500
const minWords = 40
/** A short part may repeat under another heading: the winner of two prizes, the features of two plans. */
const minWordsHeaded = 20

const keptIn = (blocks: ReadonlyArray<Block>, kept: Uint8Array, { first, last }: BlockRange): ReadonlyArray<Block> =>
  blocks.slice(first, last + 1).filter((_, index) => kept[first + index] === 1)

const isDistinctive = (part: ReadonlyArray<Block>, words: number): boolean =>
  (words >= minWordsHeaded && part.some((block) => headingLevel(block) > 0)) ||
  (words >= minWords && part.every(({ place }) => place.item === undefined))
