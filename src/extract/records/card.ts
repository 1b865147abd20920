import type { PageRecord } from "../../domain/document/Document.ts"
import { resolveLink } from "../../domain/WebUrl.ts"
import { linesOf, lineText } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import { closest, nextNode } from "../dom/walk.ts"
import { imageOf } from "../media/image-source.ts"
import { isoDate } from "../metadata/dates/dates.ts"
import type { ParsedPage } from "../Page.ts"
import { headingTags } from "../rules/tags.ts"
import { priceIn } from "./price.ts"

const maxTitleLength = 300
const maxTextLength = 5000
const maxElements = 500

/** Reads the fields of the cards in a list from their markup. An uncertain field is left out. */
export const recordsOf = (cards: ReadonlyArray<PageElement>, page: ParsedPage): ReadonlyArray<PageRecord> => {
  const read = cards.map((card) => ({
    parts: elementsOf(card),
    lines: linesOf(card, maxTextLength, maxElements).lines
  }))
  const common = commonTexts(read)
  return read.map(({ lines, parts }) => recordOf(parts, lines, common, page))
}

/** Texts in most of the cards. These are actions or labels, not titles. */
const commonTexts = (
  cards: ReadonlyArray<{ readonly parts: CardElements; readonly lines: ReadonlyArray<string> }>
): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const { lines, parts } of cards) {
    for (const text of new Set([...lines, ...parts.links.slice(0, maxLinks).map(titleOfLink)])) {
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  return new Set([...counts].filter(([, count]) => count > 2 && count > cards.length / 2).map(([text]) => text))
}

const recordOf = (
  parts: CardElements,
  lines: ReadonlyArray<string>,
  common: ReadonlySet<string>,
  page: ParsedPage
): PageRecord => {
  const title = titleOf(parts, lines.filter((line) => !common.has(line)), common)
  const image = parts.images.map((element) => imageOf(element, page.baseUrl)).find((found) => found !== undefined)
  const fields = {
    title: title.text,
    url: resolveLink(title.link?.attr("href") ?? "", page.baseUrl) ?? "",
    image: image?.url ?? "",
    ...priceIn(
      parts.price?.attr("content") ??
        (parts.price === undefined ? lines.filter((line) => isPriceLine(line, title.text)) : [lineText(parts.price)])
          .join("\n")
    ),
    date: dateIn(parts, lines, page.input.fetchedAt),
    rating: ratingIn(parts),
    text: lines.join(" ")
  }
  const given = Object.entries(fields).filter(([name, value]) =>
    value !== "" && value !== undefined && !(name === "url" && title.link === undefined)
  )
  return { source: "repeated", type: "", fields: Object.fromEntries(given) }
}

interface CardElements {
  readonly headings: Array<PageElement>
  readonly links: Array<PageElement>
  readonly images: Array<PageElement>
  readonly times: Array<PageElement>
  price: PageElement | undefined
  rating: PageElement | undefined
}

/** One walk over the card. */
const elementsOf = (card: PageElement): CardElements => {
  const parts: CardElements = { headings: [], links: [], images: [], times: [], price: undefined, rating: undefined }
  if (card.tag === "a" && card.has("href")) parts.links.push(card)
  let left = maxElements
  for (let element = card.firstChild; element !== null; element = nextNode(element, card)) {
    if (element.nodeType !== 1) continue
    if (--left < 0) break
    if (headingTags.has(element.tag)) parts.headings.push(element)
    else if (element.tag === "a" && element.has("href")) parts.links.push(element)
    else if (element.tag === "img") parts.images.push(element)
    else if (element.tag === "time") parts.times.push(element)
    const property = element.attr("itemprop")
    // Shops mark the old price with `del` and the new one with `ins`.
    if (property === "price" || (element.tag === "ins" && saysPrice(element))) parts.price ??= element
    if (property === "ratingValue" || starred.test(element.attr("aria-label") ?? element.attr("title") ?? "")) {
      parts.rating ??= element
    }
  }
  return parts
}

/** The heading and its link, else the longest of the first links, else the first line. */
const titleOf = (
  { headings, links }: CardElements,
  lines: ReadonlyArray<string>,
  common: ReadonlySet<string>
): { readonly text: string; readonly link: PageElement | undefined } => {
  const heading = headings.find((element) => {
    const text = lineText(element, maxTitleLength)
    return text !== "" && !common.has(text)
  })
  if (heading !== undefined) {
    const inside = links.find((link) => closest(link, heading.tag) === heading)
    return { text: lineText(heading, maxTitleLength), link: inside ?? closest(heading, "a") ?? links[0] }
  }
  const named = links.slice(0, maxLinks).map((link) => ({ link, text: titleOfLink(link) }))
    .filter(({ text }) => !common.has(text)).slice(0, firstLinks)
    .reduce<{ link: PageElement; text: string } | undefined>(
      (best, next) => next.text.length > (best?.text.length ?? 0) ? next : best,
      undefined
    )
  return named ?? { text: titleLine(lines), link: links[0] }
}

/** Labels come before titles. */
const titleLine = (lines: ReadonlyArray<string>): string =>
  lines.slice(0, firstLinks).find((line) => line.length >= titleLike) ?? lines[0] ?? ""

const titleLike = 10

const firstLinks = 4
const maxLinks = 12

const titleOfLink = (link: PageElement): string => titleLine(linesOf(link, maxTitleLength, maxElements).lines)

const saysPrice = (element: PageElement): boolean => "price" in priceIn(lineText(element, maxPriceLength))

/** An amount in a sentence or a headline is not the price of the item. */
const isPriceLine = (line: string, title: string): boolean => line.length <= maxPriceLength && line !== title

const maxPriceLength = 80

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

const starred = /(\d(?:[.,]\d+)?)\s*(?:out of|of|von|sur|de|su|\/)\s*(5|10)\b/i

const ratingIn = ({ rating }: CardElements): number | undefined => {
  if (rating === undefined) return undefined
  const label = rating.attr("aria-label") ?? rating.attr("title") ?? ""
  const text = starred.exec(label)?.[1] ?? rating.attr("content") ?? lineText(rating)
  const value = Number(text.replace(",", "."))
  return text !== "" && Number.isFinite(value) ? value : undefined
}
