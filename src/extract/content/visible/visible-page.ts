import { positionsIn } from "../../dom/element-path.ts"
import type { ParsedPage } from "../../Page.ts"
import { hideParts } from "./hide-parts.ts"
import { hiddenWarnings } from "./report-hidden.ts"

/** The page without text that readers cannot see, and with a list of that text. */
export const visiblePage = (page: ParsedPage): ParsedPage => {
  const { html, input: { mediaType, options }, known } = page
  // The trees of other types are made by their parsers.
  if (known.rendition !== undefined || known.wholeBody === true || !/html/.test(mediaType)) return page
  const isKept = options?.hidden === "include"
  const positions = page.positions ??
    (options?.fields?.includes("blocks") === true && !isKept ? positionsIn(html.document) : undefined)
  const hidden = hideParts(html, isKept, page.unseen)
  if (hidden === undefined) return page
  return {
    ...page,
    ...(positions === undefined ? {} : { positions }),
    hidden,
    warnings: isKept ? page.warnings : [...page.warnings, ...hiddenWarnings(hidden)]
  }
}
