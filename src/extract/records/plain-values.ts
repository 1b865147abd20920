import { isObject, type JsonObject } from "../metadata/declared/json-ld.ts"
import { plainText } from "../metadata/plain-text.ts"

/**
 * Copies declared values with their text as plain text: entities decoded, tags removed, a line for each block. Text
 * with neither stays as it is. Objects that are used twice are read once.
 */
export class PlainValues {
  private readonly known = new WeakMap<object, unknown>()

  of(fields: JsonObject): JsonObject {
    return this.value(fields, 0) as JsonObject
  }

  private value(value: unknown, depth: number): unknown {
    if (typeof value === "string") return plainValue(value)
    if (depth > maxDepth || (!Array.isArray(value) && !isObject(value))) return value
    const known = this.known.get(value)
    if (known !== undefined) return known
    // A cycle ends at the value as it was declared.
    this.known.set(value, value)
    const plain = Array.isArray(value)
      ? value.map((item) => this.value(item, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.value(part, depth + 1)]))
    this.known.set(value, plain)
    return plain
  }
}

/** Deeper values are not declared: see the limit of JSON-LD. */
const maxDepth = 100

/** One text as plain text. */
export const plainValue = (text: string): string => {
  if (!text.includes("&") && !text.includes("<")) return text
  if (isAddress(text)) return text.replace(ampersand, "&")
  if (tag.test(text)) return withoutMarkup(text)
  const decoded = lines(text)
  // Markup that was escaped as a whole. Otherwise a text is about markup.
  return blockTag.test(decoded) ? withoutMarkup(decoded) : decoded
}

const isAddress = (text: string): boolean => /^(?:[a-z][a-z+.-]*:)?\/\/?\S+$/i.test(text.trim())

const ampersand = /&(?:amp|#0*38|#x0*26);/gi

const withoutMarkup = (html: string): string =>
  lines(html.replace(comments, "").replace(silent, " ").replace(blockTags, "\n").replace(tags, ""))

const lines = (text: string): string =>
  text.includes("\n") ? text.split("\n").map(plainText).filter((line) => line !== "").join("\n") : plainText(text)

const inlineNames =
  "a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|img|input|ins|kbd|label|mark|nobr|picture|q|s|samp|small|source|span|strike|strong|sub|sup|svg|time|tt|u|var|wbr"
const blockNames =
  "article|aside|blockquote|br|button|center|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|noscript|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul|video|audio"

/** Names end where letters end: `vector<int>` has none of these. */
const rest = "(?:[\\s/][^<>]*)?>"
const tag = new RegExp(`</?(?:${inlineNames}|${blockNames}|script|style)${rest}`, "i")
const tags = new RegExp(`</?(?:${inlineNames})${rest}`, "gi")
const blockTag = new RegExp(`<(?:/(?:${blockNames}|${inlineNames})|br|p|div|li)${rest}`, "i")
const blockTags = new RegExp(`</?(?:${blockNames})${rest}`, "gi")
const comments = /<!--[^>]*-->/g
const silent = /<(script|style)\b[^<]*(?:<(?!\/\1)[^<]*)*<\/\1\s*>/gi
