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
  // Kept as written: inline XHTML would lose the order of its text and elements.
  stopNodes: ["feed.entry.content", "feed.entry.summary"]
})

/** The elements of an XML text as an object, attributes with an `@`; undefined where it is not well-formed. */
export const readXml = (source: string): JsonObject | undefined => {
  try {
    const value: unknown = parser.parse(source)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
