import type { PageElement } from "../dom/node.ts"
import { nextNode } from "../dom/walk.ts"
import { backgroundOf } from "../media/image-source.ts"
import * as rules from "../rules/records.ts"
import { headingTags } from "../rules/tags.ts"

/** The elements of a card that may have a field of its record, in document order. */
export interface CardElements {
  readonly headings: Array<PageElement>
  /** Elements with the class or the property of a title. */
  readonly named: Array<PageElement>
  readonly links: Array<PageElement>
  readonly images: Array<PageElement>
  readonly times: Array<PageElement>
  rating: PageElement | undefined
  /** An element declares a price. */
  hasPrice: boolean
}

export const maxElements = 500

/** One walk over the card. */
export const elementsOf = (card: PageElement): CardElements => {
  const parts: CardElements = {
    headings: [],
    named: [],
    links: [],
    images: [],
    times: [],
    rating: undefined,
    hasPrice: false
  }
  if (card.tag === "a" && card.has("href")) parts.links.push(card)
  let left = maxElements
  for (let element = card.firstChild; element !== null; element = nextNode(element, card)) {
    if (element.nodeType !== 1) continue
    if (--left < 0) break
    if (headingTags.has(element.tag)) parts.headings.push(element)
    else if (element.tag === "a" && element.has("href")) parts.links.push(element)
    else if (element.tag === "img" || backgroundOf(element) !== undefined) parts.images.push(element)
    else if (element.tag === "time") parts.times.push(element)
    const property = element.attr("itemprop")
    if (property === "price") parts.hasPrice = true
    if (isNamedTitle(element, property)) parts.named.push(element)
    if (property === "ratingValue" || starred.test(labelOf(element))) parts.rating ??= element
  }
  return parts
}

const isNamedTitle = (element: PageElement, property: string | undefined): boolean => {
  if (property === "name" || property === "headline") return element.parentNode?.attr("itemprop") === undefined
  const names = element.attr("class")
  return names !== undefined && rules.titleNames.test(names) && !rules.besideTitleNames.test(names)
}

const labelOf = (element: PageElement): string => element.attr("aria-label") ?? element.attr("title") ?? ""

const starred = /(\d(?:[.,]\d+)?)\s*(?:out of|of|von|sur|de|su|\/)\s*(5|10)\b/i

export const ratingIn = ({ rating }: CardElements, textOf: (element: PageElement) => string): number | undefined => {
  if (rating === undefined) return undefined
  const text = starred.exec(labelOf(rating))?.[1] ?? rating.attr("content") ?? textOf(rating)
  const value = Number(text.replace(",", "."))
  return text !== "" && Number.isFinite(value) ? value : undefined
}
