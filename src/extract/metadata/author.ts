import type { PageElement } from "../dom/node.ts"
import { closest, elements, fold, foldedText } from "../dom/walk.ts"
import { isObject, textOf, typesOf } from "./json-ld.ts"
import type { FactSources } from "./read-facts.ts"

/** People, not sites; several joined with ", ". A wrong author is worse than none. */
export const authorOf = (sources: FactSources, site: string): string => {
  const candidates = [fromJsonLd(sources), fromMeta(sources), fromMarkup(sources)]
  for (const names of candidates) {
    const people = [...new Set(names.flatMap(split).map(clean))].filter((name) =>
      isPerson(name, site, sources.page.url.hostname)
    )
    if (people.length > 0) return people.slice(0, maxAuthors).join(", ")
  }
  return ""
}

const maxAuthors = 10

const fromJsonLd = ({ jsonLd, main }: FactSources): ReadonlyArray<string> => {
  const declared = main?.["author"] ?? main?.["creator"] ?? jsonLd.find((object) => "author" in object)?.["author"]
  return [declared].flat().flatMap((author) => {
    if (typeof author === "string") return [author]
    if (!isObject(author)) return []
    if (typesOf(author).includes("Organization")) return []
    const reference = author["@id"]
    const full = author["name"] === undefined
      ? jsonLd.find((object) => object["@id"] === reference && reference !== undefined)
      : author
    return [full?.["name"]].flat().map(textOf)
  })
}

const fromMeta = ({ meta }: FactSources): ReadonlyArray<string> => {
  const names = [
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
    "byl",
    "citation_author"
  ]
  for (const name of names) {
    const values = meta.all(name).filter((value) => !/^https?:/.test(value))
    if (values.length > 0) return values
  }
  return []
}

const fromMarkup = ({ page }: FactSources): ReadonlyArray<string> => {
  const rel: Array<string> = []
  const named: Array<string> = []
  for (const element of elements(page.html.body)) {
    if (!isAuthorMark(element) || closest(element, "aside", "footer", "nav") !== undefined || inComment(element)) {
      continue
    }
    const text = foldedText(element)
    if (text === "" || text.length > 120) continue
    if (element.attr("rel") === "author" || element.attr("itemprop") === "author") rel.push(text)
    else named.push(text)
    if (rel.length + named.length > 5) break
  }
  return rel.length > 0 ? rel.slice(0, 3) : named.slice(0, 1)
}

const isAuthorMark = (element: PageElement): boolean => {
  if (element.attr("rel") === "author" || element.attr("itemprop") === "author") return true
  const names = `${element.attr("class") ?? ""} ${element.attr("id") ?? ""}`
  return /(?:^|[\s_-])(?:byline|author-?name|authorname|post-author|entry-author|article-author|author)(?:[\s_-]|$)/i
    .test(names) &&
    !/bio|avatar|image|box|social|desc|more/i.test(names)
}

const inComment = (element: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parentNode) {
    if (/comment|sidebar|related|recommend/i.test(`${at.attr("class") ?? ""} ${at.attr("id") ?? ""}`)) return true
  }
  return false
}

const split = (text: string): ReadonlyArray<string> =>
  text.split(/\s*(?:;|\||,(?!\s*(?:jr|sr|ph\.?d|md|m\.d|esq))|\s(?:and|und|et|y|&)\s)\s*/i)

const clean = (text: string): string =>
  fold(text)
    .replace(
      /^(?:written by|posted by|published by|story by|words by|reviewed by|by|von|par|por|di|door|автор:?|текст:?|作者[:：]?|文[:：])\s*:?\s+/i,
      ""
    )
    .replace(/\s*(?:[|•·–—]|\bon\b|\bin\b|\d).*$/i, "")
    .replace(/[\s,:]+$/, "")
    .trim()

const notPeople =
  /^(?:admin(?:istrator)?|editor(?:s|ial)?(?: team| staff)?|staff|team|guest|unknown|anonymous|redaktion|redacci[oó]n|webmaster|author|user|root|press|news ?(?:desk|room)?|contributor)$|\b(?:team|staff|editors?|editorial|desk|newsroom|inc|llc|ltd|gmbh|magazine|media|news|agency|department|university|institute|association|foundation)\b|https?:|www\.|@|\.com\b/i

const isPerson = (name: string, site: string, host: string): boolean => {
  if (name.length < 2 || name.length > 60 || notPeople.test(name) || !/\p{L}/u.test(name)) return false
  if (name.split(/\s+/).length > 6) return false
  const squashed = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
  return squashed !== site.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "") &&
    squashed !== (host.replace(/^www\./, "").split(".")[0] ?? "")
}
