import { authorMeta } from "../rules/metadata.ts"
import { hanWriters, nameIn, nameInLine } from "./byline.ts"
import { isObject, type JsonObject, textOf, typesOf } from "./json-ld.ts"
import { plainText } from "./plain-text.ts"
import type { FactSources } from "./read-facts.ts"
import { squash } from "./squash.ts"

/**
 * The author as the page names them: declared people first, then the byline. The site itself counts as author last,
 * and only if a byline or a meta element names it. No author is better than a wrong one.
 */
export const authorOf = (sources: FactSources, site: string): string => {
  if (isOverview(sources)) return ""
  const isSite = (name: string) => squash(name) !== "" && squash(name) === squash(site)
  const candidates = [declaredPeople(sources), metaNames(sources), bylineName(sources), lineName(sources)]
  return candidates.find((name) => name !== "" && !isSite(name)) ?? candidates.slice(1).find((name) => name !== "") ??
    ""
}

/** Bylines on a home page belong to the pages that it lists. */
const isOverview = ({ marks, meta, page: { url } }: FactSources): boolean =>
  /^\/(?:index\.\w+)?$/.test(url.pathname) && url.search === "" && marks.bylines.length >= manyBylines &&
  !/article/i.test(meta.first("og:type"))

const manyBylines = 3
const maxAuthors = 10

/** JSON-LD types with a human author. */
const written = /Article|Posting|Report|Recipe|HowTo|Question|Review|Book|VideoObject|WebPage|CreativeWork/

const declaredPeople = ({ jsonLd }: FactSources): string => {
  // The author of a review is not the author of the product page.
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
  // Cards for chat programs have a label and a value.
  return /written|author|aut(?:eu|o)r|verfasst|geschrieben|escrito|scritto/i.test(meta.first("twitter:label1"))
    ? nameIn([meta.first("twitter:data1")])
    : ""
}

/** Libraries write the family name first. */
const givenNameFirst = (name: string): string => name.replace(/^([^,;]{1,60}),\s*([^,;]{1,60})$/, "$2 $1")

const bylineName = ({ content, marks }: FactSources): string => {
  if (content.selection.pageType === "product") return ""
  const found = marks.bylines.map(({ lines }) => nameIn(lines)).find((name) => name !== "") ?? ""
  // In a byline, a name may be one word after its preposition.
  return found.replace(/^(?:von|vom|by|par|por|door)\s+(?=\S+$)/i, "")
}

const lineName = ({ content, marks }: FactSources): string => {
  if (content.selection.pageType === "product") return ""
  const lines = marks.lines.map(plainText)
  return lines.map(nameInLine).find((name) => name !== "") ?? hanWriters(lines)
}
