import { authorMeta } from "../rules/metadata.ts"
import { hanWriters, nameIn, nameInLine } from "./byline.ts"
import { isObject, type JsonObject, textOf, typesOf } from "./json-ld.ts"
import { plainText } from "./plain-text.ts"
import type { FactSources } from "./read-facts.ts"
import { squash } from "./squash.ts"

/**
 * Who wrote the page, as it says itself: declared people first, then its byline. The site as its own author is believed last, and
 * only where a byline or a meta element says so. A wrong author is worse than none.
 */
export const authorOf = (sources: FactSources, site: string): string => {
  if (isOverview(sources)) return ""
  const isSite = (name: string) => squash(name) !== "" && squash(name) === squash(site)
  const candidates = [declaredPeople(sources), metaNames(sources), bylineName(sources), lineName(sources)]
  return candidates.find((name) => name !== "" && !isSite(name)) ?? candidates.slice(1).find((name) => name !== "") ??
    ""
}

/** The first page of a site, with many bylines: they are of those who wrote the pages that it lists. */
const isOverview = ({ marks, meta, page: { url } }: FactSources): boolean =>
  /^\/(?:index\.\w+)?$/.test(url.pathname) && url.search === "" && marks.bylines.length >= manyBylines &&
  !/article/i.test(meta.first("og:type"))

const manyBylines = 3
const maxAuthors = 10

/** JSON-LD objects that people write. */
const written = /Article|Posting|Report|Recipe|HowTo|Question|Review|Book|VideoObject|WebPage|CreativeWork/

const declaredPeople = ({ jsonLd }: FactSources): string => {
  // Who wrote a product's reviews did not write its page.
  if (jsonLd.some((object) => typesOf(object).includes("Product"))) return ""
  for (const object of jsonLd) {
    if (!typesOf(object).some((type) => written.test(type))) continue
    for (const role of ["author", "creator"]) {
      const names = [...new Set([object[role]].flat().slice(0, maxAuthors).map((author) => personName(author, jsonLd)))]
        .filter((name) => name !== "")
      if (names.length > 0) return names.join(", ")
    }
  }
  return ""
}

const personName = (author: unknown, jsonLd: ReadonlyArray<JsonObject>): string => {
  if (!isObject(author)) return nameIn([textOf(author)])
  const reference = author["name"] === undefined ? author["@id"] : undefined
  const full = reference === undefined ? author : jsonLd.find((object) => object["@id"] === reference) ?? author
  return typesOf(full).includes("Organization") ? "" : nameIn([textOf(full["name"])])
}

const metaNames = ({ meta }: FactSources): string => {
  for (const key of authorMeta) {
    const names = meta.all(key).filter((value) => !/^(?:https?:|www|[@/]|\d+$)/.test(value)).map((value) =>
      nameIn([key.startsWith("citation") ? givenNameFirst(value) : value])
    ).filter((name) => name !== "")
    if (names.length > 0) return names.slice(0, maxAuthors).join(", ")
  }
  // Cards for chat programs: a label and a value.
  return /written|author|aut(?:eu|o)r|verfasst|geschrieben|escrito|scritto/i.test(meta.first("twitter:label1"))
    ? nameIn([meta.first("twitter:data1")])
    : ""
}

/** Libraries write the family name first. */
const givenNameFirst = (name: string): string => name.replace(/^([^,;]{1,60}),\s*([^,;]{1,60})$/, "$2 $1")

const bylineName = ({ content, marks }: FactSources): string => {
  if (content.selection.pageType === "product") return ""
  const found = marks.bylines.map(({ lines }) => nameIn(lines)).find((name) => name !== "") ?? ""
  // In a byline, a name of one word may follow its preposition.
  return found.replace(/^(?:von|vom|by|par|por|door)\s+(?=\S+$)/i, "")
}

const lineName = ({ content, marks }: FactSources): string => {
  if (content.selection.pageType === "product") return ""
  const lines = marks.lines.map(plainText)
  return lines.map(nameInLine).find((name) => name !== "") ?? hanWriters(lines)
}
