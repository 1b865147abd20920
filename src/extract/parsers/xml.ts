import { Effect } from "effect"
import { decodeText } from "../../web/fetch/charset/charset.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { isObject, type JsonObject } from "../metadata/declared/json-ld.ts"
import { atomHtml, hasXhtml, type HtmlOf } from "./atom-text.ts"
import { boundedXml } from "./bounded-xml.ts"
import { type FeedContent, type FeedItem, feedPage, textOfHtml } from "./feed.ts"
import { type PageParser, parsedPage, textPage } from "./Parser.ts"
import { readXml } from "./read-xml.ts"
import { htmlOfXhtml, xmlDocuments } from "./xhtml.ts"

/** Reads RSS, Atom and RDF feeds as a list of items, sitemaps as a list of links, and other XML as its text. */
export const xmlParser: PageParser = {
  parse: (input) =>
    Effect.gen(function*() {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const { isCut, xml } = boundedXml(source)
      const root = readXml(xml)
      const parse = hasXhtml.test(xml) ? yield* Effect.promise(xmlDocuments) : undefined
      const htmlOf = (xhtml: string) => parse === undefined ? xhtml : htmlOfXhtml(parse, xhtml)
      const feed = root === undefined ? undefined : feedOf(root, htmlOf)
      if (feed !== undefined) return feedPage(input, source, { ...feed, isCut })
      if (root !== undefined && isObject(root["html"])) return parsedPage(input, source, parseHtml(source))
      const text = root === undefined ? source.trim() : texts(root).join("\n")
      const page = textPage(input, source, { rendition: { markdown: `\`\`\`xml\n${source.trim()}\n\`\`\``, text } })
      if (root === undefined) {
        page.warnings.push({
          code: "xml_invalid",
          message: "The body is not well-formed XML. It is returned as it came."
        })
      } else if (isCut) {
        page.warnings.push({
          code: "xml_truncated",
          message: "The body has more elements than Gleaner reads. text has the text of the first ones."
        })
      }
      return page
    })
}

const feedOf = (root: JsonObject, htmlOf: HtmlOf): Omit<FeedContent, "isCut"> | undefined => {
  const rss = isObject(root["rss"]) ? root["rss"] : isObject(root["rdf:RDF"]) ? root["rdf:RDF"] : undefined
  const channel = rss === undefined ? undefined : [rss["channel"]].flat().find(isObject)
  if (rss !== undefined && channel !== undefined) {
    return contentOf(channel, [channel["item"] ?? rss["item"]].flat().filter(isObject), "RSS", htmlOf)
  }
  if (isObject(root["feed"])) {
    return contentOf(root["feed"], [root["feed"]["entry"]].flat().filter(isObject), "Atom", htmlOf)
  }
  const sitemap = isObject(root["urlset"])
    ? root["urlset"]["url"]
    : isObject(root["sitemapindex"])
    ? root["sitemapindex"]["sitemap"]
    : undefined
  if (sitemap === undefined) return undefined
  return contentOf({}, [sitemap].flat().filter(isObject), "Sitemap", htmlOf)
}

const contentOf = (channel: JsonObject, items: ReadonlyArray<JsonObject>, type: string, htmlOf: HtmlOf) => {
  /** Atom declares the type of each text. Other formats may contain HTML. */
  const html = (text: unknown): string => type === "Atom" ? atomHtml(text, htmlOf) : value(text)
  return {
    title: textOfHtml(html(channel["title"])),
    description: textOfHtml(
      value(channel["description"]) || html(channel["subtitle"] ?? channel["tagline"]) || otherSummary(channel)
    ),
    language: value(channel["language"] ?? channel["@xml:lang"]),
    url: linkOf(channel),
    type,
    items: items.map((item) => itemOf(item, html, htmlOf))
  }
}

const itemOf = (item: JsonObject, html: (text: unknown) => string, htmlOf: HtmlOf): FeedItem => ({
  title: textOfHtml(html(item["title"])) || value(item["loc"]),
  url: linkOf(item),
  date: dateNames.map((name) => value(item[name])).find((date) => date !== "") ?? "",
  author: value(item["dc:creator"] ?? (isObject(item["author"]) ? item["author"]["name"] : item["author"])),
  html: value(item["content:encoded"]) || atomHtml(item["content"], htmlOf) || atomHtml(item["summary"], htmlOf) ||
    value(item["description"]) || otherSummary(item)
})

/** Names of dates. Two of them are of Atom 0.3. */
const dateNames = ["pubDate", "published", "issued", "updated", "modified", "dc:date", "lastmod"]

/** Summary of a podcast, or of a feed with Dublin Core. */
const otherSummary = (part: JsonObject): string => value(part["itunes:summary"]) || value(part["dc:description"])

const linkOf = (item: JsonObject): string => {
  const links = [item["link"]].flat()
  const alternate = links.find((link) => isObject(link) && (link["@rel"] ?? "alternate") === "alternate")
  if (isObject(alternate)) return value(alternate["@href"])
  return value(links[0]) || value(item["loc"]) || value(item["guid"])
}

const value = (source: unknown): string => {
  if (typeof source === "string" || typeof source === "number") return String(source).trim()
  if (Array.isArray(source)) return value(source[0])
  return isObject(source) ? value(source["#text"]) : ""
}

const texts = (node: unknown): ReadonlyArray<string> => {
  if (typeof node === "string") return node === "" ? [] : [node]
  if (Array.isArray(node)) return node.flatMap(texts)
  return isObject(node)
    ? Object.entries(node).flatMap(([name, child]) => name.startsWith("@") || name.startsWith("?") ? [] : texts(child))
    : []
}
