import type { PageRecord } from "../../domain/Document.ts"
import { type JsonObject, typesOf } from "../metadata/json-ld.ts"
import type { PageContent, PageFacts, PageMedia, ParsedPage } from "../Page.ts"
import { repeatedRecords } from "./repeated-blocks.ts"

const maxRecords = 500

/** Structured items: what a parser knows of its format, else declared ones and then the repeated blocks of the page. */
export const collectRecords = (
  page: ParsedPage,
  content: PageContent,
  facts: PageFacts,
  _media: PageMedia
): ReadonlyArray<PageRecord> =>
  (page.known.records ?? [
    ...facts.metadata.json_ld.flatMap(fromJsonLd),
    ...facts.metadata.microdata.map((item): PageRecord => recordOf("microdata", item)),
    ...repeatedRecords(page, content.selection)
  ]).slice(0, maxRecords)

/** An ItemList's items are records of their own; what only describes the site is none. */
const fromJsonLd = (object: JsonObject): ReadonlyArray<PageRecord> => {
  const types = typesOf(object)
  if (types.some((type) => siteTypes.has(type))) return []
  return [recordOf("json-ld", object)]
}

const siteTypes: ReadonlySet<string> = new Set([
  "WebSite",
  "BreadcrumbList",
  "SiteNavigationElement",
  "SearchAction",
  "ImageObject"
])

const recordOf = (source: PageRecord["source"], item: JsonObject): PageRecord => ({
  source,
  type: typesOf(item)[0] ?? "",
  fields: Object.fromEntries(Object.entries(item).filter(([name]) => name !== "@type" && name !== "@context"))
})
