import { parseHtml } from "../dom/parse-html.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import type { ContentRoot } from "./ContentNode.ts"
import { ContentWalk } from "./ContentWalk.ts"

/** The selected part of the page as a content tree: one walk, nothing of the page is changed. */
export const buildContent = (page: ParsedPage, selection: Selection): ContentRoot => {
  const walk = new ContentWalk(page, selection)
  for (const root of selection.roots) walk.root(root)
  if (selection.declaredHtml !== "") walk.root(parseHtml(selection.declaredHtml).body)
  return walk.builder.finish()
}
