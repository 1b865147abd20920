import type { PageElement, PageNode } from "../../dom/node.ts"
import { fold } from "../../dom/walk.ts"
import type { PageIndex } from "./PageIndex.ts"

const maxLabel = 60
/** Ancestors that may have the label in front of them. */
const maxLevels = 3

/** The text in front of an element or a text. */
export interface Label {
  /** In lower case, without a colon. */
  readonly text: string
  /** Whether a colon or the tag says that it is a label. */
  readonly isMarked: boolean
}

/**
 * The text in front of an element that names it: of `dt`, of the first cell of its row, of `<b>Price:</b>`. Undefined
 * if there is none, or a longer text.
 */
export const labelOf = (element: PageNode, root: PageElement | null, index: PageIndex): Label | undefined => {
  let at: PageNode = element
  for (let level = 0; level < maxLevels && at !== root; level++) {
    for (let node = at.previousSibling; node !== null; node = node.previousSibling) {
      index.budget.spend()
      const text = textIn(node, index)
      if (text === "") continue
      const plain = text === undefined ? undefined : plainLabel(text)
      return plain === undefined ? undefined : { text: plain, isMarked: isMarked(node, text) }
    }
    if (at.parentNode === null) return undefined
    at = at.parentNode
  }
  return undefined
}

/** Undefined: too long for a label. */
const textIn = (node: PageNode, index: PageIndex): string | undefined => {
  // Many elements may have the same text in front of them.
  if (node.nodeType === 3) index.budget.spend(node.data.length)
  const text = node.nodeType === 1 ? index.textOf(node) : node.nodeType === 3 ? fold(node.data) : ""
  return text.length > maxLabel ? undefined : text
}

const isMarked = (node: PageNode, text = ""): boolean =>
  /[:：]\s*$/u.test(text) || (node.nodeType === 1 && labelTags.has(node.tag))

const labelTags: ReadonlySet<string> = new Set(["dt", "th", "label", "b", "strong"])

/** Without case, and marks at the end. Undefined if nothing is left. */
export const plainLabel = (text: string): string | undefined => {
  const plain = text.toLowerCase().replace(/[\s:：*]+$/u, "")
  return /\p{L}/u.test(plain) ? plain : undefined
}
