import type { ContentNode } from "./tree/ContentNode.ts"

/**
 * Marks with runs of characters as delimiters. The meaning of a run depends on the characters around it (CommonMark
 * 6.2).
 */
const delimited: ReadonlySet<string> = new Set(["STRONG", "EM", "DEL"])

export const isDelimited = (node: ContentNode): boolean => delimited.has(node.nodeName)

/** The character before a node on its line, ignoring delimiters of marks. "" at the start. */
export const charBefore = (node: ContentNode): string => charBeside(node, "previousSibling", "[", lastChar)

/** The character after a node on its line, ignoring delimiters of marks. "" at the end. */
export const charAfter = (node: ContentNode): string => charBeside(node, "nextSibling", "]", firstChar)

type Side = "previousSibling" | "nextSibling"

/** The edge of a leaf has no character. The edge of a link has its bracket. */
const charBeside = (node: ContentNode, side: Side, bracket: string, charOf: (node: ContentNode) => string): string => {
  let at = node
  for (;;) {
    const beside = at[side]
    if (beside !== null) return isOtherMark(node, beside) ? unknown : charOf(beside)
    const parent = at.parentNode
    if (parent === null || !isDelimited(parent)) return parent?.nodeName === "A" ? bracket : ""
    if (isOtherMark(node, parent)) return unknown
    at = parent
  }
}

/** The delimiter of a strike may or may not be printed. A letter is the strictest assumption. */
const unknown = "a"

const isOtherMark = (node: ContentNode, other: ContentNode): boolean =>
  isDelimited(node) && isDelimited(other) && (node.nodeName === "DEL") !== (other.nodeName === "DEL")

/** The node beside this one, or beside the marks that it opens. */
export const nodeBefore = (node: ContentNode): ContentNode | undefined => {
  for (let at: ContentNode | null = node; at !== null; at = at.parentNode) {
    if (at.previousSibling !== null) return at.previousSibling
    if (at.parentNode === null || !isDelimited(at.parentNode)) return undefined
  }
  return undefined
}

const openers: Readonly<Record<string, string>> = { A: "[", FOOTNOTE: "[", IMG: "!", CODE: "`", MATH: "$", BR: "\n" }
const closers: Readonly<Record<string, string>> = { A: ")", FOOTNOTE: "]", IMG: ")", CODE: "`", MATH: "$", BR: "\n" }

const firstChar = (node: ContentNode): string => {
  if (node.nodeType === 3) return String.fromCodePoint(node.data.codePointAt(0) ?? 32)
  const first = node.childNodes[0]
  return openers[node.nodeName] ?? (first === undefined ? "" : firstChar(first))
}

const lastChar = (node: ContentNode): string => {
  if (node.nodeType === 3) return /[\s\S]$/u.exec(node.data.slice(-2))?.[0] ?? " "
  const last = node.childNodes.at(-1)
  return closers[node.nodeName] ?? (last === undefined ? "" : lastChar(last))
}

export const isSpace = (char: string): boolean => char === "" || /\s/.test(char)

export const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char)
