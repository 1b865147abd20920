import { hiddenStyle } from "../rules/styles.ts"
import { inlineInBlocks, silentTags } from "../rules/tags.ts"
import type { PageElement, PageNode } from "./node.ts"
import { afterSubtree, nextNode } from "./walk.ts"

/** The text of a page as a browser finds words in it: a line for each block, with white space folded. */
export interface FoundText {
  readonly text: string
  /** The text in lower case, of the same length. */
  readonly folded: string
  /** Start of the text of each wanted element. */
  readonly starts: ReadonlyMap<PageElement, number>
}

/** `wanted`: elements whose starts are returned. */
export const foundText = (document: PageElement, wanted: ReadonlySet<PageElement>): FoundText => {
  const starts = new Map<PageElement, number>()
  const pieces: Array<string> = []
  let length = 0
  let end = "\n"
  let block: PageElement | null = null
  const blocks = new Map<PageElement, PageElement | null>()
  const add = (piece: string) => {
    if (piece === "") return
    pieces.push(piece)
    length += piece.length
    end = piece.slice(-1)
  }
  const addText = (data: string, parent: PageElement | null) => {
    const folded = data.replace(/[ \t\n\f\r]+/g, " ")
    const own = blockOf(parent, blocks)
    if (folded === " " && end !== " " && own !== block) return
    if (own !== block && end !== "\n") add("\n")
    block = own
    add((end === " " || end === "\n") && folded.startsWith(" ") ? folded.slice(1) : folded)
  }
  for (let node = document.firstChild; node !== null;) {
    if (node.nodeType === 3) addText(node.data, node.parentNode)
    else if (node.nodeType === 1) {
      if (wanted.has(node)) starts.set(node, length)
      if (node.tag === "br" && end !== "\n") add("\n")
    }
    node = isUnseen(node) ? afterSubtree(node, document) : nextNode(node, document)
  }
  const text = withSpaces(pieces.join(""))
  return { text, folded: lowerCase(text), starts }
}

/**
 * Lower case of the same length. Without the exceptions, the dotted capital I would become two characters, and a final
 * sigma would differ from σ.
 */
export const lowerCase = (text: string): string =>
  text.split("\u0130").map((part) => part.toLowerCase()).join("\u0130").replaceAll("ς", "σ")

/** Browsers do not fold no-break spaces, but match them as spaces. */
const withSpaces = (text: string): string => text.replaceAll("\u00A0", " ")

const isUnseen = (node: PageNode): boolean =>
  node.nodeType === 1 &&
  (silentTags.has(node.tag) || node.attr("hidden") !== undefined || hiddenStyle.test(node.attr("style") ?? ""))

/** Nearest block around an inline element. `known` caches the answers of ancestors, so each is visited once. */
const blockOf = (
  element: PageElement | null,
  known: Map<PageElement, PageElement | null>
): PageElement | null => {
  const climbed: Array<PageElement> = []
  let at = element
  for (; at !== null && inlineInBlocks.has(at.tag) && !known.has(at); at = at.parentNode) climbed.push(at)
  const block = at === null ? null : known.get(at) ?? at
  for (const inline of climbed) known.set(inline, block)
  return block
}
