import type { PageElement } from "./node.ts"
import { byTag } from "./walk.ts"

/** Tags that stages search in the whole page. One walk over the tree for each would take 5 % of the CPU of a page. */
const listedTags = [
  "audio",
  "base",
  "embed",
  "frame",
  "h1",
  "iframe",
  "img",
  "link",
  "math",
  "meta",
  "noscript",
  "object",
  "script",
  "style",
  "video"
] as const

export type ListedTag = typeof listedTags[number]

/** The elements of a page with certain tags, collected while it is parsed. */
export class TagLists {
  private readonly lists = new Map<string, Array<PageElement>>(listedTags.map((tag) => [tag, []]))
  /**
   * False if a node was moved or put before another (misnested tags, text in a table, shadow roots): then the order of
   * creation is not that of the document.
   */
  isInOrder = true

  add(element: PageElement): void {
    this.lists.get(element.tag)?.push(element)
  }

  /** Elements with this tag that are in the document now, in its order, without those in templates. */
  in(document: PageElement, tag: ListedTag): ReadonlyArray<PageElement> {
    const list = this.lists.get(tag) ?? []
    if (list.length === 0) return list
    if (!this.isInOrder) return byTag(document, tag)
    const known = new Map([[document, true]])
    return list.filter((element) => isWithin(element, known))
  }
}

/** Whether the element is in the document. `known` caches the answers of ancestors, so each is visited once. */
const isWithin = (element: PageElement, known: Map<PageElement, boolean>): boolean => {
  const climbed: Array<PageElement> = []
  let at: PageElement | null = element.parentNode
  for (; at !== null && !known.has(at); at = at.parentNode) climbed.push(at)
  const isIn = at !== null && known.get(at) === true
  for (const above of climbed) known.set(above, isIn)
  return isIn
}
