import type { PageElement } from "../../dom/node.ts"
import { ContentNode } from "./ContentNode.ts"
import { headingName } from "./inline-mark.ts"

/**
 * Makes the content lean, in place. A heading with nothing below it, or a very long one, becomes a paragraph. A link
 * that repeats the link right before it is removed.
 */
export const leanContent = (root: ContentNode, origins?: Map<ContentNode, PageElement>): void => {
  removeRepeatedLinks(root)
  let below: ContentNode | undefined
  for (let at = root.childNodes.length - 1; at >= 0; at--) {
    const node = root.childNodes[at]!
    if (at > 0 && headingName.test(node.nodeName) && isNoHeading(node, below)) {
      const isMarkdownOnly = node.getAttribute("title") === "yes"
      const paragraph = isMarkdownOnly ? undefined : asParagraph(node)
      root.replaceChild(node, paragraph)
      const origin = origins?.get(node)
      if (paragraph !== undefined && origin !== undefined) origins?.set(paragraph, origin)
    }
    below = node
  }
}

const isNoHeading = (heading: ContentNode, below: ContentNode | undefined): boolean =>
  below === undefined || heading.textContent.length > maxHeading ||
  headingName.test(below.nodeName) && below.nodeName <= heading.nodeName

const maxHeading = 140

const asParagraph = (heading: ContentNode): ContentNode => {
  const paragraph = new ContentNode("P")
  for (const child of heading.childNodes) paragraph.append(child)
  return paragraph
}

/** Removes a link right after one with the same words and address: in a line, or as the next line. */
const removeRepeatedLinks = (node: ContentNode): void => {
  let before: ContentNode | undefined
  for (const child of [...node.childNodes]) {
    if (isSpace(child)) continue
    const link = linkOf(child)
    if (link !== undefined && before !== undefined && isSameLink(before, link)) node.removeChild(child)
    else {
      before = link
      if (!leaves.has(child.nodeName)) removeRepeatedLinks(child)
    }
  }
}

const leaves: ReadonlySet<string> = new Set(["A", "PRE", "#text", "TD"])

const isSpace = (node: ContentNode): boolean => node.nodeType === 3 && node.data.trim() === ""

/** The link that is all of a node. */
const linkOf = (node: ContentNode): ContentNode | undefined => {
  if (node.nodeName === "A") return node
  const [only, ...others] = node.childNodes.filter((child) => !isSpace(child))
  return only !== undefined && others.length === 0 ? linkOf(only) : undefined
}

const isSameLink = (one: ContentNode, other: ContentNode): boolean =>
  one.getAttribute("href") === other.getAttribute("href") && one.textContent === other.textContent &&
  one.textContent !== ""
