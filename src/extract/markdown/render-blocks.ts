import type { Block } from "../../core/domain/document/Document.ts"
import { pathWriter } from "../dom/element-path.ts"
import type { PageElement } from "../dom/node.ts"
import type { ParsedPage, Rendition, Selection } from "../Page.ts"
import { inlineTags } from "../rules/tags.ts"
import { isHtml } from "../select/apply-selectors.ts"
import { contentText } from "./content-text.ts"
import { dropAddresses } from "./drop-addresses.ts"
import { quoteWriter } from "./page-quotes.ts"
import type { ToMarkdown } from "./to-markdown.ts"
import { buildContent, type Origins } from "./tree/build-content.ts"
import type { ContentNode, ContentRoot } from "./tree/ContentNode.ts"

/** Renders the content with its blocks: their source elements, and their positions in the markdown. */
export const renderBlocks = (
  page: ParsedPage,
  selection: Selection,
  write: ToMarkdown
): Rendition & { readonly blocks: ReadonlyArray<Block> } => {
  const origins: Origins = new Map()
  const tree = buildContent(page, selection, origins)
  dropAddresses(tree, page.input.options?.links)
  const markdown = write(tree)
  const path = isHtml(page) ? pathWriter(page.html.document, page.positions) : () => ""
  const quote = quoteWriter(page.html.document, new Set(origins.values()))
  const blocks = placed(tree, markdown, write).map(({ end, node, start }): Block => {
    const origin = origins.get(node)
    return {
      markdown: markdown.slice(start, end),
      path: origin === undefined ? "" : path(blockOf(origin)),
      start,
      end,
      url: `${page.url.href.replace(/#.*$/s, "")}${quote(textOf(tree, node), origin)}`
    }
  })
  return { text: contentText(tree), markdown, blocks }
}

interface Placed {
  readonly node: ContentNode
  readonly start: number
  readonly end: number
}

/**
 * Finds each block after the end of the one before it. A block whose markdown differs within the document gets the
 * range up to the next one that is found.
 */
const placed = (tree: ContentRoot, markdown: string, write: ToMarkdown): ReadonlyArray<Placed> => {
  const found: Array<Placed> = []
  const lost: Array<ContentNode> = []
  let from = 0
  const settleLost = (to: number) => {
    const [first] = lost.splice(0)
    const end = endOfText(markdown, to)
    if (first !== undefined && end > from) found.push({ node: first, start: from, end })
  }
  for (const node of tree.childNodes) {
    const own = write(tree.alone(node))
    if (own === "") continue
    const start = markdown.indexOf(own, from)
    const isNext = start >= 0 && (lost.length > 0 || markdown.slice(from, start).trim() === "")
    if (!isNext) {
      lost.push(node)
      continue
    }
    settleLost(start)
    found.push({ node, start, end: start + own.length })
    from = start + own.length
    while (markdown[from] === "\n") from++
  }
  settleLost(markdown.length)
  return found
}

const endOfText = (markdown: string, to: number): number => {
  let end = to
  while (end > 0 && markdown[end - 1] === "\n") end--
  return end
}

/** Nearest block around an inline element. */
const blockOf = (element: PageElement): PageElement => {
  let at = element
  while (inlineTags.has(at.tag) && at.parentNode !== null && at.parentNode.tag !== "body") at = at.parentNode
  return at
}

/** The title above the content is only in the markdown, but it is on the page. */
const textOf = (tree: ContentRoot, node: ContentNode): string => contentText(tree.alone(node)) || node.textContent
