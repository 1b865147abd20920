import { inlineTags, silentTags } from "../rules/tags.ts"
import type { PageElement, PageNode } from "./node.ts"
import { fold } from "./walk.ts"

/** The text of an element by blocks, with folded white space. */
export interface Lines {
  readonly lines: ReadonlyArray<string>
  /** False if the element has more text than the limits allow. */
  readonly isWhole: boolean
}

/** Stops after `characters` of text or `nodes` elements, which bounds the cost of nested elements. */
export const linesOf = (element: PageElement, characters: number, nodes: number): Lines => {
  const lines: Array<string> = []
  let line = ""
  let charactersLeft = characters
  let nodesLeft = nodes
  const endLine = () => {
    const folded = fold(line)
    if (folded !== "") lines.push(folded)
    line = ""
  }
  const visit = (parent: PageElement): boolean => {
    for (let node: PageNode | null = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) {
        line += node.data.slice(0, Math.max(0, charactersLeft))
        charactersLeft -= node.data.trim().length
        if (charactersLeft < 0) return false
      } else if (node.nodeType === 1 && !silentTags.has(node.tag)) {
        if (--nodesLeft < 0) return false
        const isBlock = !inlineTags.has(node.tag)
        if (isBlock) endLine()
        else if (isApart(node)) line += " "
        if (!visit(node)) return false
        if (isBlock) endLine()
      }
    }
    return true
  }
  const isWhole = visit(element)
  endLine()
  return { lines, isWhole }
}

/**
 * Whether style sheets put space between two adjacent spans, as between a brand and a name. Spans of single letters are
 * one word that is animated.
 */
const isApart = (element: PageElement): boolean => {
  const before = element.previousSibling
  return element.tag === "span" && before?.nodeType === 1 && before.tag === "span" && isWord(before) && isWord(element)
}

const isWord = (element: PageElement): boolean =>
  element.firstChild?.nodeType !== 3 || element.firstChild.data.trim().length > 1

/** The text of an element as one line. A space separates blocks. */
export const lineText = (element: PageElement, characters = 20_000, nodes = 5000): string =>
  linesOf(element, characters, nodes).lines.join(" ")
