import type { Block } from "../blocks/blocks.ts"
import { rootOf } from "../blocks/blocks.ts"
import { cardsAround } from "../blocks/cards.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { kindNumber } from "../blocks/sections.ts"

/**
 * Lowers the scores of the blocks after an article. Most are links, teasers of other pages, or below a heading that
 * announces related pages, and none of these continues the article. Questions with their answers do, below a heading
 * that says so. On a page of teasers without a long text, nothing is lowered.
 */
export const lowerAfterArticle = (layout: PageLayout, signals: PageSignals, scores: Float32Array): void => {
  const { best, blocks, scopes, siblings } = layout
  if (best === undefined || !isArticle(signals) || !isMainText(best.stats.proseWords, blocks)) return
  const isTeaser = (block: Block): boolean =>
    cardsAround(block.place, siblings, cardLevels).some(({ siblings: { linkWords, size, words } }) =>
      linkWords >= words * minLinked && words >= size * minCardWords && words <= size * maxCardWords
    )
  for (let index = best.stats.last + 1; index < blocks.length; index++) {
    const block = blocks[index]!
    const leadsAway = block.linkWords >= block.words * mostlyLink || scopes[index] === related || isTeaser(block)
    if (!leadsAway && scopes[index] === questions) continue
    const factor = leadsAway ? oddsLeadingAway : oddsAfter
    const p = scores[index]!
    scores[index] = p * factor / (1 - p + p * factor)
  }
}

const isArticle = ({ declared, isThread }: PageSignals): boolean =>
  declared.article && !declared.list && !declared.product && !declared.forum &&
  !isThread

/** Whether a container with this many words of prose is the text of the page. A shorter one may introduce a list. */
const isMainText = (proseWords: number, [first]: ReadonlyArray<Block>): boolean => {
  if (proseWords >= longText) return true
  const all = first === undefined ? 0 : rootOf(first.place).stats.proseWords
  return proseWords >= minText && all - proseWords <= proseWords * maxOther
}

const longText = 300
const minText = 100
/** Max words of other prose for each word of a short text. */
const maxOther = 5

const related = kindNumber("related")
const questions = kindNumber("questions")
const mostlyLink = 0.8

const cardLevels = 3
/** Min share of link words in teasers, and their mean number of words. */
const minLinked = 0.25
const minCardWords = 4
const maxCardWords = 100

/** Factors on the odds of a block: half a logit, and three. */
const oddsAfter = Math.exp(-0.5)
const oddsLeadingAway = Math.exp(-3)
