import type { PageNode } from "../dom/node.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import { type Block, segment } from "./blocks.ts"
import { chooseBlocks } from "./choose-blocks.ts"
import { declaredContent } from "./declared-content.ts"
import { keepImages } from "./keep-images.ts"
import { mainHeading } from "./main-heading.ts"
import { pageSignals } from "./page-signals.ts"
import { pageTypeOf } from "./page-type.ts"
import { scoreBlocks, shippedModel } from "./score-blocks.ts"

/** The page's content: the blocks that are worth keeping and whatever leads to them. Never empty on a page that has text. */
export const selectContent = (page: ParsedPage, model = shippedModel): Selection => {
  if (page.known.wholeBody === true) {
    return { roots: [page.html.body], isDropped: () => false, pageType: "listing", declaredHtml: "", isState: false }
  }
  const blocks = segment(page.html.body)
  const signals = pageSignals(page.html, page.url)
  const best = chooseBlocks(blocks, scoreBlocks(blocks, signals, model))
  const heading = mainHeading(blocks, best[0], signals.vocabulary)
  const chosen = heading === undefined ? best : [heading, ...best]
  const keep = pathsTo(page, chosen)
  return {
    roots: [page.html.body],
    isDropped: (node) => !keep.has(node) && (isTextual(node) || node.parentNode === null || !keep.has(node.parentNode)),
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
