import { resolveLink } from "../../core/domain/WebUrl.ts"
import { lineText } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import { fold } from "../dom/walk.ts"
import { imageOf } from "../media/image-source.ts"
import { isoDate } from "../metadata/dates/dates.ts"
import { monthOf } from "../metadata/dates/month-names.ts"
import type { ParsedPage } from "../Page.ts"
import { bareAmountIn, priceIn } from "../records/price.ts"

/** Value of a record, with a currency if the sign of a price is unambiguous. */
export interface TypedValue {
  readonly value: string | number
  readonly currency?: string
}

/**
 * Value of an element or one of its attributes, typed as in the records of a listing: an absolute URL, a price as a
 * number, a date as YYYY-MM-DD, else text with folded white space. A bare number is text unless the name of the field
 * implies its type.
 */
export const typedValue = (
  name: string,
  element: PageElement,
  attribute: string | undefined,
  page: ParsedPage
): TypedValue | undefined => {
  if (attribute !== undefined && urlAttributes.has(attribute)) return urlOf(element, attribute, page.baseUrl)
  const text = fold(attribute === undefined ? textOf(element) : element.attr(attribute) ?? "")
  if (text === "") return undefined
  return dateOf(name, element, attribute, text, page.input.fetchedAt) ?? numberOf(name, text) ?? { value: text }
}

const urlAttributes: ReadonlySet<string> = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "poster",
  "cite",
  "data-src"
])

const urlOf = (element: PageElement, attribute: string, base: URL): TypedValue | undefined => {
  const given = element.attr(attribute)?.trim() ?? ""
  // A lazy loader puts the address elsewhere.
  const image = element.tag === "img" && attribute === "src" ? imageOf(element, base)?.url : undefined
  if (image !== undefined) return { value: image }
  if (given === "") return undefined
  return { value: resolveLink(given, base) ?? given }
}

/** Text of an element, or its substitute if it has none. */
const textOf = (element: PageElement): string => {
  const standIn = standIns.get(element.tag)
  const text = lineText(element)
  return text === "" && standIn !== undefined ? element.attr(standIn) ?? "" : text
}

const standIns: ReadonlyMap<string, string> = new Map(Object.entries({
  img: "alt",
  meta: "content",
  input: "value",
  data: "value"
}))

const dateOf = (
  name: string,
  element: PageElement,
  attribute: string | undefined,
  text: string,
  now: number
): TypedValue | undefined => {
  const machine = element.tag === "time" && attribute === undefined ? isoDate(element.attr("datetime") ?? "", now) : ""
  if (machine !== "") return { value: machine }
  if (text.length > maxDateLength || !(dateNames.test(name) || element.tag === "time" || isDateAlone(text))) {
    return undefined
  }
  const date = isoDate(text, now)
  return date === "" ? undefined : { value: date }
}

const maxDateLength = 60
const dateNames = /date|time|published|updated|created|modified/i

/** Whether a text is only digits, separators and the name of a month. */
const isDateAlone = (text: string): boolean => {
  const words = text.replace(/T(?=\d)|(?<=\d)Z\b/g, " ").match(/\p{L}+/gu) ?? []
  return words.length <= 3 &&
    words.every((word) => monthOf(word.toLowerCase(), "") !== undefined || ordinal.test(word)) &&
    (words.length > 0 || /^\d{4}-\d{2}-\d{2}|^\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(text))
}

const ordinal = /^(?:st|nd|rd|th|de|del|of)$/i

const numberOf = (name: string, text: string): TypedValue | undefined => {
  if (ratingNames.test(name)) {
    const [rating] = /\d+(?:[.,]\d+)?/.exec(text) ?? []
    return rating === undefined ? undefined : { value: Number(rating.replace(",", ".")) }
  }
  const { currency, price } = priceIn(text)
  if (price === undefined) {
    const bare = priceNames.test(name) ? bareAmountIn(text) : undefined
    return bare === undefined ? undefined : { value: bare }
  }
  if (!(priceNames.test(name) || isPriceAlone(text))) return undefined
  return { value: price, ...(currency === undefined ? {} : { currency }) }
}

const ratingNames = /rating|score|stars/i
const priceNames = /price|amount|cost/i

/** Whether a text is only digits with the sign or code of a currency. */
const isPriceAlone = (text: string): boolean => {
  const rest = text.replace(/[\d.,'\s\u00A0\u202F–—-]/g, "")
  return rest !== "" && rest.length <= 4 && !/^%$/.test(rest)
}
