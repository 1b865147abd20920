import type { PageElement } from "./node.ts"
import { afterSubtree, children, nextNode } from "./walk.ts"

/** Attribute of a part that is not an element of the page: the document of a frame. */
export const frameMark = "data-inserted-frame"

/** Positions of elements among their siblings, from 1. Elements in frames have none. */
export const positionsIn = (document: PageElement): ReadonlyMap<PageElement, number> => {
  const positions = new Map<PageElement, number>()
  for (const parent of [document, ...ownElements(document)]) {
    let position = 0
    for (const child of children(parent)) if (!child.has(frameMark)) positions.set(child, ++position)
  }
  return positions
}

/**
 * Writes paths of elements: CSS selectors that match one element each, from the nearest ancestor with a unique id. An
 * element of another document, as that of a frame, has the path "".
 */
export const pathWriter = (
  document: PageElement,
  positions = positionsIn(document)
): (element: PageElement) => string => {
  const ids = ownIds(document)
  return (element) => {
    const steps: Array<string> = []
    let at: PageElement | null = element
    for (; at !== null && at !== document; at = at.parentNode) {
      const id = at.attr("id")
      if (id !== undefined && ids.get(id) === at) return [`#${id}`, ...steps.toReversed()].join(" > ")
      const position = positions.get(at)
      if (position === undefined) return ""
      steps.push(at.parentNode === document ? at.tag : `${nameOf(at)}:nth-child(${position})`)
    }
    return at === null ? "" : steps.toReversed().join(" > ")
  }
}

/** A tag with another character would have to be escaped. */
const nameOf = ({ tag }: PageElement): string => /^[a-z][\w-]*$/i.test(tag) ? tag : "*"

/** Unique ids that need no escape. Pages in quirks mode ignore case in them. */
const ownIds = (document: PageElement): ReadonlyMap<string, PageElement> => {
  const counts = new Map<string, number>()
  const found: Array<readonly [string, PageElement]> = []
  for (const element of ownElements(document)) {
    const id = element.attr("id")
    if (id === undefined) continue
    found.push([id, element])
    counts.set(id.toLowerCase(), (counts.get(id.toLowerCase()) ?? 0) + 1)
  }
  return new Map(found.filter(([id]) => /^[a-z_][\w-]{0,60}$/i.test(id) && counts.get(id.toLowerCase()) === 1))
}

function* ownElements(document: PageElement): Generator<PageElement> {
  for (let node = document.firstChild; node !== null;) {
    if (node.nodeType !== 1 || node.has(frameMark)) node = afterSubtree(node, document)
    else {
      yield node
      node = nextNode(node, document)
    }
  }
}
