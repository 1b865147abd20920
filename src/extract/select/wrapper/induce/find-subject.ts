import type { PageElement } from "../../../dom/node.ts"
import { classesOf } from "../elements-by-key.ts"
import { costOf } from "./element-names.ts"
import { findPlaces } from "./find-places.ts"
import type { LeafData, Scope } from "./Scope.ts"

const maxLeaves = 20
const maxNeighbours = 8
/** Share of the values that are in the subject. Others may be in the head or beside it. */
const minShare = 0.6

/**
 * The part of a page that has the values of an example, where other parts have elements with the same classes: related
 * products, other events. Undefined if there are no such parts.
 */
export const findSubject = (scope: Scope, leaves: ReadonlyArray<LeafData>): PageElement | undefined => {
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
  return subject
}

/** Elements with a class of this one. */
const neighboursOf = (element: PageElement, { index }: Scope): ReadonlyArray<PageElement> =>
  classesOf(element).filter((name) => /^[a-z][\w-]*$/i.test(name) && costOf(name) < maxClassCost)
    .flatMap((name) => index.select(`.${name}`, null).slice(0, maxNeighbours))
    .filter((other) => !index.isWithin(other, element) && !index.isWithin(element, other))

/** Hashed classes are the same within a site, so they count too. */
const maxClassCost = 10

/** The largest element around one that does not have the other. */
const partAside = (element: PageElement, other: PageElement, { index }: Scope): PageElement => {
  let part = element
  while (part.parentNode !== null && !index.isWithin(other, part.parentNode)) part = part.parentNode
  return part
}
