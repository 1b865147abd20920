import { once } from "../../core/kernel/once.ts"
import { linesOf, lineText } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import { isoDate } from "../metadata/dates/dates.ts"
import type { ParsedPage } from "../Page.ts"
import { type CardElements, elementsOf, maxElements } from "./card-elements.ts"
import { type CardImage, cardImages } from "./card-image.ts"
import { cardPrice } from "./card-price.ts"
import { type TitledCard, titledLinks } from "./card-title.ts"
import { hasSign, type Price } from "./price.ts"

/** Facts of a card that do not depend on the other cards of its list. */
export interface CardFacts extends TitledCard {
  readonly lines: ReadonlyArray<string>
  readonly images: () => ReadonlyArray<CardImage>
  readonly price: () => Price
  readonly date: () => string
}

const maxTextLength = 5000
const maxImages = 12

/** Reads the facts of the cards of a page. Each is read once, because a list is judged before its records are read. */
export const factsReader = (page: ParsedPage): (card: PageElement) => CardFacts => {
  const known = new Map<PageElement, CardFacts>()
  return (card) => {
    const before = known.get(card)
    if (before !== undefined) return before
    const facts = factsOf(card, page)
    known.set(card, facts)
    return facts
  }
}

const factsOf = (card: PageElement, page: ParsedPage): CardFacts => {
  const parts = elementsOf(card)
  const { lines } = linesOf(card, maxTextLength, maxElements)
  return {
    card,
    parts,
    lines,
    links: once(() => titledLinks(parts)),
    images: once(() => cardImages(parts.images.slice(0, maxImages), page.baseUrl)),
    price: once(() => parts.hasPrice || lines.some(hasSign) ? cardPrice(card) : {}),
    date: once(() => dateIn(parts, lines, page.input.fetchedAt))
  }
}

/** A `time`, else a line that is only a date. */
const dateIn = ({ times }: CardElements, lines: ReadonlyArray<string>, now: number): string => {
  for (const time of times) {
    const date = isoDate(time.attr("datetime") ?? "", now) || isoDate(lineText(time), now)
    if (date !== "") return date
  }
  for (const line of lines) {
    const date = line.length <= maxDateLength ? isoDate(line, now) : ""
    if (date !== "") return date
  }
  return ""
}

const maxDateLength = 30
