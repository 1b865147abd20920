import type { PageRecord } from "../../core/domain/document/Document.ts"
import { lineText } from "../dom/lines.ts"
import type { PageElement } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { byTag } from "../dom/walk.ts"
import { imageOf } from "../media/image-source.ts"
import { MetaTags } from "../metadata/declared/meta-tags.ts"
import { lettersAndDigits } from "../metadata/letters-and-digits.ts"
import { plainText } from "../metadata/plain-text.ts"
import type { PageFacts, ParsedPage, RawRecord, Selection } from "../Page.ts"
import { buyControl } from "../rules/records.ts"
import { cardPrice } from "./card-price.ts"
import { pageAddress, withCommonFields } from "./common-fields.ts"
import { amountIn, type Price, priceIn } from "./price.ts"
import { kindOf } from "./schema-types.ts"

const maxName = 300
/** A part with more places to buy, or with three of one kind, is a list. Small screens have a second one. */
const maxControls = 4
/** A page of an application that has not started says what it is only in its head. */
const maxShellText = 500

/**
 * The product that a page is about, where it declares none: by Open Graph, or by a headline, a price and a place to buy
 * in one part of the page.
 */
export const ownProduct = (page: ParsedPage, facts: PageFacts, { pageType }: Selection): RawRecord | undefined => {
  const meta = new MetaTags(byTag(page.html.head, "meta"))
  const hasType = /product|:item$/.test(meta.first("og:type"))
  const isPlain = priceTag(meta) === "" && !hasType
  if (isPlain && !mayBeProduct.has(pageType)) return undefined
  const part = sellingPart(page.html)
  // Shops give this type to their categories too.
  const isDeclared = priceTag(meta) !== "" || (hasType && (part !== undefined || isShell(page)))
  if (!isDeclared && part === undefined) return undefined
  const price = declaredPrice(meta) ?? (part === undefined ? {} : cardPrice(part))
  const name = nameOf(page, meta)
  if (name === "" || (!isDeclared && typeof price.price !== "number")) return undefined
  const fields = {
    name,
    url: facts.metadata.canonical_url || page.url.href,
    image: meta.first("og:image:secure_url", "og:image", "twitter:image") || imageIn(part, page),
    ...price,
    description: meta.first("og:description", "description"),
    brand: meta.first("product:brand", "og:brand"),
    availability: meta.first("product:availability", "og:availability")
  }
  return {
    source: isDeclared ? "rdfa" : "repeated",
    type: "Product",
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined))
  }
}

/** A declared product that is the only one of the page has the address of the page, and no name of the site behind its own. */
export const withOwnPage = (
  records: ReadonlyArray<PageRecord>,
  page: ParsedPage,
  facts: PageFacts
): ReadonlyArray<PageRecord> => {
  const products = records.filter(({ source, type }) => declared.has(source) && isProduct(type))
  const [only] = products
  if (only === undefined || products.some(({ name }) => name !== only.name)) return records
  const headline = headlineOf(page)
  const rest = headline === "" || !only.name.startsWith(headline) ? "" : only.name.slice(headline.length)
  const name = /^\s+[|\u2013\u2014-]\s/.test(rest) ? headline : only.name
  return records.map((record) =>
    products.includes(record)
      ? { ...record, name, url: record.url || facts.metadata.canonical_url || page.url.href }
      : record
  )
}

/** The first declared thing that is that of the page has the lead picture of the page, if it declares none. */
export const withLeadImage = (
  records: ReadonlyArray<PageRecord>,
  page: ParsedPage,
  facts: PageFacts
): ReadonlyArray<PageRecord> => {
  if (facts.image === "") return records
  const isMine = isOfPage(page, facts)
  const own = records.find((record) =>
    declared.has(record.source) && kindOf(record.type) !== undefined && isMine(record)
  )
  return own === undefined || own.image !== ""
    ? records
    : records.map((record) => record === own ? { ...record, image: facts.image } : record)
}

/** The types of pages that declare nothing, or a product. */
const mayBeProduct: ReadonlySet<Selection["pageType"]> = new Set(["product", "service", "listing"])

const isShell = ({ html }: ParsedPage): boolean => lineText(html.body, maxShellText).length < maxShellText

const declared: ReadonlySet<PageRecord["source"]> = new Set(["json-ld", "microdata", "rdfa"])

const isProduct = (type: string): boolean => kindOf(type) === "Product"

/** A product, or a book, film or program that is sold. */
export const isOffered = ({ fields, type }: Pick<RawRecord, "fields" | "type">): boolean => {
  const kind = kindOf(type)
  return kind === "Product" ||
    ((kind === "Book" || kind === "Movie" || kind === "SoftwareApplication") && fields["offers"] !== undefined)
}

/** Whether a record is about the page itself: it has its address, or the name that its headline has. */
export const isOfPage = (page: ParsedPage, { metadata, title }: PageFacts): (record: RawRecord) => boolean => {
  const here = new Set([page.url.href, metadata.canonical_url].map(pageAddress))
  const titles = [title, headlineOf(page)].map(lettersAndDigits).filter((text) => text !== "")
  return (record) => {
    const { name, url } = withCommonFields(record, page.baseUrl)
    const said = lettersAndDigits(name)
    if (said === "") return false
    if (url !== "" && here.has(pageAddress(url))) return true
    return titles.some((text) => text === said || (said.length >= minSaid && text.startsWith(said)))
  }
}

/** Letters of a name that a headline may go on after. */
const minSaid = 12

const priceTag = (meta: MetaTags): string =>
  meta.first("product:price:amount", "og:price:amount", "product:sale_price:amount")

const declaredPrice = (meta: MetaTags): Price | undefined => {
  const text = meta.first("product:sale_price:amount") || priceTag(meta)
  const currency = meta.first("product:price:currency", "og:price:currency", "product:sale_price:currency")
  const price = amountIn(text, currency.toUpperCase()) ?? priceIn(text).price
  if (typeof price !== "number") return undefined
  return { price, ...(/^[A-Za-z]{3}$/.test(currency) ? { currency: currency.toUpperCase() } : {}) }
}

/** The headline, unless the shared title is of something else. */
const nameOf = (page: ParsedPage, meta: MetaTags): string => {
  const headline = headlineOf(page)
  const shared = plainText(meta.first("og:title", "twitter:title")).slice(0, maxName)
  if (shared === "" || (headline.length > shared.length / 3 && shared.includes(headline))) return headline
  const cut = shared.replace(/\s+[|\u2013\u2014-]\s+[^|\u2013\u2014]{1,30}$/, "")
  return headline.length > cut.length / 2 && headline.includes(cut) ? headline : cut
}

const headlineOf = (page: ParsedPage): string => {
  const heading = page.html.tagged("h1").find((element) => lineText(element, maxName) !== "")
  return heading === undefined ? "" : lineText(heading, maxName)
}

/** The smallest element with the headline and a place to buy. */
const sellingPart = ({ body, tagged }: ParsedHtml): PageElement | undefined => {
  const [heading] = tagged("h1")
  if (heading === undefined) return undefined
  const controls = byTag(body, "button", "input", "form").filter(isBuyControl)
  if (controls.length === 0 || controls.length > maxOnPage) return undefined
  const around = new Map<PageElement, Array<PageElement>>()
  for (const control of controls) {
    for (let at = control.parentNode; at !== null; at = at.parentNode) {
      const others = around.get(at)
      if (others === undefined) around.set(at, [control])
      else others.push(control)
    }
  }
  for (let at = heading.parentNode; at !== null && at !== body; at = at.parentNode) {
    if (around.has(at)) return isOfOne(at, around) ? at : undefined
  }
  return undefined
}

const isOfOne = (part: PageElement, around: ReadonlyMap<PageElement, ReadonlyArray<PageElement>>): boolean => {
  const controls = around.get(part) ?? []
  const kinds = new Map<string, number>()
  for (const { attrs, tag } of controls) {
    const kind = `${tag} ${attrs.find(({ name }) => name === "class")?.value ?? ""}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return controls.length <= maxControls && Math.max(...kinds.values()) < minEntries
}

const minEntries = 3
/** With those of related products. */
const maxOnPage = 60

const isBuyControl = (element: PageElement): boolean => {
  if (element.tag === "form") {
    return /cart[/_-]?add|add[/_-]?to[/_-]?cart|\/cart(?:\/|\.php|$)/i.test(element.attr("action") ?? "")
  }
  if (element.tag !== "button" && !(element.tag === "input" && element.attr("type") === "submit")) return false
  if (/add-?to-?cart/i.test(element.attr("name") ?? "")) return true
  const label = `${lineText(element, maxLabel)} ${element.attr("value") ?? ""} ${element.attr("aria-label") ?? ""}`
  return buyControl.test(label)
}

const maxLabel = 60

const imageIn = (part: PageElement | undefined, page: ParsedPage): string =>
  part === undefined ?
    "" :
    byTag(part, "img").map((element) => imageOf(element, page.baseUrl)?.url ?? "").find((url) =>
      url !== "" && !/\.svg(?:$|\?)|logo|icon/i.test(url)
    ) ?? ""
