import type { PageElement, PageNode } from "../../dom/node.ts"
import { fold } from "../../dom/walk.ts"
import type { PageIndex } from "./PageIndex.ts"

const maxLabel = 60
/** Ancestors that may have the label in front of them. */
const maxLevels = 3

/**
 * The text in front of an element that names it: of `dt`, of the first cell of its row, of `<b>Price:</b>`. Undefined if
 * there is none, or a longer text.
 */
export const labelOf = (element: PageElement, root: PageElement | null, index: PageIndex): string | undefined => {
  let at = element
  for (let level = 0; level < maxLevels && at !== root; level++) {
    for (let node = at.previousSibling; node !== null; node = node.previousSibling) {
      index.budget.spend()
      const text = textIn(node, index)
      if (text === "") continue
      return text === undefined ? undefined : plainLabel(text)
    }
    if (at.parentNode === null) return undefined
    at = at.parentNode
  }
  return undefined
}

/** Undefined: too long for a label. */
const textIn = (node: PageNode, index: PageIndex): string | undefined => {
  const text = node.nodeType === 1 ? index.textOf(node) : node.nodeType === 3 ? fold(node.data) : ""
  return text.length > maxLabel ? undefined : text
}

/** Without case, and marks at the end. Undefined if nothing is left. */
export const plainLabel = (text: string): string | undefined => {
  const plain = text.toLowerCase().replace(/[\s:：*]+$/u, "")
  return /\p{L}/u.test(plain) ? plain : undefined
}
