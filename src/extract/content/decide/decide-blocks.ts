import type { PageElement } from "../../dom/node.ts"
import type { PageType, ParsedPage } from "../../Page.ts"
import { isSoftFailure, softFailureRules } from "../../rules/soft-failures.ts"
import { type Block, segment } from "../blocks/blocks.ts"
import { mainHeading } from "../blocks/main-heading.ts"
import { type PageSignals, pageSignals } from "../blocks/page-signals.ts"
import { pageTypeOf } from "../blocks/page-type.ts"
import { layoutOf } from "../blocks/PageLayout.ts"
import { scoreBlocks, shippedModel } from "../scoring/score-blocks.ts"
import { chooseBlocks, expectedF1 } from "./choose-blocks.ts"
import { calibrated } from "./confidence.ts"
import { dropCopiedParts, dropCopies, dropPullQuotes } from "./drop-copies.ts"
import { dropLeftovers } from "./drop-leftovers.ts"
import { dropNextArticles } from "./drop-next-articles.ts"
import { dropNotices } from "./drop-notices.ts"
import { fillHoles } from "./fill-holes.ts"
import { keepEnds } from "./keep-ends.ts"
import { keepReplies } from "./keep-replies.ts"
import { keepThreadAuthors } from "./keep-thread-authors.ts"
import { keepWhole } from "./keep-whole.ts"
import { isBesideContent, preferMain, preferParagraphs } from "./prefer-paragraphs.ts"

/** Decision about each block, by step. Flags are by the index of the block. */
export interface Decision {
  readonly blocks: ReadonlyArray<Block>
  readonly signals: PageSignals
  readonly pageType: PageType
  /** The score of each block. */
  readonly scores: Float32Array
  /** The highest expected F1 of any cut. */
  readonly expected: number
  /** The expected F1 of the kept blocks by their scores, and the same as calibrated on real pages. */
  readonly expectedOfKept: number
  readonly confidence: number
  /** The blocks of the cut. */
  readonly chosen: Uint8Array
  /** True if the choice is a menu or a footer and therefore dropped. Only a message in place of the page is kept. */
  readonly isMenu: boolean
  /** True if there is no such message, so nothing is kept. */
  readonly isEmpty: boolean
  /**
   * Flags after leftovers are dropped, after copied elements are, and the final ones, after structures are kept whole.
   */
  readonly tidied: Uint8Array
  readonly cleared: Uint8Array
  readonly kept: Uint8Array
  /** Headings kept only for the text below them. */
  readonly added: Uint8Array
  /** The main heading, shown even if the choice dropped it. */
  readonly heading: PageElement | undefined
}

/** Runs the steps in order: scores, cut, menus, leftovers, copied parts, whole structures, main heading. */
export const decideBlocks = (page: ParsedPage, model = shippedModel()): Decision => {
  const blocks = segment(page.html.body)
  const signals = pageSignals(page.html, page.url)
  const pageType = pageTypeOf(signals, blocks)
  const layout = layoutOf(blocks)
  const scores = scoreBlocks(layout, signals, model)
  const ofParagraphs = preferParagraphs(blocks, chooseBlocks(blocks, scores))
  const choice = signals.isThread ? ofParagraphs : preferMain(blocks, ofParagraphs, scores)
  const { expected, kept: chosen } = choice
  const isMenu = expected < minExpected && linkShareOf(blocks, chosen) >= maxLinks(expected) &&
    mayDropChoice(blocks, chosen, signals.title)
  const tidied = isMenu ? messagesOf(blocks) : chosen.slice()
  const isEmpty = isMenu && !tidied.includes(1)
  if (!isMenu) {
    dropNextArticles(blocks, signals, tidied)
    fillHoles(blocks, scores, tidied, signals)
    dropCopies(blocks, tidied)
  }
  dropLeftovers(layout, signals, tidied)
  const cleared = tidied.slice()
  if (!isMenu && !signals.isThread) keepEnds(layout, scores, cleared)
  if (!isMenu) dropNotices(blocks, cleared)
  dropCopiedParts(blocks, cleared)
  dropPullQuotes(blocks, cleared)
  const kept = cleared.slice()
  keepReplies(blocks, signals, kept)
  keepThreadAuthors(layout, signals, kept)
  const added = keepWhole(layout, kept, signals.isThread)
  const heading = mainHeading(blocks, kept, signals, page.url)
  const expectedOfKept = expectedF1(blocks, scores, kept)
  return {
    blocks,
    signals,
    pageType,
    scores,
    expected,
    expectedOfKept,
    confidence: Math.round(calibrated(expectedOfKept) * 1000) / 1000,
    chosen,
    isMenu,
    isEmpty,
    tidied,
    cleared,
    kept,
    added,
    heading
  }
}

/** A choice with a lower expected F1 is a menu or a footer. */
const minExpected = 0.22
/** Max share of link words in a menu. It grows as the expected F1 of the choice falls. */
const maxLinks = (expected: number): number => expected < hopeless ? 0.5 : 0.9
const hopeless = 0.14

const linkShareOf = (blocks: ReadonlyArray<Block>, kept: Uint8Array): number => {
  const chosen = blocks.filter((_, index) => kept[index] === 1)
  const words = chosen.reduce((sum, block) => sum + block.words, 0)
  return chosen.reduce((sum, { linkWords }) => sum + linkWords, 0) / Math.max(1, words)
}

/** A page with fewer words is kept whole. */
const minWords = 25

/** Whether the choice may be dropped. A message in place of the page (a robot check, page not found) is kept. */
const mayDropChoice = (blocks: ReadonlyArray<Block>, kept: Uint8Array, title: string): boolean =>
  blocks.reduce((sum, { words }) => sum + words, 0) >= minWords &&
  !softFailureRules.some((rule) =>
    isSoftFailure(rule, title, blocks.filter((_, index) => kept[index] === 1).map(({ text }) => text).join("\n"))
  )

/** Flags of blocks that are such a message. */
const messagesOf = (blocks: ReadonlyArray<Block>): Uint8Array =>
  Uint8Array.from(blocks, ({ linkWords, place, text }) =>
    Number(
      linkWords === 0 && text.length <= maxMessageLength && !isBesideContent(place) &&
        softFailureRules.some((rule) => isSoftFailure(rule, "", text))
    ))

const maxMessageLength = 200
