import type { PageOptions } from "../../core/domain/options/PageOptions.ts"
import { ContentNode, markdownOnly } from "./tree/ContentNode.ts"

type Links = PageOptions["links"]

/**
 * Takes the addresses of links and pictures out of a content tree, in place. A link is its text; a picture is its
 * alternative text with `text`, and nothing with `none`. The text of the content stays the same.
 */
export const dropAddresses = (node: ContentNode, links: Links): void => {
  if (links === undefined || node.nodeName === "PRE") return
  let isChanged = false
  const own = node.childNodes.flatMap((child): ReadonlyArray<ContentNode> => {
    const isPicture = child.nodeName === "IMG"
    if (!isPicture) dropAddresses(child, links)
    isChanged ||= isPicture || child.nodeName === "A"
    return isPicture ? pictureAsText(child, links) : child.nodeName === "A" ? child.childNodes : [child]
  })
  if (isChanged) node.setChildren(joined(own))
}

/** A picture separates the words around it. */
const pictureAsText = (picture: ContentNode, links: Links): ReadonlyArray<ContentNode> => {
  const alt = links === "text" ? picture.getAttribute("alt") ?? "" : ""
  const words = alt === "" ? [] : [new ContentNode(markdownOnly, undefined, alt)]
  return [textNode(" "), ...words, textNode(" ")]
}

const textNode = (text: string): ContentNode => new ContentNode("#text", undefined, text)

/** Texts side by side are one, as everywhere in the tree. */
const joined = (nodes: ReadonlyArray<ContentNode>): ReadonlyArray<ContentNode> => {
  const found: Array<ContentNode> = []
  let run: Array<string> = []
  const endRun = () => {
    if (run.length > 0) found.push(textNode(run.join("").replace(/ {2,}/g, " ")))
    run = []
  }
  for (const node of nodes) {
    if (node.nodeType === 3) run.push(node.data)
    else {
      endRun()
      found.push(node)
    }
  }
  endRun()
  return found
}
