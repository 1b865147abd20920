import { byTag, closest, elements, foldedText } from "../dom/walk.ts"
import { isoDate } from "./dates.ts"
import { textOf } from "./json-ld.ts"
import type { FactSources } from "./read-facts.ts"

/** The day of publication by what is most to be believed: declared data, then `time`, the URL, a dateline; never a guess from elsewhere. */
export const publishedDateOf = (sources: FactSources): string => {
  const now = sources.page.input.fetchedAt
  for (const read of [fromJsonLd, fromMeta, fromTime, fromMarkup, fromUrl]) {
    for (const text of read(sources)) {
      const date = isoDate(text, now)
      if (date !== "") return date
    }
  }
  return ""
}

const fromJsonLd = ({ jsonLd, main }: FactSources): ReadonlyArray<string> =>
  [main, ...jsonLd].flatMap((
    object
  ) => [textOf(object?.["datePublished"]), textOf(object?.["uploadDate"]), textOf(object?.["dateCreated"])])

const fromMeta = ({ meta }: FactSources): ReadonlyArray<string> => [
  meta.first(
    "article:published_time",
    "og:article:published_time",
    "article:published",
    "datepublished",
    "date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "dc.date",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.created",
    "parsely-pub-date",
    "sailthru.date",
    "citation_publication_date",
    "date.created",
    "originalpublicationdate"
  )
]

const fromTime = ({ page }: FactSources): ReadonlyArray<string> => {
  const times = byTag(page.html.body, "time").filter((element) =>
    closest(element, "aside", "footer", "nav") === undefined
  )
  const published = times.filter((element) =>
    element.has("pubdate") ||
    /publish|entry-date|post-date|posted/i.test(`${element.attr("class") ?? ""} ${element.attr("itemprop") ?? ""}`)
  )
  // Several unmarked times are a list of other things' times.
  const chosen = published.length > 0 ? published : times.length <= 2 ? times : []
  return chosen.flatMap((element) => [element.attr("datetime") ?? "", foldedText(element)])
}

const maxDateline = 80

const fromMarkup = ({ page }: FactSources): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const element of elements(page.html.body)) {
    const names = `${element.attr("class") ?? ""} ${element.attr("itemprop") ?? ""} ${element.attr("id") ?? ""}`
    if (
      !/(?:^|[\s_-])(?:date|published|pubdate|posted-?on|dateline|timestamp|post-?date|entry-?date|datepublished)(?:[\s_-]|$)/i
        .test(names)
    ) continue
    if (closest(element, "aside", "footer", "nav") !== undefined) continue
    const text = element.attr("content") ?? foldedText(element)
    if (text.length <= maxDateline) found.push(text)
    if (found.length > 2) return []
  }
  return found
}

const fromUrl = ({ page }: FactSources): ReadonlyArray<string> => {
  const match = /\/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?:\/|-|$)/.exec(page.url.pathname)
  return match === null ? [] : [`${match[1]}-${match[2]}-${match[3]}`]
}
