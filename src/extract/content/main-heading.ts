import type { Block } from "./blocks.ts"
import { shareAmong, tokensOf } from "./page-words.ts"
import { headingLevel } from "./sections.ts"

/**
 * The heading of the whole content: the last `h1` before it that says the page's title. The model leaves it out where its lessons, the
 * main text alone, did; a reader of the markdown misses it. It costs .0017 of F1 on the 1,050 pages, and finds more of what must be there.
 */
export const mainHeading = (
  blocks: ReadonlyArray<Block>,
  first: Block | undefined,
  titleWords: ReadonlySet<string>
): Block | undefined =>
  blocks.slice(0, first === undefined ? 0 : blocks.indexOf(first)).findLast((block) =>
    headingLevel(block) === 1 && shareAmong(tokensOf(block.text), titleWords) >= mostWords
  )

const mostWords = 0.5
