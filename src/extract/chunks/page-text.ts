import { foundText } from "../dom/found-text.ts"
import type { PageContent, ParsedPage } from "../Page.ts"
import type { PageText } from "./chunk-links.ts"

/** The text of the page from its content on. */
export const pageText = (page: ParsedPage, { selection: { roots, titleHeading } }: PageContent): PageText => {
  const [root] = roots
  const wanted = [root, titleHeading].filter((element) => element !== undefined)
  const { folded, starts, text } = foundText(page.html.document, new Set(wanted))
  return { folded, text, from: Math.min(...wanted.map((element) => starts.get(element) ?? 0)) }
}
