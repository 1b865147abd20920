import type { PageElement } from "../../dom/node.ts"
import { isBlank } from "../../dom/walk.ts"
import { ContentNode } from "./ContentNode.ts"
import { headingName } from "./inline-mark.ts"

/**
 * Makes the content lean, in place. A heading at the end or a very long one becomes a paragraph. A link that repeats
 * the link right before it is removed.
 */
export const leanContent = (root: ContentNode, origins?: Map<ContentNode, PageElement>): void => {
  removeRepeatedLinks(root)
  const lean: Array<ContentNode> = []
  let below: ContentNode | undefined
  let isChanged = false
  for (let index = root.childNodes.length - 1; index >= 0; index--) {
    const node = root.childNodes[index]!
    const own = index > 0 && headingName.test(node.nodeName) && isFalseHeading(node, below)
      ? asParagraph(node, origins)
      : node
    if (own !== undefined) lean.push(own)
    isChanged ||= own !== node
    below = node
  }
  if (isChanged) root.setChildren(lean.toReversed())
}

const isFalseHeading = (heading: ContentNode, below: ContentNode | undefined): boolean =>
  below === undefined || heading.textContent.length > maxHeading || isAddedForNothing(heading, below)

/** Headings of the page itself may follow one another: its sections may be in tabs, or in parts that are not content. */
const isAddedForNothing = (heading: ContentNode, below: ContentNode): boolean =>
  heading.getAttribute("title") === "yes" && headingName.test(below.nodeName) && below.nodeName <= heading.nodeName

const maxHeading = 140

/** Nothing in the place of a heading that is for the markdown alone. */
const asParagraph = (heading: ContentNode, origins: Map<ContentNode, PageElement> | undefined) => {
  if (heading.getAttribute("title") === "yes") return undefined
  const paragraph = new ContentNode("P")
  paragraph.setChildren(heading.childNodes)
  const origin = origins?.get(heading)
  if (origin !== undefined) origins?.set(paragraph, origin)
  return paragraph
}

/** Removes a link right after one with the same words and address: in a line, or as the next line. */
const removeRepeatedLinks = (node: ContentNode): void => {
  let before: ContentNode | undefined
  /** Set at the first one that is removed. */
  let lean: Array<ContentNode> | undefined
  for (const child of node.childNodes) {
    const link = isSpace(child) ? before : linkOf(child)
    if (link !== undefined && link !== before && before !== undefined && isSameLink(before, link)) {
      lean ??= node.childNodes.slice(0, child.position)
    } else {
      lean?.push(child)
      if (!leaves.has(child.nodeName)) removeRepeatedLinks(child)
    }
    before = link
  }
  if (lean !== undefined) node.setChildren(lean)
}

const leaves: ReadonlySet<string> = new Set(["A", "PRE", "#text", "TD"])

const isSpace = (node: ContentNode): boolean => node.nodeType === 3 && isBlank(node.data)

/** The link that is all of a node. */
const linkOf = (node: ContentNode): ContentNode | undefined => {
  if (node.nodeName === "A") return node
  let only: ContentNode | undefined
  for (const child of node.childNodes) {
    if (isSpace(child)) continue
    if (only !== undefined) return undefined
    only = child
  }
  return only === undefined ? undefined : linkOf(only)
}

const isSameLink = (one: ContentNode, other: ContentNode): boolean =>
  one.getAttribute("href") === other.getAttribute("href") && one.textContent === other.textContent &&
  one.textContent !== ""
