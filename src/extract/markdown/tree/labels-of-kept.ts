import type { PageElement, PageNode, PageText } from "../../dom/node.ts"
import { firstByTag, nextNode, textContent } from "../../dom/walk.ts"
import type { Selection } from "../../Page.ts"
import { captionedTags } from "../../rules/tags.ts"
import { isLongerThan } from "./element-facts.ts"

/** Max length of a label. */
const maxLabel = 800
const maxLine = 200

/**
 * Whether a dropped element names or explains what is kept around it: the caption of a picture or a table, the source
 * of a quote, the summary of details. Content is chosen by words, and labels have few.
 */
export const isLabelOfKept = (node: PageElement, selection: Selection): boolean => {
  const around = node.parentNode
  if (around === null) return false
  const isLabel = node.tag === "summary"
    ? around.tag === "details"
    : node.tag === "cite" || node.tag === "footer"
    ? around.tag === "blockquote" || around.parentNode?.tag === "blockquote"
    : isCaption(node, around) && hasKeptPicture(around, selection)
  return isLabel && !isLongerThan(node, maxLabel)
}

/** Whether a dropped piece of a line stands directly in a kept quote, as the author of an embedded post does. */
export const isLineOfQuote = (node: PageElement | PageText): boolean =>
  node.parentNode?.tag === "blockquote" && textContent(node).length <= maxLine

const isCaption = (node: PageElement, around: PageElement): boolean =>
  node.tag === "figcaption" || captionClass.test(node.attr("class") ?? "") ||
  around.tag === "figure" && firstByTag(node, "figcaption") !== undefined

const captionClass = /(?:^|[\s_-])caption(?:-text)?(?:\s|$)/i

const maxNodes = 200

/** The picture stands beside the caption, or beside its box. */
const hasKeptPicture = (around: PageElement, { isDropped }: Selection): boolean => {
  const box = around.tag === "figure" || around.parentNode?.tag !== "figure" ? around : around.parentNode
  let nodes = 0
  for (let node: PageNode | null = box.firstChild; node !== null && ++nodes < maxNodes; node = nextNode(node, box)) {
    if (node.nodeType === 1 && captionedTags.has(node.tag) && !isDropped(node)) return true
  }
  return false
}
