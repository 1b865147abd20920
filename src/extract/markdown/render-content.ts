import type { ParsedPage, Rendition, Selection } from "../Page.ts"
import { contentText } from "./content-text.ts"
import { dropAddresses } from "./drop-addresses.ts"
import { toHtml } from "./to-html.ts"
import { type ToMarkdown, toMarkdown } from "./to-markdown.ts"
import { buildContent } from "./tree/build-content.ts"

/** Renders the selection as markdown and as text, both from one tree. */
export const renderContent = (page: ParsedPage, selection: Selection, write: ToMarkdown = toMarkdown): Rendition => {
  const tree = buildContent(page, selection)
  dropAddresses(tree, page.input.options?.links)
  return { text: contentText(tree), markdown: write(tree) }
}

/** Renders only the text. */
export const renderText = (page: ParsedPage, selection: Selection): string => contentText(buildContent(page, selection))

/** Renders only HTML, from the same tree as the text. */
export const renderHtml = (page: ParsedPage, selection: Selection): string => toHtml(buildContent(page, selection))
