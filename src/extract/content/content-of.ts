import { isNeeded, isRequested } from "../../core/domain/options/PageOptions.ts"
import { renderBlocks } from "../markdown/render-blocks.ts"
import { renderContent, renderHtml, renderText } from "../markdown/render-content.ts"
import { textAsHtml } from "../markdown/to-html.ts"
import { type ToMarkdown, toMarkdown } from "../markdown/to-markdown.ts"
import type { PageContent, ParsedPage } from "../Page.ts"
import { selectContent } from "./select-content.ts"

/** Selects, then renders. A media type that is text already passes through. Markdown is written only if needed. */
export const contentOf = (page: ParsedPage, write: ToMarkdown = toMarkdown): PageContent => {
  const selection = selectContent(page)
  const { fields } = page.input.options ?? {}
  const needsMarkdown = isNeeded(page.input, "markdown") || isRequested("chunks", page.input.options)
  const { rendition } = page.known
  if (rendition !== undefined) {
    return {
      selection: { ...selection, confidence: 1 },
      ...rendition,
      ...(fields?.includes("blocks") === true ? { blocks: [] } : {}),
      ...(fields?.includes("content_html") === true ? { html: textAsHtml(rendition.text) } : {})
    }
  }
  const html = fields?.includes("content_html") === true ? { html: renderHtml(page, selection) } : {}
  if (fields?.includes("blocks") === true) return { selection, ...html, ...renderBlocks(page, selection, write) }
  return needsMarkdown
    ? { selection, ...html, ...renderContent(page, selection, write) }
    : { selection, ...html, markdown: "", text: renderText(page, selection) }
}
