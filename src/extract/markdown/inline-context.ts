import type { ContentNode } from "./ContentNode.ts"

/** Marks whose delimiters are runs of characters, judged by what stands on either side of them (CommonMark 6.2). */
const delimited: ReadonlySet<string> = new Set(["STRONG", "EM", "DEL"])

export const isDelimited = (node: ContentNode): boolean => delimited.has(node.nodeName)

/** The character printed before a node on its line, delimiters of marks overlooked; "" at the start. */
export const charBefore = (node: ContentNode): string => {
  const before = neighbour(node, "previousSibling")
  return before === undefined ? edge(node, "[") : lastChar(before)
}

/** The character printed after a node on its line, delimiters of marks overlooked; "" at the end. */
export const charAfter = (node: ContentNode): string => {
  const after = neighbour(node, "nextSibling")
  return after === undefined ? edge(node, "]") : firstChar(after)
}

/** The node beside this one, or beside the marks that it opens or closes. */
export const neighbour = (node: ContentNode, side: "previousSibling" | "nextSibling"): ContentNode | undefined => {
  for (let at: ContentNode | null = node; at !== null; at = at.parentNode) {
    const beside: ContentNode | null = at[side]
    if (beside !== null) return beside
    if (at.parentNode === null || !isDelimited(at.parentNode)) return undefined
  }
  return undefined
}

/** At the edge of a leaf there is nothing, at the edge of a link its bracket. */
const edge = (node: ContentNode, bracket: string): string => {
  let at = node.parentNode
  while (at !== null && isDelimited(at)) at = at.parentNode
  return at?.nodeName === "A" ? bracket : ""
}

const openers: Readonly<Record<string, string>> = { A: "[", FOOTNOTE: "[", IMG: "!", CODE: "`", MATH: "$", BR: "\n" }
const closers: Readonly<Record<string, string>> = { A: ")", FOOTNOTE: "]", IMG: ")", CODE: "`", MATH: "$", BR: "\n" }

export const firstChar = (node: ContentNode): string => {
  if (node.nodeType === 3) return String.fromCodePoint(node.data.codePointAt(0) ?? 32)
  const first = node.childNodes[0]
  return openers[node.nodeName] ?? (first === undefined ? "" : firstChar(first))
}

export const lastChar = (node: ContentNode): string => {
  if (node.nodeType === 3) return /[\s\S]$/u.exec(node.data.slice(-2))?.[0] ?? " "
  const last = node.childNodes.at(-1)
  return closers[node.nodeName] ?? (last === undefined ? "" : lastChar(last))
}

export const isSpace = (char: string): boolean => char === "" || /\s/.test(char)

export const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char)
