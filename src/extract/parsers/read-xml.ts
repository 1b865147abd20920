import { type X2jOptions, XMLParser } from "fast-xml-parser"
import { isObject, type JsonObject } from "../metadata/declared/json-ld.ts"

const options: X2jOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: true,
  trimValues: true,
  // Left as text, because an object would lose the order of text and elements in XHTML.
  stopNodes: [
    "feed.title",
    "feed.subtitle",
    "feed.tagline",
    "feed.entry.title",
    "feed.entry.content",
    "feed.entry.summary"
  ]
}
const parser = new XMLParser(options)

/**
 * The elements of an XML text as an object. Attribute names start with `@`. Undefined if the text is not well-formed.
 */
export const readXml = (source: string): JsonObject | undefined => {
  try {
    const value: unknown = parserOf(source).parse(source)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Parser that removes the prefixes of Atom, so a feed is recognized. */
const parserOf = (source: string): XMLParser => {
  const prefix = /<([\w.-]{1,32}:)feed[\s>]/.exec(source.slice(0, prologue))?.[1]
  return prefix === undefined ? parser : new XMLParser({
    ...options,
    transformTagName: (name) => name.startsWith(prefix) ? name.slice(prefix.length) : name
  })
}

/** Max characters before the root of a feed: a declaration, a style sheet, a comment. */
const prologue = 2000
