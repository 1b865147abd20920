import { silentTags } from "../rules/tags.ts"
import type { PageElement, PageNode } from "./node.ts"

/** The next node in document order within `root`, without the descendants of this one. */
export const afterSubtree = (node: PageNode, root: PageElement): PageNode | null => {
  for (let at: PageNode = node; at !== root;) {
    if (at.nextSibling !== null) return at.nextSibling
    if (at.parentNode === null) return null
    at = at.parentNode
  }
  return null
}

/** The next node in document order within `root`. */
export const nextNode = (node: PageNode, root: PageElement): PageNode | null =>
  node.nodeType === 1 && node.firstChild !== null ? node.firstChild : afterSubtree(node, root)

/** Elements below `root` in document order. */
export function* elements(root: PageElement): Generator<PageElement> {
  for (let node = root.firstChild; node !== null; node = nextNode(node, root)) if (node.nodeType === 1) yield node
}

/** The elements below `root` with one of these tags, in document order. */
export const byTag = (root: PageElement, ...tags: ReadonlyArray<string>): ReadonlyArray<PageElement> => {
  const found: Array<PageElement> = []
  for (let node = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType === 1 && tags.includes(node.tag)) found.push(node)
  }
  return found
}

export const firstByTag = (root: PageElement, tag: string): PageElement | undefined => {
  for (let node = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType === 1 && node.tag === tag) return node
  }
  return undefined
}

export function* children(parent: PageElement): Generator<PageElement> {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) if (node.nodeType === 1) yield node
}

/** The nearest ancestor, itself included, with one of these tags. */
export const closest = (node: PageNode, ...tags: ReadonlyArray<string>): PageElement | undefined => {
  for (let at: PageNode | null = node; at !== null; at = at.parentNode) {
    if (at.nodeType === 1 && tags.includes(at.tag)) return at
  }
  return undefined
}

/** All text below a node. Scripts, styles and similar elements are left out, unless the node is one itself. */
export const textContent = (root: PageNode): string => {
  if (root.nodeType !== 1) return root.nodeType === 3 ? root.data : ""
  let text = ""
  for (let node = root.firstChild; node !== null;) {
    if (node.nodeType === 3) text += node.data
    node = node.nodeType === 1 && silentTags.has(node.tag) ? afterSubtree(node, root) : nextNode(node, root)
  }
  return text
}

/**
 * Folds white space to single spaces, without any at the ends. Most of it is single spaces already, which the pattern
 * skips.
 */
export const fold = (text: string): string => text.replace(/(?:[^\S ]|\u200B)[\s\u200B]*| [\s\u200B]+/g, " ").trim()

export const foldedText = (root: PageNode): string => fold(textContent(root))

/** Whether a text has nothing but white space. */
export const isBlank = (text: string): boolean => !ink.test(text)

const ink = /\S/
