import type { ParsedPage, Rendition, Selection } from "../Page.ts"
import { buildContent } from "./build-content.ts"
import { contentText } from "./content-text.ts"
import { type ToMarkdown, toMarkdown } from "./to-markdown.ts"

/** The selection as markdown and as text: one tree, two renditions of the same content. */
export const renderContent = (page: ParsedPage, selection: Selection, write: ToMarkdown = toMarkdown): Rendition => {
  const tree = buildContent(page, selection)
  return { text: contentText(tree), markdown: write(tree) }
}

/** The text alone. */
export const renderText = (page: ParsedPage, selection: Selection): string => contentText(buildContent(page, selection))
