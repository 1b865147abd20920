import type { PageElement } from "../../dom/node.ts"
import { ContentNode } from "./ContentNode.ts"
import { headingName } from "./inline-mark.ts"

/**
 * Makes the blocks of a container and of all below it lean, in place. A rule separates two parts, so none is at an edge
 * or below a heading. A picture at the start of a heading is above it, and one without a description is no heading.
 */
export const leanEdges = (parent: ContentNode, origins?: Map<ContentNode, PageElement>): void => {
  /** Set at the first change. */
  let lean: Array<ContentNode> | undefined
  const last = parent.childNodes.findLastIndex(({ nodeName }) => nodeName !== "HR")
  let before: ContentNode | undefined
  for (const child of parent.childNodes) {
    const isIdle = child.nodeName === "HR" &&
      (before === undefined || child.position > last || headingName.test(before.nodeName))
    const pictures = headingName.test(child.nodeName) ? picturesBefore(child, origins) : undefined
    if (isIdle || pictures !== undefined) lean ??= parent.childNodes.slice(0, child.position)
    if (pictures !== undefined) lean?.push(pictures)
    const isEmpty = pictures !== undefined && child.childNodes.length === 0
    if (!isIdle && !isEmpty) lean?.push(child)
    if (containers.has(child.nodeName)) leanEdges(child, origins)
    before = isIdle ? before : child
  }
  if (lean !== undefined) parent.setChildren(lean)
}

const containers: ReadonlySet<string> = new Set(["ASIDE", "BLOCKQUOTE", "LI", "OL", "UL"])

/** Takes the pictures at the start of a heading out of it, as a paragraph. A description may be the whole heading. */
const picturesBefore = (
  heading: ContentNode,
  origins: Map<ContentNode, PageElement> | undefined
): ContentNode | undefined => {
  const isSpace = ({ data, nodeType }: ContentNode) => nodeType === 3 && data.trim() === ""
  const end = heading.childNodes.findIndex((child) => child.nodeName !== "IMG" && !isSpace(child))
  const own = end < 0 ? heading.childNodes : heading.childNodes.slice(0, end)
  const isHeading = end < 0 && own.some((child) => (child.getAttribute("alt") ?? "") !== "")
  if (isHeading || !own.some(({ nodeName }) => nodeName === "IMG")) return undefined
  const line = new ContentNode("P")
  line.setChildren(own)
  heading.setChildren(end < 0 ? [] : heading.childNodes.slice(end))
  const origin = origins?.get(heading)
  if (origin !== undefined) origins?.set(line, origin)
  return line
}
