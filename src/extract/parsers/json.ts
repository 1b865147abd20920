import { Effect } from "effect"
import { decodeText } from "../../web/fetch/charset/charset.ts"
import { escapeHtml } from "../dom/escape-html.ts"
import { isObject, type JsonObject } from "../metadata/declared/json-ld.ts"
import { type FeedItem, feedPage } from "./feed.ts"
import { measureJson } from "./measure-json.ts"
import { type PageParser, textPage } from "./Parser.ts"

/**
 * Reads JSON as a fenced block with indents, and a JSON Feed as its items. Text that does not parse is returned with a
 * warning.
 */
export const jsonParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset ?? "utf-8", input.mediaType).text
      const size = measureJson(source)
      const value = size.values > maxValues ? tooLarge : read(source)
      if (isFeed(value)) return feedPage(input, source, feedOf(value))
      const indented = value === tooLarge || size.indented > maxIndented ? undefined : pretty(value)
      const text = indented ?? source.trim()
      const page = textPage(input, source, {
        rendition: { markdown: text === "" ? "" : `\`\`\`json\n${text}\n\`\`\``, text }
      })
      if (value === undefined) {
        page.warnings.push({ code: "json_invalid", message: "The body is not valid JSON. It is returned as it came." })
      } else if (value === tooLarge || (indented === undefined && size.depth < deep)) {
        page.warnings.push({
          code: "json_large",
          message: "The body is too large to check and indent. It is returned as it came."
        })
      } else if (indented === undefined) {
        page.warnings.push({
          code: "json_deep",
          message: "The body nests too deeply to be indented. It is returned as it came."
        })
      }
      return page
    })
}

/** Max values. They need about twenty times the memory of their shortest text. */
const maxValues = 1_000_000
/** Max characters. */
const maxIndented = 32 * 1024 * 1024
/** Max depth. Deeper values cannot be written, or are mostly indents. */
const deep = 500
/** Used for a value that is too large. */
const tooLarge = Symbol("too large")

/** Also undefined at a stack overflow, because values can be parsed deeper than they can be written. */
const pretty = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return undefined
  }
}

const read = (source: string): unknown => {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

/** https://www.jsonfeed.org/version/1.1/ */
const isFeed = (value: unknown): value is JsonObject =>
  isObject(value) && /^https?:\/\/jsonfeed\.org\/version\//.test(string(value["version"])) &&
  Array.isArray(value["items"])

const feedOf = (feed: JsonObject) => ({
  title: string(feed["title"]),
  description: string(feed["description"]),
  language: string(feed["language"]),
  url: string(feed["home_page_url"]),
  type: "JSONFeed",
  items: [feed["items"]].flat().filter(isObject).map(itemOf),
  isCut: false
})

const itemOf = (item: JsonObject): FeedItem => ({
  title: string(item["title"]),
  url: string(item["url"]) || string(item["external_url"]),
  date: string(item["date_published"]) || string(item["date_modified"]),
  author: authorOf(item),
  html: string(item["content_html"]) || escapeHtml(string(item["content_text"]) || string(item["summary"]))
})

/** Version 1.1 has a list of authors, and 1.0 one author. */
const authorOf = (item: JsonObject): string => {
  const [author] = [item["authors"] ?? item["author"]].flat()
  return isObject(author) ? string(author["name"]) : ""
}

const string = (value: unknown): string => (typeof value === "string" ? value.trim() : "")
