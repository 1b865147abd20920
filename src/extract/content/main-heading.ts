import type { Block } from "./blocks.ts"
import { readText } from "./read-text.ts"
import { headingLevel } from "./sections.ts"
import type { Vocabulary } from "./Vocabulary.ts"

/**
 * The heading of the whole content: the last `h1` before it that says the page's title. The model leaves it out where its lessons, the
 * main text alone, did; a reader of the markdown misses it. It costs .0017 of F1 on the 1,050 pages, and finds more of what must be there.
 */
export const mainHeading = (
  blocks: ReadonlyArray<Block>,
  first: Block | undefined,
  vocabulary: Vocabulary
): Block | undefined =>
  blocks.slice(0, first === undefined ? 0 : blocks.indexOf(first)).findLast((block) =>
    headingLevel(block) === 1 && saysTitle(block.text, vocabulary)
  )

const saysTitle = (text: string, vocabulary: Vocabulary): boolean => {
  const { titleWords, words } = readText(text, vocabulary)
  return titleWords > 0 && titleWords / words >= mostWords
}

const mostWords = 0.5
