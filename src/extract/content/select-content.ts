import type { Warning } from "../../core/domain/document/Trace.ts"
import type { PageNode } from "../dom/node.ts"
import { isBlank } from "../dom/walk.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import { companionTags } from "../rules/tags.ts"
import type { Block } from "./blocks/blocks.ts"
import { declaredContent } from "./blocks/declared-content.ts"
import { headingElement } from "./blocks/sections.ts"
import { decideBlocks } from "./decide/decide-blocks.ts"
import { keepAwaited } from "./decide/keep-awaited.ts"
import { keepImages } from "./decide/keep-images.ts"
import { shippedModel } from "./scoring/score-blocks.ts"

/** Selects the content of the page: the kept blocks and the elements around them. */
export const selectContent = (page: ParsedPage, model = shippedModel()): Selection => {
  if (page.included !== undefined) {
    return { roots: page.included, pageType: "article", ...wholly, warnings: [] }
  }
  if (page.known.wholeBody === true) {
    return { roots: [page.html.body], pageType: "listing", ...wholly, warnings: [] }
  }
  const { added, blocks, confidence, heading, isEmpty, kept, pageType, scores, signals } = decideBlocks(page, model)
  const showsAwaited = keepAwaited(blocks, page.awaited ?? [], kept)
  const hasNone = isEmpty && !kept.includes(1)
  const isOfHeading = (block: Block) => heading !== undefined && headingElement(block) === heading
  const isShown = blocks.some((block, index) => kept[index] === 1 && isOfHeading(block))
  const chosen = blocks.filter((block, index) => kept[index] === 1 || isOfHeading(block))
  const keep = pathsTo(page, chosen, signals.isThread)
  const declared = declaredContent(page.html, chosen.reduce((sum, { words }) => sum + words, 0))
  return {
    roots: [page.html.body],
    isDropped: (node) => !keep.has(node) && (isTextual(node) || node.parentNode === null || !keep.has(node.parentNode)),
    ...(heading === undefined || isShown ? {} : { titleHeading: heading }),
    addedHeadings: new Set(blocks.flatMap((block, index) => added[index] === 1 ? headingElement(block) ?? [] : [])),
    pageType,
    confidence,
    ...declared,
    scores: blocks.flatMap(({ text }, index) => kept[index] === 1 ? { text, score: scores[index] ?? 0 } : []),
    warnings: [
      ...(hasNone && declared.declaredHtml === "" ? [noContent] : []),
      ...(showsAwaited ? [] : [notShown])
    ]
  }
}

/** Content that the caller or the parser defines. */
const wholly = { isDropped: () => false, confidence: 1, declaredHtml: "", isState: false }

const noContent: Warning = {
  code: "no_content",
  message: "The page has no content that could be distinguished from navigation; its text is empty."
}

const notShown: Warning = {
  code: "wait_for_missing",
  message: "The page has the element that wait_for asks for, but its text is not content, as that of a script."
}

/** The text nodes of the blocks, and all elements around them. */
const pathsTo = (page: ParsedPage, blocks: ReadonlyArray<Block>, isThread: boolean): ReadonlySet<PageNode> => {
  const keep = new Set<PageNode>([page.html.body])
  for (const block of blocks) {
    for (const text of block.texts) {
      for (let node: PageNode | null = text; node !== null && !keep.has(node); node = node.parentNode) keep.add(node)
    }
  }
  keepImages(page.html, keep, isThread)
  return keep
}

const isTextual = (node: PageNode): boolean =>
  node.nodeType === 3 ? !isBlank(node.data) : node.nodeType === 1 && !companionTags.has(node.tag)
