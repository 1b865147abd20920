import { capitalName, hostName } from "../../rules/bylines.ts"
import * as rules from "../../rules/metadata.ts"
import { isoDate } from "../dates/dates.ts"
import { isObject, type JsonObject, textOf, typesOf } from "../declared/json-ld.ts"
import type { FactSources } from "../FactSources.ts"
import { lettersAndDigits } from "../letters-and-digits.ts"
import { plainText } from "../plain-text.ts"
import { hanBeside, hanWriters, nameIn } from "./byline.ts"
import { wholeByline } from "./coauthors.ts"
import { isPersonName } from "./person-name.ts"
import { plainByline } from "./plain-byline.ts"

/**
 * The author as the page names them: declared people first, then the byline. The site itself counts as author last,
 * and only if a byline or a meta element names it. No author is better than a wrong one.
 */
export const authorOf = (sources: FactSources, site: string): string => {
  if (isOverview(sources)) return ""
  const isSite = (name: string) => lettersAndDigits(name) !== "" && lettersAndDigits(name) === lettersAndDigits(site)
  const ways = [declaredPeople, metaNames, bylineName, lineName, boxName]
  let second = ""
  // A reader is called only if those before it found nothing.
  for (const [index, read] of ways.entries()) {
    const name = read(sources, site)
    if (name !== "" && (!isSite(name) || isPersonName(name)) && !hostName.test(name)) {
      const full = inFull(name, sources)
      return wholeByline(full, sources.marks.bylines) ?? full
    }
    if (second === "" && index > 0) second = name
  }
  return isOfSite(sources) ? "" : second
}

/** The full name that readers see, where only a given name or the name of an account is declared. */
const inFull = (name: string, { beside, marks }: FactSources): string => {
  if (/\s/.test(name)) return name
  const [given, whole] = [name.toLowerCase(), lettersAndDigits(name)]
  return [...marks.bylines.map(({ lines }) => nameIn(lines)), ...beside.map((line) => nameIn([line]))].find((shown) =>
    (isPersonName(shown) && shown.toLowerCase().startsWith(`${given} `)) ||
    (capitalName.test(shown) && lettersAndDigits(shown) === whole)
  ) ?? name
}

/** On these pages the declared author is only the publisher. */
const isOfSite = ({ content, page: { url } }: FactSources): boolean =>
  content.selection.pageType === "product" || content.selection.pageType === "listing" ||
  (url.pathname === "/" && url.search === "")

/** Bylines on a home page, and on a list of articles, belong to the pages that it lists. */
const isOverview = ({ content, jsonLd, marks, meta, page: { url } }: FactSources): boolean => {
  if (marks.bylines.length < manyBylines) return false
  const isStanding = rules.standingPaths.test(url.pathname)
  if (!isStanding && /article/i.test(meta.first("og:type"))) return false
  if (/^\/(?:index\.\w+)?$/.test(url.pathname) && url.search === "") return true
  const types = new Set(jsonLd.flatMap(typesOf))
  if (content.selection.pageType === "forum" || [...types].some((type) => posted.test(type))) return false
  if (!isStanding && (rules.serialPaths.test(url.pathname) || rules.datedPaths.test(url.pathname))) return false
  const first = marks.bylines[0]?.names
  const texts = marks.bylines.filter(({ names }) => names === first).map(({ lines }) => lines.join(" "))
  return new Set(texts).size >= manyBylines
}

/** JSON-LD types of pages with an author. */
const posted = /Article|Posting|Report|Recipe|HowTo|Question|Review/

const manyBylines = 3
const maxAuthors = 10

/** JSON-LD types with a human author. */
const written = /Article|Posting|Report|Recipe|HowTo|Question|Review|Book|VideoObject|WebPage|CreativeWork/

const declaredPeople = ({ jsonLd }: FactSources): string => {
  // The author of a review is not that of the product page.
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
  const lists = rules.authorMeta.map((key) => namesUnder(key, meta.all(key))).filter((names) => names.length > 0)
  const [first = []] = lists
  // Journals name only the first author in one place, and all of them in another.
  const whole = lists.find((names) => names.length > first.length && first.every((name) => names.includes(name))) ??
    first
  if (whole.length > 0) return whole.slice(0, maxAuthors).join(", ")
  // Cards for chat programs have a label and a value.
  return /written|author|aut(?:eu|o)r|verfasst|geschrieben|escrito|scritto/i.test(meta.first("twitter:label1"))
    ? nameIn([meta.first("twitter:data1")])
    : ""
}

const maxListLength = 2000
const maxParts = 50

/** Libraries may list all authors in one value, with semicolons. */
const namesUnder = (key: string, values: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isCitation = key.startsWith("citation")
  const parts = isCitation ? values.flatMap((value) => value.slice(0, maxListLength).split(";")) : values
  const names = parts.slice(0, maxParts).filter((value) => !/^\s*(?:https?:|www|[@/]|\d+$)/.test(value)).map((value) =>
    nameIn([isCitation ? givenNameFirst(value.trim()) : value])
  )
  return [...new Set(names)].filter((name) => name !== "")
}

const isHan = (text: string): boolean => /^\P{L}*\p{Script=Han}/u.test(text)

/** Chinese newspapers name the reporter in the first or the last line. */
const ends = (text: string): ReadonlyArray<string> => [
  text.slice(0, maxEndLength).split("\n", 1)[0] ?? "",
  ...text.slice(-maxEndLength).split("\n").slice(-linesAtEnd)
]

const maxEndLength = 300
const linesAtEnd = 3

/** Libraries write the family name first. */
const givenNameFirst = (name: string): string => name.replace(/^([^,;]{1,60}),\s*([^,;]{1,60})$/, "$2 $1")

const bylineName = ({ content, marks }: FactSources): string => {
  if (content.selection.pageType === "product") return ""
  const found = marks.bylines.map(({ lines }) => nameIn(lines)).find((name) => name !== "") ?? ""
  // In a byline, a name may be one word after its preposition.
  return found.replace(/^(?:von|vom|by|par|por|door)\s+(?=\S+$)/i, "")
}

/** The only person with a box of their own. */
const boxName = ({ content, marks }: FactSources): string => {
  if (content.selection.pageType === "product") return ""
  const names = marks.authorBoxes.map(({ lines }) => lines.map((line) => nameIn([line])).find(isPersonName) ?? "")
    .filter((name) => name !== "")
  return new Set(names).size === 1 ? names[0] ?? "" : ""
}

const lineName = ({ beside, content, documentTitle, marks, page }: FactSources, site: string): string => {
  if (content.selection.pageType === "product") return ""
  const lines = marks.lines.map(plainText)
  const read = (line: string) => isoDate(line, page.input.fetchedAt)
  return plainByline({ lines, beside: beside.map(plainText), title: documentTitle.replace(site, ""), read }) ||
    hanWriters(lines) || (isHan(content.text) ? hanWriters(ends(content.text)) || hanBeside(beside, documentTitle) : "")
}
