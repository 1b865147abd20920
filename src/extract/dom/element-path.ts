import type { PageElement } from "./node.ts"
import { children, elements } from "./walk.ts"

/** Positions of elements among their siblings, from 1. */
export const positionsIn = (document: PageElement): ReadonlyMap<PageElement, number> => {
  const positions = new Map<PageElement, number>()
  for (const parent of [document, ...elements(document)]) {
    let position = 0
    for (const child of children(parent)) positions.set(child, ++position)
  }
  return positions
}

/**
 * Writes paths of elements: CSS selectors that match one element each, from the nearest ancestor with a unique id. An
 * element of another document has the path "".
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
      if (id !== undefined && ids.has(id)) return [`#${id}`, ...steps.toReversed()].join(" > ")
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
const ownIds = (document: PageElement): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  const count = (id: string) => counts.set(id.toLowerCase(), (counts.get(id.toLowerCase()) ?? 0) + 1)
  const ids = [...elements(document)].flatMap((element) => element.attr("id") ?? [])
  for (const id of ids) count(id)
  return new Set(ids.filter((id) => /^[a-z_][\w-]{0,60}$/i.test(id) && counts.get(id.toLowerCase()) === 1))
}
