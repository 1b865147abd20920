import type { PageElement } from "../../../dom/node.ts"
import { classesOf } from "../elements-by-key.ts"
import { findPlaces } from "./find-places.ts"
import type { LeafData, Scope, Subject } from "./Scope.ts"

const maxLeaves = 20
const maxNeighbours = 8
/** Share of the values that are in the subject. Others may be in the head or beside it. */
const minShare = 0.6

/**
 * The part of a page that has the values of an example: the largest one without those parts that have elements with the
 * same classes, such as related products and other events, else the smallest one with most of the values.
 */
export const findSubject = (scope: Scope, leaves: ReadonlyArray<LeafData>): Subject | undefined => {
  const { index } = scope
  const own = leaves.slice(0, maxLeaves).flatMap(({ leaf, value }) => {
    const place = findPlaces(leaf, value, scope).find(({ element }) => index.isWithin(element, index.page.html.body))
    return place === undefined ? [] : [place.element]
  })
  const counts = (element: PageElement) => own.filter((one) => index.isWithin(one, element)).length
  let subject: PageElement | undefined
  for (const element of own) {
    for (const neighbour of neighboursOf(element, scope)) {
      if (counts(neighbour) > 0) continue
      const part = partAside(element, neighbour, scope)
      if (part === element || counts(part) < own.length * minShare) continue
      if (subject === undefined || index.isWithin(part, subject)) subject = part
    }
  }
  if (subject !== undefined) return { element: subject, hasNeighbours: true }
  const around = own.length < 2 ? undefined : smallestAround(own, counts, scope)
  return around === undefined ? undefined : { element: around, hasNeighbours: false }
}

const smallestAround = (
  own: ReadonlyArray<PageElement>,
  counts: (element: PageElement) => number,
  { index }: Scope
): PageElement | undefined => {
  const { body } = index.page.html
  let best: PageElement | undefined
  for (const element of own) {
    let at: PageElement | null = element
    while (at !== null && at !== body && (at === element || counts(at) < own.length * minShare)) at = at.parentNode
    if (at === null || at === body) continue
    if (best === undefined || index.isWithin(at, best)) best = at
  }
  return best
}

/** Elements with a class of this one, or with its tag, if that is one for values. */
const neighboursOf = (element: PageElement, { index }: Scope): ReadonlyArray<PageElement> => {
  const names = classesOf(element).filter((name) => /^-?[a-z_][\w-]*$/i.test(name)).map((name) => `.${name}`)
  return [...names, ...(valueTags.has(element.tag) ? [element.tag] : [])].flatMap((name) => {
    const all = index.select(name, null)
    return [...all.slice(0, maxNeighbours), ...all.slice(-maxNeighbours)]
  }).filter((other) => !index.isWithin(other, element) && !index.isWithin(element, other))
}

const valueTags: ReadonlySet<string> = new Set(["td", "dd", "li", "em", "b", "strong", "time", "small", "i", "span"])

/** The largest element around one that does not have the other. */
const partAside = (element: PageElement, other: PageElement, { index }: Scope): PageElement => {
  let part = element
  while (part.parentNode !== null && !index.isWithin(other, part.parentNode)) part = part.parentNode
  return part
}
