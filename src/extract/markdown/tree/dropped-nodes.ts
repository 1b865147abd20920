import type { PageElement, PageNode, PageText } from "../../dom/node.ts"
import { textContent } from "../../dom/walk.ts"
import type { Selection } from "../../Page.ts"
import { isInlineKind, tagKind } from "./content-tags.ts"
import { isLineBreak, isWidgetLabel } from "./element-facts.ts"
import { isLabelOfKept, isLineOfQuote } from "./labels-of-kept.ts"

/**
 * Trace of a dropped node in the content: its text, its text only in the markdown, a line break, a gap between the
 * words around it, or the end of a block.
 */
export type DroppedTrace = "text" | "markdown-only" | "line-break" | "gap" | "block-end"

export const traceOfDropped = (node: PageElement | PageText, selection: Selection): DroppedTrace => {
  if (node.nodeType === 3) return inlineTrace(node, selection)
  if (isWidgetLabel(node, node.attr("class") ?? "")) return "gap"
  if (isLabelOfKept(node, selection)) return "markdown-only"
  const kind = tagKind(node.tag)
  if (isInlineKind(kind)) return inlineTrace(node, selection)
  if (kind === "anchor" && isLineOfQuote(node)) return "markdown-only"
  return kind === undefined && !node.tag.includes("-") ? "block-end" : "gap"
}

const inlineTrace = (node: PageElement | PageText, selection: Selection): DroppedTrace => {
  if (isLineBreak(node)) return "line-break"
  if (isMarkOfKept(node, selection)) return "text"
  return isLineOfQuote(node) ? "markdown-only" : "gap"
}

/** Content is chosen by words, so a comma between two kept links would be lost. */
const isMarkOfKept = (node: PageElement | PageText, selection: Selection): boolean =>
  isMark(node) && isBesideKept(node, selection)

/** Whether a node has only signs, as a dash or a tick in a table, or a space. */
export const isMark = (node: PageElement | PageText): boolean => {
  const text = textContent(node)
  return text.length <= maxLength && /^[\s\p{P}\p{S}]+$/u.test(text)
}

const isBesideKept = ({ nextSibling, previousSibling }: PageNode, { isDropped }: Selection): boolean =>
  previousSibling !== null && !isDropped(previousSibling) || nextSibling !== null && !isDropped(nextSibling)

const maxLength = 24
