import type { PageNode } from "../dom/node.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import { hints } from "../rules/hints.ts"
import { type Block, hiddenBit, landmarks, segment } from "./blocks.ts"
import { hasHint } from "./hint-bits.ts"

/** The page's content: the blocks that are worth keeping and whatever leads to them. */
export const selectContent = (page: ParsedPage): Selection => {
  if (page.known.wholeBody === true) {
    return {
      roots: [page.html.body],
      isDropped: () => false,
      pageType: "listing",
      declaredHtml: ""
    }
  }
  const blocks = segment(page.html.body)
  const kept = blocks.filter((block) => score(block) > 0)
  const chosen = kept.length > 0 ? kept : blocks
  const keep = new Set<PageNode>([page.html.body])
  for (const block of chosen) {
    for (const text of block.texts) {
      for (let node: PageNode | null = text; node !== null && !keep.has(node); node = node.parentNode) keep.add(node)
    }
  }
  return {
    roots: [page.html.body],
    isDropped: (node) => isTextual(node) ? !keep.has(node) : !(node.parentNode !== null && keep.has(node.parentNode)),
    pageType: "article",
    declaredHtml: ""
  }
}

const mediaTags: ReadonlySet<string> = new Set(["img", "picture", "source", "br", "hr", "wbr", "math", "input"])

const isTextual = (node: PageNode): boolean =>
  node.nodeType === 3 ? node.data.trim() !== "" : node.nodeType === 1 && !mediaTags.has(node.tag)

const bit = (tag: string): number => landmarks.get(tag) ?? 0
const boilerplate = bit("nav") | bit("footer") | bit("aside") | bit("dialog") | hiddenBit
const negative = ["nav", "footer", "sidebar", "related", "share", "advert", "consent", "pagination", "modal", "login"]
  .map((name) => hints.findIndex(([hint]) => hint === name))

const score = (block: Block): number => {
  const { place } = block
  const links = block.linkWords / Math.max(1, block.words)
  let value = 1
  if ((place.landmarks & boilerplate) !== 0) value -= 2
  if ((place.landmarks & bit("header")) !== 0 && (place.landmarks & bit("article")) === 0) value -= 1
  if (negative.some((index) => hasHint(place.allHints, index))) value -= 1
  if (links > 0.6) value -= 1
  if (block.words >= 20 && links < 0.3) value += 1
  if ((place.landmarks & (bit("article") | bit("main"))) !== 0) value += 0.5
  return value
}
