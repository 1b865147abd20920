import { inlineTags, silentTags } from "../rules/tags.ts"
import type { PageElement, PageNode } from "./node.ts"
import { fold } from "./walk.ts"

/** An element's text by blocks, white space folded. */
export interface Lines {
  readonly lines: ReadonlyArray<string>
  /** False where the element holds more than was read. */
  readonly isWhole: boolean
}

/** Reads until `characters` of text or `nodes` elements have been seen, so that what is nested is not read over and over. */
export const linesOf = (element: PageElement, characters: number, nodes: number): Lines => {
  const lines: Array<string> = [""]
  let charactersLeft = characters
  let nodesLeft = nodes
  const visit = (parent: PageElement): boolean => {
    for (let node: PageNode | null = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) {
        lines.push(`${lines.pop() ?? ""}${node.data.slice(0, Math.max(0, charactersLeft))}`)
        charactersLeft -= node.data.trim().length
        if (charactersLeft < 0) return false
      } else if (node.nodeType === 1 && !silentTags.has(node.tag)) {
        if (--nodesLeft < 0) return false
        const isBlock = !inlineTags.has(node.tag)
        if (isBlock) lines.push("")
        else if (isApart(node)) lines.push(`${lines.pop() ?? ""} `)
        if (!visit(node)) return false
        if (isBlock) lines.push("")
      }
    }
    return true
  }
  const isWhole = visit(element)
  return { lines: lines.map(fold).filter((line) => line !== ""), isWhole }
}

/** Spans side by side are set apart by style sheets: brand and name, label and value. Single letters are animated. */
const isApart = (element: PageElement): boolean => {
  const before = element.previousSibling
  return element.tag === "span" && before?.nodeType === 1 && before.tag === "span" && isWord(before) && isWord(element)
}

const isWord = (element: PageElement): boolean =>
  element.firstChild?.nodeType !== 3 || element.firstChild.data.trim().length > 1

/** The element's text as one line, words of different blocks apart. */
export const lineText = (element: PageElement, characters = 20_000, nodes = 5000): string =>
  linesOf(element, characters, nodes).lines.join(" ")
