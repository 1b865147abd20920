import type { PageElement } from "../dom/node.ts"
import type { PageType, ParsedPage } from "../Page.ts"
import { saysFailure, softFailureRules } from "../rules/soft-failures.ts"
import { type Block, segment } from "./blocks.ts"
import { chooseBlocks } from "./choose-blocks.ts"
import { dropLeftovers } from "./drop-leftovers.ts"
import { keepWhole } from "./keep-whole.ts"
import { mainHeading } from "./main-heading.ts"
import { type PageSignals, pageSignals } from "./page-signals.ts"
import { pageTypeOf } from "./page-type.ts"
import { layoutOf } from "./PageLayout.ts"
import { scoreBlocks, shippedModel } from "./score-blocks.ts"

/** What becomes of each block of a page, and by which step. Flags stand by the blocks' index. */
export interface Decision {
  readonly blocks: ReadonlyArray<Block>
  readonly signals: PageSignals
  readonly pageType: PageType
  /** How sure the model is of each block. */
  readonly scores: Float32Array
  /** The F1 that is expected of the best cut, and what it takes. */
  readonly expected: number
  readonly chosen: Uint8Array
  /** Too little is expected: nothing is kept. */
  readonly isEmpty: boolean
  /** What is left without leftovers; and in the end, with what is one thing kept whole. */
  readonly cleared: Uint8Array
  readonly kept: Uint8Array
  /** The heading of the whole, which comes along where it is not kept. */
  readonly heading: PageElement | undefined
}

/** In the order of its steps: the model's scores, the cut, leftovers, whole structures, the main heading. */
export const decideBlocks = (page: ParsedPage, model = shippedModel): Decision => {
  const blocks = segment(page.html.body)
  const signals = pageSignals(page.html, page.url)
  const layout = layoutOf(blocks)
  const scores = scoreBlocks(layout, signals, model)
  const { expected, kept: chosen } = chooseBlocks(blocks, scores)
  const isEmpty = expected < leastExpected && isNoContent(blocks, chosen, signals.title)
  const cleared = isEmpty ? new Uint8Array(blocks.length) : chosen.slice()
  dropLeftovers(layout, signals, cleared)
  const kept = cleared.slice()
  keepWhole(layout, kept)
  const heading = mainHeading(blocks, kept, signals, page.url)
  const pageType = pageTypeOf(signals, blocks)
  return { blocks, signals, pageType, scores, expected, chosen, isEmpty, cleared, kept, heading }
}

/** Where less is expected of the best choice there is, it is a menu or the foot of the page. */
const leastExpected = 0.11
/** With fewer words, all that a page has is what it has to say. */
const leastWords = 25

/** A message in the page's place (a check for robots, a page that is not there) is worth its few words. */
const isNoContent = (blocks: ReadonlyArray<Block>, kept: Uint8Array, title: string): boolean =>
  blocks.reduce((sum, { words }) => sum + words, 0) >= leastWords &&
  !softFailureRules.some((rule) =>
    saysFailure(rule, title, blocks.filter((_, index) => kept[index] === 1).map(({ text }) => text).join("\n"))
  )
