import type { PageRecord } from "../../core/domain/document/Document.ts"
import { resolveLink } from "../../core/domain/WebUrl.ts"
import { isObject, type JsonObject } from "../metadata/declared/json-ld.ts"
import { plainText } from "../metadata/plain-text.ts"
import type { RawRecord } from "../Page.ts"
import { amountIn, type Price, priceIn } from "./price.ts"

/** Adds the fields that all records have, whatever their source calls them. */
export const withCommonFields = (record: RawRecord, base: URL): PageRecord => {
  const { fields, source, type } = record
  const price = priceOf(fields, 0)
  return {
    source,
    type,
    name: firstText(fields, "name", "headline", "title", "legalName").slice(0, maxName),
    url: addressOf(fields, base),
    image: absolute(addressIn(fields["image"] ?? fields["thumbnailUrl"] ?? fields["logo"], 0), base),
    price: typeof price.price === "number" ? price.price : null,
    currency: price.currency ?? "",
    description: firstText(fields, "description", "abstract", "summary").slice(0, maxDescription),
    fields
  }
}

const maxName = 500
const maxDescription = 5000
const maxDepth = 4

/** A record without any value. Its id and its place in a list are none. */
export const isEmpty = ({ fields }: RawRecord): boolean =>
  Object.entries(fields).every(([name, value]) => name === "@id" || name === "position" || isBlankValue(value, 0))

export const isBlankValue = (value: unknown, depth: number): boolean => {
  if (value === undefined || value === null || value === "") return true
  if (depth > maxDepth || typeof value !== "object") return false
  return (Array.isArray(value) ? value : Object.entries(value).filter(([name]) => !name.startsWith("@")).map(last))
    .every((item) => isBlankValue(item, depth + 1))
}

const last = ([, value]: readonly [string, unknown]): unknown => value

const firstText = (fields: JsonObject, ...names: ReadonlyArray<string>): string => {
  for (const name of names) {
    for (const value of [fields[name]].flat()) {
      const text = typeof value === "string" ? value : isObject(value) ? value["@value"] ?? value["name"] : undefined
      if (typeof text === "string" && text.trim() !== "") return plainText(text.replace(markup, " "))
    }
  }
  return ""
}

/** Descriptions of shops are often HTML. */
const markup = /<\/?[a-z][^<>]{0,200}>/gi

/** Its own address, else the page that it is the main thing of, else an id that is an address. */
const addressOf = (fields: JsonObject, base: URL): string => {
  const id = fields["@id"]
  const offer = [fields["offers"]].flat()[0]
  const offered = isObject(offer) ? offer["url"] : undefined
  for (const value of [fields["url"], fields["mainEntityOfPage"], fields["link"], offered]) {
    const url = absolute(addressIn(value, 0), base)
    if (url !== "") return url
  }
  return typeof id === "string" && /^https?:\/\/[^#]+$/.test(id) ? absolute(id, base) : ""
}

/** An address without scheme, `www.` and fragment, to compare pages. */
export const pageAddress = (url: string): string =>
  url.replace(/#.*$/s, "").replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "")

const addressIn = (value: unknown, depth: number): string => {
  if (typeof value === "string") return value.trim()
  if (depth > maxDepth) return ""
  if (Array.isArray(value)) return value.map((item) => addressIn(item, depth + 1)).find((url) => url !== "") ?? ""
  if (!isObject(value)) return ""
  return addressIn(value["url"] ?? value["contentUrl"] ?? value["@id"], depth + 1)
}

const absolute = (url: string, base: URL): string => url === "" ? "" : resolveLink(url, base) ?? ""

/** The lowest price of its offers. A list price is not the current one. */
const priceOf = (fields: JsonObject, depth: number): Price => {
  const own = ownPrice(fields)
  if (own.price !== undefined || depth > maxDepth) return own
  const nested = ["offers", "priceSpecification", "hasVariant"].flatMap((name) => fields[name] ?? [])
    .filter(isObject).slice(0, maxOffers).filter((offer) => !listPrice.test(String(offer["priceType"] ?? "")))
    .map((offer) => priceOf(offer, depth + 1)).filter(({ price }) => typeof price === "number")
  return nested.reduce<Price>(
    (least, next) => least.price === undefined || Number(next.price) < Number(least.price) ? next : least,
    {}
  )
}

const maxOffers = 100
const listPrice = /ListPrice|SRP|MSRP|Strikethrough|Regular/i

const ownPrice = (fields: JsonObject): Price => {
  const value = [fields["price"] ?? fields["lowPrice"]].flat()[0]
  const currency = [fields["priceCurrency"] ?? fields["currency"]].flat()[0]
  const read = typeof value === "string"
    ? writtenPrice(value, typeof currency === "string" ? currency : "")
    : typeof value === "number"
    ? { price: value }
    : {}
  return typeof currency === "string" && /^[A-Za-z]{3}$/.test(currency)
    ? { ...read, currency: currency.toUpperCase() }
    : read
}

const writtenPrice = (text: string, currency: string): Price => {
  const amount = amountIn(text, currency.toUpperCase())
  const read = amount === undefined ? priceIn(text) : { price: amount }
  return typeof read.price === "number" ? read : {}
}
