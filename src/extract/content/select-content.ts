import type { PageNode } from "../dom/node.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import { type Block, segment } from "./blocks.ts"
import { chooseBlocks } from "./choose-blocks.ts"
import { groupsOf } from "./containers.ts"
import { declaredContent } from "./declared-content.ts"
import { keepImages } from "./keep-images.ts"
import { keepWhole } from "./keep-whole.ts"
import { mainHeading } from "./main-heading.ts"
import { pageSignals } from "./page-signals.ts"
import { pageTypeOf } from "./page-type.ts"
import { scoreBlocks, shippedModel } from "./score-blocks.ts"
import { headingElement } from "./sections.ts"

/** The page's content: the blocks that are worth keeping and whatever leads to them. Never empty on a page that has text. */
export const selectContent = (page: ParsedPage, model = shippedModel): Selection => {
  if (page.known.wholeBody === true) {
    return { roots: [page.html.body], isDropped: () => false, pageType: "listing", declaredHtml: "", isState: false }
  }
  const blocks = segment(page.html.body)
  const signals = pageSignals(page.html, page.url)
  const groups = groupsOf(blocks)
  const { kept } = chooseBlocks(blocks, scoreBlocks(blocks, signals, model, groups))
  keepWhole(blocks, groups, kept)
  const heading = mainHeading(blocks, kept, signals, page.url)
  const isShown = heading === undefined ||
    blocks.some((block, index) => kept[index] === 1 && headingElement(block) === heading)
  const chosen = blocks.filter((block, index) =>
    kept[index] === 1 || heading !== undefined && headingElement(block) === heading
  )
  const keep = pathsTo(page, chosen)
  return {
    roots: [page.html.body],
    isDropped: (node) => !keep.has(node) && (isTextual(node) || node.parentNode === null || !keep.has(node.parentNode)),
    ...(isShown ? {} : { titleHeading: heading }),
    pageType: pageTypeOf(signals, blocks),
    ...declaredContent(page.html, chosen.reduce((sum, { words }) => sum + words, 0))
  }
}

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
