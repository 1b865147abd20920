import { linesOf, lineText } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import { closest, elements, firstByTag, fold } from "../dom/walk.ts"
import * as rules from "../rules/records.ts"
import { headingTags } from "../rules/tags.ts"
import { type CardElements, maxElements } from "./card-elements.ts"
import { mayHavePrice, withoutPrice } from "./price.ts"

export interface CardTitle {
  readonly text: string
  readonly link: PageElement | undefined
  /** The link leads to the item, not to an action beside it. */
  readonly isLinked: boolean
}

export interface TitledLink {
  readonly link: PageElement
  readonly text: string
}

/** The facts that the title of a card is read from. */
export interface TitledCard {
  readonly card: PageElement
  readonly parts: CardElements
  readonly links: () => ReadonlyArray<TitledLink>
}

const maxTitleLength = 300
const firstLinks = 4
const maxLinks = 12
/** Labels come before titles. */
const titleLike = 10

/** The heading and its link, else an element that is named as a title, else the longest of the first links. */
export const titleOf = (
  { card, links: firstTitled, parts }: TitledCard,
  lines: ReadonlyArray<string>,
  common: ReadonlySet<string>
): CardTitle => {
  const isOwn = (element: PageElement): boolean => {
    const text = titleText(element)
    return isTitle(text) && !common.has(text)
  }
  const headings = parts.headings.filter(isOwn)
  const plain = headings.filter((element) => !isBeside(element))
  const named = parts.named.filter(isOwn)
  const isInLink = (element: PageElement): boolean => linkInOrAround(element, parts) !== undefined
  const heading = plain.find(isInLink) ?? named.find(isInLink) ?? headings.find(isInLink)
  if (heading !== undefined) {
    const link = linkInOrAround(heading, parts)
    return titled(withoutSource(titleText(heading), link), heading, link, card)
  }
  const links = firstTitled().filter(({ text }) => isTitle(text) && !common.has(text))
  const pictured = links.filter(({ link }) => link.attr("href") === pictureHref(parts))
  const unlinked = plain[0] ?? named[0] ?? headings[0]
  if (unlinked !== undefined && pictured.length === 0) {
    return titled(titleText(unlinked), unlinked, linkOf(unlinked, parts, common, card), card)
  }
  const beside = links.filter(({ link }) => !isBeside(link))
  const longest = withLongestText(
    (pictured.length > 0 ? pictured : beside.length > 0 ? beside : links).slice(0, firstLinks)
  )
  return longest === undefined
    ? titled(titleLine(lines), card, parts.links.find(leadsOn) ?? parts.links[0], card)
    : titled(longest.text, longest.link, longest.link, card)
}

const withLongestText = <A extends { readonly text: string }>(links: ReadonlyArray<A>): A | undefined =>
  links.reduce<A | undefined>((best, next) => next.text.length > (best?.text.length ?? 0) ? next : best, undefined)

/** The link within a title, the longest of several, else the one around it. */
const linkInOrAround = (title: PageElement, { links }: CardElements): PageElement | undefined => {
  const inside = links.filter((link) => link !== title && isWithin(link, title))
  return withLongestText(inside.map((link) => ({ link, text: titleText(link) })))?.link ?? inside[0] ??
    (title.tag === "a" ? title : closest(title, "a"))
}

/** A link that begins its line is the title; the name of a site may follow. */
const withoutSource = (title: string, link: PageElement | undefined): string => {
  const text = link === undefined ? "" : titleText(link)
  return title.startsWith(text) && /^\s*\([^()]+\)$/.test(title.slice(text.length)) ? text : title
}

const isWithin = (element: PageElement, ancestor: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parentNode) if (at === ancestor) return true
  return false
}

const titled = (
  text: string,
  element: PageElement,
  link: PageElement | undefined,
  card: PageElement
): CardTitle => ({
  // The headlines of news may end with a sum. A price has an element of its own.
  text: mayHavePrice(text) && [...elements(element)].some(isPriceElement) ? withoutPrice(text) : text,
  link,
  isLinked: link !== undefined && leadsOn(link) &&
    ((element !== card && isWithin(link, element)) || isOfItem(link, text, card))
})

/** A link that is the card, has the title or the picture, or is laid over the card with the title as its label. */
const isOfItem = (link: PageElement, title: string, card: PageElement): boolean => {
  if (link === card || firstByTag(link, "img") !== undefined || closest(link, ...headingTags) !== undefined) return true
  const text = `${lineText(link, maxTitleLength)} ${link.attr("aria-label") ?? ""} ${link.attr("title") ?? ""}`
  return title !== "" && fold(text).includes(title.slice(0, maxCompared))
}

const isPriceElement = (element: PageElement): boolean => {
  const text = lineText(element, maxPriceLength)
  return text.length < maxPriceLength && mayHavePrice(text) && withoutPrice(text) === ""
}

const maxPriceLength = 24
const maxCompared = 40

/** The link of a title that is in none: with the title as its label, or the first that leads on. */
const linkOf = (
  heading: PageElement,
  { links }: CardElements,
  common: ReadonlySet<string>,
  card: PageElement
): PageElement | undefined => {
  const title = titleText(heading)
  const usable = links.filter(leadsOn)
  return usable.find((link) => isOfItem(link, title, card) && !isBeside(link)) ??
    usable.find((link) => !isBeside(link) && !common.has(titleOfLink(link))) ?? usable[0] ?? links[0]
}

const leadsOn = (link: PageElement): boolean =>
  !/^(?:#|javascript:|mailto:|tel:|$)/i.test(link.attr("href")?.trim() ?? "")

/** A category, an author or a label, by its class or its rel. */
const isBeside = (element: PageElement): boolean => {
  if (/\b(?:tag|author|category)\b/.test(element.attr("rel") ?? "")) return true
  const names = element.attr("class") ?? ""
  if (rules.besideTitleNames.test(names)) return !rules.titleNames.test(names) || /sub-?title/i.test(names)
  const around = element.parentNode?.attr("class") ?? ""
  return rules.besideTitleNames.test(around) && !rules.titleNames.test(around) &&
    element.parentNode?.firstChild === element
}

/** Where the picture of the item leads to. */
const pictureHref = ({ images }: CardElements): string | undefined =>
  images[0] === undefined ? undefined : closest(images[0], "a")?.attr("href")

const isTitle = (text: string): boolean =>
  /\p{L}/u.test(text) && !rules.itemNumber.test(text) &&
  !(/\d/.test(text) && (rules.onlyDate.test(text) || isPrice(text)))

const isPrice = (text: string): boolean => mayHavePrice(text) && withoutPrice(text).length < 6

const titleLine = (lines: ReadonlyArray<string>): string => {
  const usable: Array<string> = []
  for (const line of lines) {
    if (!isTitle(line)) continue
    if (line.length >= titleLike) return line
    if (usable.push(line) === firstLinks) break
  }
  return usable[0] ?? ""
}

/** The first links of a card. */
export const titledLinks = ({ links }: CardElements): ReadonlyArray<TitledLink> =>
  links.slice(0, maxLinks).map((link) => ({ link, text: titleOfLink(link) }))

const titleOfLink = (link: PageElement): string =>
  titleLine(linesOf(link, maxTitleLength, maxElements).lines) || fold(link.attr("aria-label") ?? "")

const titleText = (element: PageElement): string => lineText(element, maxTitleLength)
