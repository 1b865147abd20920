import type { Warning } from "../../domain/Document.ts"
import type { PageNode } from "../dom/node.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import { saysFailure, softFailureRules } from "../rules/soft-failures.ts"
import { type Block, segment } from "./blocks.ts"
import { chooseBlocks } from "./choose-blocks.ts"
import { groupsOf } from "./containers.ts"
import { declaredContent } from "./declared-content.ts"
import { dropLeftovers } from "./drop-leftovers.ts"
import { keepImages } from "./keep-images.ts"
import { keepWhole } from "./keep-whole.ts"
import { mainHeading } from "./main-heading.ts"
import { pageSignals } from "./page-signals.ts"
import { pageTypeOf } from "./page-type.ts"
import { scoreBlocks, shippedModel } from "./score-blocks.ts"
import { headingElement, sectionsOf } from "./sections.ts"

/** The page's content: the blocks that are worth keeping and whatever leads to them. */
export const selectContent = (page: ParsedPage, model = shippedModel): Selection => {
  if (page.known.wholeBody === true) {
    return { roots: [page.html.body], isDropped: () => false, pageType: "listing", declaredHtml: "", isState: false }
  }
  const blocks = segment(page.html.body)
  const signals = pageSignals(page.html, page.url)
  const groups = groupsOf(blocks)
  const sections = sectionsOf(blocks)
  const { expected, kept } = chooseBlocks(blocks, scoreBlocks(blocks, signals, model, groups, sections))
  const isEmpty = expected < leastExpected && isNoContent(blocks, kept, signals.title)
  if (isEmpty) kept.fill(0)
  dropLeftovers(blocks, sections, signals, kept)
  keepWhole(blocks, groups, kept)
  const heading = mainHeading(blocks, kept, signals, page.url)
  const isOfHeading = (block: Block) => heading !== undefined && headingElement(block) === heading
  const isShown = blocks.some((block, index) => kept[index] === 1 && isOfHeading(block))
  const chosen = blocks.filter((block, index) => kept[index] === 1 || isOfHeading(block))
  const keep = pathsTo(page, chosen)
  const declared = declaredContent(page.html, chosen.reduce((sum, { words }) => sum + words, 0))
  if (isEmpty && declared.declaredHtml === "") page.warnings.push(noContent)
  return {
    roots: [page.html.body],
    isDropped: (node) => !keep.has(node) && (isTextual(node) || node.parentNode === null || !keep.has(node.parentNode)),
    ...(heading === undefined || isShown ? {} : { titleHeading: heading }),
    pageType: pageTypeOf(signals, blocks),
    ...declared
  }
}

/** Where less is expected of the best choice there is, it is a menu or the foot of the page. */
const leastExpected = 0.12
/** With fewer words, all that a page has is what it has to say. */
const leastWords = 25

const noContent: Warning = {
  code: "no_content",
  message: "The page has menus and the like but no content that could be told from them; its text is empty."
}

/** A message in the page's place (a check for robots, a page that is not there) is worth its few words. */
const isNoContent = (blocks: ReadonlyArray<Block>, kept: Uint8Array, title: string): boolean =>
  blocks.reduce((sum, { words }) => sum + words, 0) >= leastWords &&
  !softFailureRules.some((rule) =>
    saysFailure(rule, title, blocks.filter((_, index) => kept[index] === 1).map(({ text }) => text).join("\n"))
  )

/** The texts of the blocks and all elements around them. */
const pathsTo = (page: ParsedPage, blocks: ReadonlyArray<Block>): ReadonlySet<PageNode> => {
  const keep = new Set<PageNode>([page.html.body])
  for (const block of blocks) {
    for (const text of block.texts) {
      for (let node: PageNode | null = text; node !== null && !keep.has(node); node = node.parentNode) keep.add(node)
    }
  }
  keepImages(page.html.body, keep)
  return keep
}

/** What goes with the text around it: a picture or a rule inside of a kept element. */
const companions: ReadonlySet<string> = new Set([
  "img",
  "picture",
  "source",
  "br",
  "hr",
  "wbr",
  "math",
  "input",
  "noscript"
])

const isTextual = (node: PageNode): boolean =>
  node.nodeType === 3 ? node.data.trim() !== "" : node.nodeType === 1 && !companions.has(node.tag)
