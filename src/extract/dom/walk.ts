import { silentTags } from "../rules/tags.ts"
import { TextUnits } from "./fast/TextUnits.ts"
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
 * Folds white space to single spaces, with none at the ends. Most texts are folded already and are returned as they
 * are.
 */
export const fold = (text: string): string => {
  const units = textUnits.of(text)
  const { length } = text
  let folded = ""
  let from = 0
  let before = space
  for (let at = 0; at < length; at++) {
    const kind = spaceKinds[units[at]!]!
    if ((kind & before | kind & unusualSpace) === 0) {
      before = kind
      continue
    }
    const end = before === space && at > from ? at - 1 : at
    if (end > from) folded = joined(folded, text.slice(from, end))
    while (at + 1 < length && spaceKinds[units[at + 1]!] !== 0) at++
    from = at + 1
    before = 0
  }
  const end = before === space && length > from ? length - 1 : length
  if (from === 0 && end === length) return text
  return end > from ? joined(folded, text.slice(from, end)) : folded
}

/** Whether a text has white space at a place. */
export const isSpaceAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && spaceKinds[text.charCodeAt(at)] !== 0

const joined = (before: string, part: string): string => before === "" ? part : `${before} ${part}`

const textUnits = new TextUnits()
const space = 1
const unusualSpace = 2
/** Class of each UTF-16 code unit. */
const spaceKinds = new Uint8Array(0x10000)
for (const char of "\t\n\v\f\r\u00A0\u1680\u2028\u2029\u202F\u205F\u3000\uFEFF") {
  spaceKinds[char.charCodeAt(0)] = unusualSpace
}
// The last of these has zero width, and is not white space in regular expressions.
spaceKinds.fill(unusualSpace, 0x2000, 0x200C)
spaceKinds[0x20] = space

export const foldedText = (root: PageNode): string => fold(textContent(root))

/** Whether a text is only white space. */
export const isBlank = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (spaceKinds[unit] === 0 || unit === zeroWidthSpace) return false
  }
  return true
}

const zeroWidthSpace = 0x200B
