import { resolveLink } from "../../core/domain/WebUrl.ts"
import { once } from "../../core/kernel/once.ts"
import { lineText } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import type { ParsedPage, RawRecord } from "../Page.ts"
import { ratingIn } from "./card-elements.ts"
import { type CardFacts, factsReader } from "./card-facts.ts"
import { type CardTitle, titleOf } from "./card-title.ts"

/** A card of a list, with signs that it is an item. An uncertain field is left out. */
export interface Card {
  readonly facts: CardFacts
  readonly title: () => CardTitle
  /** Its own address, or "". */
  readonly url: () => string
  readonly image: () => string
  /** No other text comes before its title. */
  readonly isBegunByTitle: () => boolean
  readonly record: () => RawRecord
}

const minDescription = 40

/** Reads cards as those of one list. */
export type ReadCards = (cards: ReadonlyArray<PageElement>) => ReadonlyArray<Card>

export const cardReader = (page: ParsedPage): ReadCards => {
  const factsOf = factsReader(page)
  return (cards) => {
    const read = cards.map(factsOf)
    const texts = once(() => inMost(read.map(({ lines, links }) => [...lines, ...links().map(({ text }) => text)])))
    const images = once(() => inMost(read.map((facts) => facts.images().map(({ url }) => url))))
    return read.map((facts) => cardOf(facts, texts, images, page))
  }
}

/** Texts and pictures in most of the cards. These are actions and labels, not titles and pictures of items. */
const inMost = (cards: ReadonlyArray<ReadonlyArray<string>>): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const texts of cards) for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1)
  const common = new Set<string>()
  for (const [text, count] of counts) if (count > 2 && count > cards.length / 2) common.add(text)
  return common
}

const cardOf = (
  facts: CardFacts,
  common: () => ReadonlySet<string>,
  commonImages: () => ReadonlySet<string>,
  page: ParsedPage
): Card => {
  const lines = once(() => facts.lines.filter((line) => !common().has(line)))
  const title = once(() => titleOf(facts, lines(), common()))
  const card: Card = {
    facts,
    title,
    url: once(() => urlOf(title(), page)),
    image: () => facts.images().find(({ url }) => !commonImages().has(url))?.url ?? "",
    isBegunByTitle: () => isBegunBy(title().text, facts.lines, common()),
    record: () => recordOf(card, lines())
  }
  return card
}

/** A place on the same page is not the address of an item. */
const urlOf = ({ link }: CardTitle, page: ParsedPage): string => {
  const url = link === undefined ? "" : resolveLink(link.attr("href") ?? "", page.baseUrl) ?? ""
  return url.split("#")[0] === page.url.href.split("#")[0] ? "" : url
}

/** The title or the picture of a card leads to a page of its own. */
export const isLinked = ({ title, url }: Card): boolean => title().isLinked && url() !== ""

const recordOf = ({ facts, image, title, url }: Card, ownLines: ReadonlyArray<string>): RawRecord => {
  const { text } = title()
  const price = facts.price()
  const date = facts.date()
  const fields = {
    title: text,
    url: url(),
    image: image(),
    ...price,
    description: ownLines.filter((line) => line !== text && line.length >= minDescription)
      .reduce((best, line) => line.length > best.length ? line : best, ""),
    date,
    rating: ratingIn(facts.parts, lineText),
    text: facts.lines.join(" ")
  }
  const given = Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined)
  const isProduct = price.price !== undefined && date === ""
  return { source: "repeated", type: isProduct ? "Product" : "", fields: Object.fromEntries(given) }
}

/** Actions and labels may come before it. */
const isBegunBy = (title: string, lines: ReadonlyArray<string>, common: ReadonlySet<string>): boolean => {
  const first = lines.find((line) => /\p{L}{2}/u.test(line) && !common.has(line)) ?? ""
  const label = [...common].find((text) => first.startsWith(text)) ?? ""
  return first.slice(label.length).trimStart().startsWith(title)
}
