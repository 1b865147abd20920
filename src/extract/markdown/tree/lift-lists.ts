import type { ContentNode } from "./ContentNode.ts"

/**
 * An item that has only lists is used for indentation. Its lists move into the item before it, or into the list itself
 * if there is none. Returns whether they moved.
 */
export const liftLists = (item: ContentNode, list: ContentNode): boolean => {
  if (item.childNodes.some(({ nodeName }) => nodeName !== "UL" && nodeName !== "OL")) return false
  const before = list.childNodes.at(-1)
  if (before === undefined && item.childNodes.some(({ nodeName }) => nodeName !== list.nodeName)) return false
  for (const inner of item.childNodes) {
    const last = before?.childNodes.at(-1)
    if (before === undefined) moveItems(inner, list)
    else if (last?.nodeName === inner.nodeName) moveItems(inner, last)
    else before.append(inner)
  }
  return true
}

const moveItems = (from: ContentNode, to: ContentNode): void => {
  for (const item of from.childNodes) to.append(item)
}
