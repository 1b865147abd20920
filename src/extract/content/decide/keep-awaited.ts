import type { PageElement, PageNode } from "../../dom/node.ts"
import { isBlank, nextNode } from "../../dom/walk.ts"
import type { Block } from "../blocks/blocks.ts"

/**
 * Keeps the blocks with the text of the elements that the caller waits for, if the choice has none of it. Returns
 * whether the content has their text, or they have none.
 */
export const keepAwaited = (
  blocks: ReadonlyArray<Block>,
  awaited: ReadonlyArray<PageElement>,
  kept: Uint8Array
): boolean => {
  if (awaited.length === 0) return true
  // Every page has these two, with all of its menus.
  const named = awaited.filter(({ tag }) => tag !== "html" && tag !== "body")
  const texts = new Set<PageNode>(named.flatMap(textsOf))
  const own = blocks.flatMap((block, index) => block.texts.some((text) => texts.has(text)) ? [index] : [])
  const isShown = own.some((index) => kept[index] === 1)
  for (const index of isShown ? [] : own) kept[index] = 1
  return own.length > 0 || texts.size === 0
}

const textsOf = (root: PageElement): ReadonlyArray<PageNode> => {
  const texts: Array<PageNode> = []
  for (let node: PageNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType === 3 && !isBlank(node.data)) texts.push(node)
  }
  return texts
}
