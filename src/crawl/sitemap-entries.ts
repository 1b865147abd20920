import { isObject, type JsonObject } from "../extract/metadata/json-ld.ts"
import { readXml } from "../extract/parsers/read-xml.ts"

/** A piece of a sitemap: URLs of pages, or of further sitemaps. */
export interface SitemapEntries {
  readonly kind: "pages" | "sitemaps"
  readonly locations: ReadonlyArray<string>
}

/** Root elements by the sitemaps protocol, which takes feeds too, and what an entry of each is called. */
const entryNames: Readonly<Record<string, string>> = {
  "urlset": "url",
  "sitemapindex": "sitemap",
  "rss": "item",
  "rdf:RDF": "item",
  "feed": "entry"
}

const root = /<(urlset|sitemapindex|rss|rdf:RDF|feed)[\s>]/

/**
 * What a sitemap lists, in its order and piece by piece: parsing a full one takes seconds, and a crawl often wants its first
 * hundred. Declarations of entities lie before the entries and count for nothing. A text without such a root is a list of URLs,
 * one a line; anything else is empty.
 */
export function* sitemapEntries(source: string): Generator<SitemapEntries> {
  const found = root.exec(source)
  const name = entryNames[found?.[1] ?? ""]
  if (name === undefined) {
    if (!source.includes("<")) yield { kind: "pages", locations: source.split(/\s+/).filter((line) => line !== "") }
    return
  }
  const kind = name === "sitemap" ? "sitemaps" : "pages"
  const closing = `</${name}>`
  for (let start = source.search(new RegExp(`<${name}[\\s>]`)); start >= 0;) {
    let end = start
    for (let count = 0; count < perPiece; count++) {
      const next = source.indexOf(closing, end)
      if (next < 0) break
      end = next + closing.length
    }
    if (end === start) return
    const piece = readXml(`<list>${source.slice(start, end)}</list>`)?.["list"]
    yield { kind, locations: isObject(piece) ? [piece[name]].flat().filter(isObject).map(locationOf) : [] }
    start = end
  }
}

const perPiece = 200

const locationOf = (entry: JsonObject): string => {
  const links = [entry["link"]].flat()
  const alternate = links.find((link) => isObject(link) && (link["@rel"] ?? "alternate") === "alternate")
  const location = entry["loc"] ?? (isObject(alternate) ? alternate["@href"] : links[0])
  const [first] = [location].flat()
  return typeof first === "string" ? first : ""
}
