import type { PageNode } from "../../dom/node.ts"
import type { Selection } from "../../Page.ts"

/** Content is chosen by words, so a comma between two kept links would be lost. It is kept with them. */
export const isMarkOfKept = (node: PageNode, text: string, selection: Selection): boolean =>
  text.length <= maxLength && /^[\s\p{P}\p{S}]+$/u.test(text) && isBesideKept(node, selection)

const isBesideKept = ({ nextSibling, previousSibling }: PageNode, { isDropped }: Selection): boolean =>
  previousSibling !== null && !isDropped(previousSibling) || nextSibling !== null && !isDropped(nextSibling)

const maxLength = 24
