import type { ContentNode } from "./ContentNode.ts"

/** Boundary between two runs of text: the edge of an inline element, or a gap left by a dropped one. */
export type InlineBoundary = "edge" | "gap"

/**
 * Whether two words without a space between them were separated by style, such as a brand and a name. At an edge only a
 * capital is evidence, because elements also end within words. Single letters are initials.
 */
export const needsSpace = (boundary: InlineBoundary, before: string, words: string): boolean => {
  const last = before.slice(before.lastIndexOf(" ") + 1)
  if (last === "" || boundary === "gap") {
    return /[\p{Lu}\p{Ll}\p{N})\]]$/u.test(last) && /^[\p{Lu}\p{Ll}\p{N}]/u.test(words)
  }
  if (isAmount(last, words) || isValue(last, words)) return true
  if (last.length < 2 || /[/@_#\\]|\.\p{L}/u.test(last)) return false
  return /^\p{Lu}\p{Ll}/u.test(words) && /[\p{L}\p{N})\].:!?]$/u.test(last) ||
    /^\p{Lu}{2}/u.test(words) && /[\p{Ll})]$/u.test(last)
}

/** Two amounts side by side, such as a price and a rating. Bare digits may be parts of one number. */
const isAmount = (last: string, words: string): boolean =>
  /^\p{Sc}\d/u.test(words) && /[\p{Ll}\p{N}%]$/u.test(last) ||
  /^\d+[.,]\d/.test(words) && /\d[.,]\d+$|\p{Sc}\d+$|\d[\p{Sc}%]$/u.test(last)

/** A label and its value: `Pages` and `240 pages`, `Author` and `J. Berg`, `ISBN-13` and a long number. */
const isValue = (last: string, words: string): boolean =>
  /\p{Ll}{3}$/u.test(last) && /^(?:\p{Nd}|\p{Lu}\.\s)/u.test(words) || /\p{L}.*\d$/u.test(last) && /^\d{8}/.test(words)

/** End of the text at the very end of a node. "" if another node is there. */
export const endOf = (node: ContentNode): string => {
  const last = node.childNodes.at(-1)
  if (last === undefined) return node.nodeType === 3 ? node.end : ""
  return isPrintedApart(last) ? "" : endOf(last)
}

/** Formulas and footnotes have delimiters around their text. */
const isPrintedApart = ({ nodeName }: ContentNode): boolean => nodeName === "MATH" || nodeName === "FOOTNOTE"
