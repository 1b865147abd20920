import type { PageElement, PageNode } from "../dom/node.ts"
import { afterSubtree, nextNode } from "../dom/walk.ts"
import type { Selection } from "../Page.ts"
import { flowTags, imageWrapperTags } from "../rules/tags.ts"

/**
 * Adds the images in the flow of kept text to the selection. Content is chosen by its words, so a figure without a
 * caption is not chosen by itself: it belongs to the paragraphs around it.
 */
export const withFlowImages = (selection: Selection): Selection => {
  const kept = new Set<PageNode>()
  const isDropped = (node: PageNode): boolean => {
    if (!selection.isDropped(node)) return false
    if (node.parentNode !== null && kept.has(node.parentNode)) {
      if (node.nodeType === 1) kept.add(node)
      return false
    }
    if (node.nodeType !== 1 || !imageWrapperTags.has(node.tag) || !isInFlow(node, selection) || !isImageAlone(node)) {
      return true
    }
    kept.add(node)
    return false
  }
  return { ...selection, isDropped }
}

/** Max nodes of a box. A larger one is a gallery or a bar, and is judged by its words. */
const maxNodes = 40

const isImageAlone = (element: PageElement): boolean => {
  let hasImage = element.tag === "img"
  let nodes = 0
  for (let node: PageNode | null = element.firstChild; node !== null;) {
    if (++nodes > maxNodes) return false
    if (node.nodeType === 3 && node.data.trim() !== "") return false
    if (node.nodeType === 1 && node.tag === "img") hasImage = true
    const isSilent: boolean = node.nodeType === 1 &&
      (node.tag === "noscript" || node.tag === "style" || node.tag === "svg")
    node = isSilent ? afterSubtree(node, element) : nextNode(node, element)
  }
  return hasImage
}

/** Whether kept running text is right before or after a figure or a paragraph, or on both sides of another box. */
const isInFlow = (element: PageElement, selection: Selection): boolean => {
  if (element.parentNode?.tag === "figure") return true
  const before = isText(beside(element, "previousSibling"), selection)
  const after = isText(beside(element, "nextSibling"), selection)
  return element.tag === "figure" || element.tag === "p" || element.tag === "picture"
    ? before || after
    : before && after
}

const isText = (node: PageElement | undefined, selection: Selection): boolean =>
  node !== undefined && flowTags.has(node.tag) && !selection.isDropped(node)

/** Next element on one side that is not an image, because figures may be in rows. */
const beside = (element: PageElement, side: "previousSibling" | "nextSibling"): PageElement | undefined => {
  let node = element[side]
  for (let step = 0; node !== null && step < 8; step++, node = node[side]) {
    if (node.nodeType === 1 && (!imageWrapperTags.has(node.tag) || node.tag === "p" && !isImageAlone(node))) return node
  }
  return undefined
}
