import type { HiddenText } from "../../../core/domain/document/HiddenText.ts"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import { positionsIn } from "../../dom/element-path.ts"
import type { ParsedPage } from "../../Page.ts"
import { hideParts } from "./hide-parts.ts"

/** The page without text that readers cannot see, and with a list of that text. */
export const visiblePage = (page: ParsedPage): ParsedPage => {
  const { html, input: { mediaType, options }, known } = page
  // The trees of other types are made by their parsers.
  if (known.rendition !== undefined || known.wholeBody === true || !/html/.test(mediaType)) return page
  const isKept = options?.hidden === "include"
  const positions = page.positions ??
    (options?.fields?.includes("blocks") === true && !isKept ? positionsIn(html.document) : undefined)
  const hidden = hideParts(html, isKept)
  if (hidden === undefined) return page
  return {
    ...page,
    ...(positions === undefined ? {} : { positions }),
    hidden,
    warnings: hasSentences(hidden) && !isKept ? [...page.warnings, warningOf(hidden)] : page.warnings
  }
}

/** Labels for screen readers and states of controls are shorter. */
const minWords = 12

const hasSentences = ({ samples }: HiddenText): boolean =>
  samples.some(({ text }) => text.split(" ").length >= minWords || /[\u3040-\u9fff]{16}/.test(text))

const warningOf = ({ characters, parts, samples }: HiddenText): Warning => ({
  code: "hidden_text",
  message: `${characters} characters in ${parts === 1 ? "one part" : `${parts} parts`} of the page cannot be seen (${
    [...new Set(samples.map(({ reason }) => reason))].join(", ")
  }); they are not content.`
})
