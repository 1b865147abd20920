import { hintBits } from "../../rules/hints.ts"
import { type Block, perPlace, type Place } from "../blocks/blocks.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import { readText } from "../blocks/read-text.ts"
import { runningWords } from "../blocks/running-words.ts"

/**
 * Drops each further article below the first, as sites load them for readers who go on: an element with an `h1` and a
 * byline of its own. The first has the title of the page.
 */
export const dropNextArticles = (blocks: ReadonlyArray<Block>, signals: PageSignals, kept: Uint8Array): void => {
  if (signals.isThread || signals.declared.list || signals.declared.product) return
  const heads = blocks.flatMap(({ place }, index) => place.level === 1 ? [index] : [])
  const [first] = heads
  if (first === undefined || heads.length < 2 || heads.length > maxArticles || !isTitle(blocks[first]!, signals)) return
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const around = perPlace<true>(blocks)
  for (let at: Place | undefined = blocks[first]!.place; at !== undefined; at = at.parent) around[at.index] = true
  for (const index of heads.slice(1)) {
    const block = blocks[index]!
    if (isTitle(block, signals)) return
    let article = block.place
    while (article.parent !== undefined && around[article.parent.index] === undefined) article = article.parent
    const { first: from, last } = article.stats
    const before = sums[from]! - sums[first]!
    if (before >= minWords && sums[last + 1]! - sums[from]! >= minWords && hasByline(blocks, article)) {
      kept.fill(0, from, last + 1)
    }
  }
}

/** A page with more headings of the first level does not use them for articles. */
const maxArticles = 12
/** Min kept words of an article. */
const minWords = 60

/** Whether a heading has the words of the title of the page. */
const isTitle = ({ text }: Block, { title, vocabulary }: PageSignals): boolean => {
  if (text.length >= minTitle && title.toLowerCase().includes(text.toLowerCase())) return true
  const { titleWords, words } = readText(text, vocabulary)
  return words > 0 && titleWords >= words * sharedWords
}

const sharedWords = 0.6
const minTitle = 8

const authorBit = hintBits("author")

const hasByline = (blocks: ReadonlyArray<Block>, article: Place): boolean => {
  const { first, last } = article.stats
  for (let index = first; index <= Math.min(last, first + maxBlocks); index++) {
    for (let at: Place | undefined = blocks[index]!.place; at !== undefined && at !== article; at = at.parent) {
      if ((at.ownHints & authorBit) !== 0 || at.element.attr("rel") === "author") return true
    }
  }
  return false
}

/** Blocks from the start of an article in which its byline is. */
const maxBlocks = 12
