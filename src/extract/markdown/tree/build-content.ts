import type { PageElement } from "../../dom/node.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import type { ParsedPage, Selection } from "../../Page.ts"
import { ContentBuilder } from "./ContentBuilder.ts"
import type { ContentNode, ContentRoot } from "./ContentNode.ts"
import { ContentWalk } from "./ContentWalk.ts"
import { leanContent } from "./lean-content.ts"

/** Source element of each block of a content tree. */
export type Origins = Map<ContentNode, PageElement>

/**
 * Builds a content tree from the selected part of the page, in one walk that changes nothing. Declared content
 * follows.
 */
export const buildContent = (page: ParsedPage, selection: Selection, origins?: Origins): ContentRoot => {
  const builder = new ContentBuilder(origins)
  read(page, selection, builder)
  if (selection.declaredHtml !== "") {
    const roots = [parseHtml(selection.declaredHtml).body]
    read(page, { ...selection, roots, isDropped: () => false }, builder)
  }
  const root = builder.finish()
  leanContent(root, origins)
  return root
}

const read = (page: ParsedPage, selection: Selection, builder: ContentBuilder): void => {
  const walk = new ContentWalk(page, selection, builder)
  for (const root of selection.roots) walk.root(root)
}
