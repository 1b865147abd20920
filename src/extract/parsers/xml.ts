import { Effect } from "effect"
import { decodeText } from "../../fetch/charset.ts"
import { escapeHtml } from "../dom/escape-html.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { textContent } from "../dom/walk.ts"
import { isObject, type JsonObject } from "../metadata/json-ld.ts"
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

/** Of an Atom entry. */
const hasXhtml = /\stype\s*=\s*["']xhtml/

type HtmlOf = (xhtml: string) => string

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

const contentOf = (channel: JsonObject, items: ReadonlyArray<JsonObject>, type: string, htmlOf: HtmlOf) => ({
  title: value(channel["title"]),
  description: textOfHtml(value(channel["description"] ?? channel["subtitle"])),
  language: value(channel["language"] ?? channel["@xml:lang"]),
  type,
  items: items.map((item) => itemOf(item, htmlOf))
})

const itemOf = (item: JsonObject, htmlOf: HtmlOf): FeedItem => ({
  title: textOfHtml(value(item["title"])) || value(item["loc"]),
  url: linkOf(item),
  date: value(item["pubDate"] ?? item["published"] ?? item["updated"] ?? item["dc:date"] ?? item["lastmod"]),
  author: value(item["dc:creator"] ?? (isObject(item["author"]) ? item["author"]["name"] : item["author"])),
  html: value(item["content:encoded"]) || atomHtml(item["content"] ?? item["summary"], htmlOf) ||
    value(item["description"])
})

/** RFC 4287, 4.1.3.3: XHTML is inline, and HTML and text are escaped or CDATA. Only the marks of HTML count. */
const atomHtml = (content: unknown, htmlOf: HtmlOf): string => {
  const raw = value(content)
  const type = isObject(content) ? content["@type"] : "text"
  if (type === "xhtml") return htmlOf(raw)
  const text = raw.startsWith("<![CDATA[") ? raw.slice(9, -3) : textContent(parseHtml(raw).body)
  return type === "html" || type === "text/html" ? text : escapeHtml(text)
}

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
