import { hintBits } from "../../rules/hints.ts"
import type { Block, Place } from "../blocks/blocks.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { runningWords } from "../blocks/running-words.ts"

/**
 * Keeps the name of the poster with each kept post of a thread. The model drops names, because menus look like them.
 * Answers to a question need no names.
 */
export const keepThreadAuthors = ({ blocks }: PageLayout, signals: PageSignals, kept: Uint8Array): void => {
  if (signals.isQuestion || !signals.isThread && !signals.declared.forum) return
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const maxPostWords = (sums.at(-1) ?? 0) * maxOfThread
  const named = new Set<Place>()
  for (const [index, block] of blocks.entries()) {
    if (!isName(block)) continue
    const post = postAround(block.place, sums, maxPostWords)
    if (post === undefined || named.has(post)) continue
    named.add(post)
    kept[index] = 1
  }
}

/** The nearest place around a name that has kept text. A place with most of the thread is not a post. */
const postAround = (place: Place, sums: Int32Array, maxPostWords: number): Place | undefined => {
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    const { first, last } = at.stats
    const words = (sums[last + 1] ?? 0) - (sums[first] ?? 0)
    if (words >= minWords) return words <= maxPostWords ? at : undefined
  }
  return undefined
}

const minWords = 5
const maxOfThread = 0.7

const authorBit = hintBits("author")

/**
 * Whether a block is a short link or heading in an element named for an author. Initials are avatars, numbers are
 * counts and dates.
 */
const isName = ({ linkWords, place, text, words }: Block): boolean =>
  words <= maxWords && linkWords === words && text.length >= minNameLength && text.length <= maxNameLength &&
  (nearHints(place) & authorBit) !== 0 && !/^[\d\W]+$|\s\S*\d|\d\S*\s/u.test(text)

const nearHints = ({ ownHints, parent }: Place): number =>
  ownHints | (parent?.ownHints ?? 0) | (parent?.parent?.ownHints ?? 0)

const maxWords = 4
const minNameLength = 2
const maxNameLength = 40
