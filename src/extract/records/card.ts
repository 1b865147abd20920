import { resolveLink } from "../../domain/WebUrl.ts"
import { linesOf, lineText } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import { isoDate } from "../metadata/dates/dates.ts"
import type { ParsedPage, RawRecord } from "../Page.ts"
import { type CardElements, elementsOf, maxElements, ratingIn } from "./card-elements.ts"
import { type CardImage, cardImages } from "./card-image.ts"
import { cardPrice } from "./card-price.ts"
import { maxLinks, titleOf, titleOfLink } from "./card-title.ts"
import { hasSign, type Price } from "./price.ts"

/** A record, with signs that it is an item of a list. */
export interface Card {
  readonly record: RawRecord
  /** Its title or picture leads to a page of its own. */
  readonly isLinked: boolean
  readonly hasHeading: boolean
  /** No other text comes before its title. */
  readonly isBegunByTitle: boolean
}

interface ReadCard {
  readonly card: PageElement
  readonly parts: CardElements
  readonly lines: ReadonlyArray<string>
  readonly images: ReadonlyArray<CardImage>
}

const maxTextLength = 5000
const minDescription = 40

/** Reads the fields of the cards in a list from their markup. An uncertain field is left out. */
export const readCards = (cards: ReadonlyArray<PageElement>, page: ParsedPage): ReadonlyArray<Card> => {
  const read = cards.map((card): ReadCard => {
    const parts = elementsOf(card)
    return {
      card,
      parts,
      lines: linesOf(card, maxTextLength, maxElements).lines,
      images: cardImages(parts.images.slice(0, maxImages), page.baseUrl)
    }
  })
  const texts = inMost(read.map(({ lines, parts }) => [...lines, ...parts.links.slice(0, maxLinks).map(titleOfLink)]))
  const images = inMost(read.map((card) => card.images.map(({ url }) => url)))
  return read.map((card) => cardOf(card, texts, images, page))
}

const maxImages = 12

/** Texts and pictures in most of the cards. These are actions and labels, not titles and pictures of items. */
const inMost = (cards: ReadonlyArray<ReadonlyArray<string>>): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const texts of cards) for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 2 && count > cards.length / 2).map(([text]) => text))
}

const cardOf = (
  { card, images, lines, parts }: ReadCard,
  common: ReadonlySet<string>,
  commonImages: ReadonlySet<string>,
  page: ParsedPage
): Card => {
  const title = titleOf(parts, lines.filter((line) => !common.has(line)), common, card)
  const url = title.link === undefined ? "" : resolveLink(title.link.attr("href") ?? "", page.baseUrl) ?? ""
  const price: Price = parts.hasPrice || lines.some(hasSign) ? cardPrice(card) : {}
  const fields = {
    title: title.text,
    url: isSamePage(url, page) ? "" : url,
    image: images.find((image) => !commonImages.has(image.url))?.url ?? "",
    ...price,
    description: lines.filter((line) => line !== title.text && !common.has(line) && line.length >= minDescription)
      .reduce((best, line) => line.length > best.length ? line : best, ""),
    date: dateIn(parts, lines, page.input.fetchedAt),
    rating: ratingIn(parts, lineText),
    text: lines.join(" ")
  }
  const given = Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined)
  const isProduct = price.price !== undefined && fields.date === ""
  return {
    record: { source: "repeated", type: isProduct ? "Product" : "", fields: Object.fromEntries(given) },
    isLinked: title.isLinked && fields.url !== "",
    hasHeading: parts.headings.length > 0,
    isBegunByTitle: isBegunBy(title.text, lines, common)
  }
}

/** Actions and labels may come before it. */
const isBegunBy = (title: string, lines: ReadonlyArray<string>, common: ReadonlySet<string>): boolean => {
  const first = lines.find((line) => /\p{L}{2}/u.test(line) && !common.has(line)) ?? ""
  const label = [...common].find((text) => first.startsWith(text)) ?? ""
  return first.slice(label.length).trimStart().startsWith(title)
}

/** A place on the same page is no address of an item. */
const isSamePage = (url: string, page: ParsedPage): boolean => url.split("#")[0] === page.url.href.split("#")[0]

/** A `time`, else a line that is only a date. */
const dateIn = ({ times }: CardElements, lines: ReadonlyArray<string>, now: number): string => {
  for (const time of times) {
    const date = isoDate(time.attr("datetime") ?? "", now) || isoDate(lineText(time), now)
    if (date !== "") return date
  }
  return lines.filter((line) => line.length <= maxDateLength).map((line) => isoDate(line, now)).find((date) =>
    date !== ""
  ) ?? ""
}

const maxDateLength = 30
