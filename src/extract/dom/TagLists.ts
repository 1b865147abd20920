import type { PageElement } from "./node.ts"
import { byTag } from "./walk.ts"

/** Tags that stages look for in the whole page. A walk over the tree for each would take 5 % of reading a page. */
export type ListedTag = "base" | "h1" | "img" | "noscript" | "script"

/** The elements of a page with certain tags, collected while it is parsed. */
export class TagLists {
  private readonly lists = new Map<string, Array<PageElement>>(
    (["base", "h1", "img", "noscript", "script"] satisfies ReadonlyArray<ListedTag>).map((tag) => [tag, []])
  )
  /**
   * False if a node was moved or put before another (misnested tags, text in a table, shadow roots). The parser then
   * made the elements in another order than they stand in.
   */
  isInOrder = true

  add(element: PageElement): void {
    this.lists.get(element.tag)?.push(element)
  }

  /** The elements with this tag that are in the document now, in its order. Those of a template are not in it. */
  in(document: PageElement, tag: ListedTag): ReadonlyArray<PageElement> {
    return this.isInOrder
      ? (this.lists.get(tag) ?? []).filter((element) => isBelow(element, document))
      : byTag(document, tag)
  }
}

const isBelow = (element: PageElement, root: PageElement): boolean => {
  let at: PageElement | null = element
  while (at !== null && at !== root) at = at.parentNode
  return at === root
}
