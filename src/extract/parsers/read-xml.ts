import { XMLParser } from "fast-xml-parser"
import { isObject, type JsonObject } from "../metadata/json-ld.ts"

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: true,
  trimValues: true,
  // Kept as text, because an object would lose the order of text and elements in XHTML.
  stopNodes: ["feed.entry.content", "feed.entry.summary"]
})

/**
 * The elements of an XML text as an object. Attribute names start with `@`. Undefined if the text is not well-formed.
 */
export const readXml = (source: string): JsonObject | undefined => {
  try {
    const value: unknown = parser.parse(source)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
