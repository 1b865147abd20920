import { randomUUID } from "node:crypto"
import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import type { PageElement, PageNode } from "../../dom/node.ts"
import { nextNode } from "../../dom/walk.ts"

/**
 * Marks elements while a source is parsed, by an attribute whose name no page can know. The source itself, and the tree in
 * the end, are without it.
 */
export const markUnseen = (
  source: string,
  unseen: ReadonlyArray<readonly [afterName: number, reason: HiddenReason]>
) => {
  const mark = `unseen-${randomUUID()}`
  let text = ""
  let from = 0
  for (const [place, reason] of unseen.toSorted(([one], [other]) => one - other)) {
    text += `${source.slice(from, place)} ${mark}="${reason}"`
    from = place
  }
  return { text: text + source.slice(from), take: (root: PageElement) => taken(root, mark) }
}

/** Takes the marks from the tree. */
const taken = (root: PageElement, mark: string): ReadonlyMap<PageElement, HiddenReason> => {
  const found = new Map<PageElement, HiddenReason>()
  for (let node: PageNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== 1) continue
    const reason = node.attr(mark)
    if (reason === undefined) continue
    node.attrs = node.attrs.filter(({ name }) => name !== mark)
    // The value is one of ours.
    found.set(node, reason as HiddenReason)
  }
  return found
}
