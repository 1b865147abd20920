import { decodeHTML } from "entities"
import { escapeHtml } from "../dom/escape-html.ts"
import { voidTags } from "../rules/tags.ts"
import { htmlBelow } from "./html-below.ts"

/** Parses XML and returns the element `root`. */
type Parse = (xml: string) => Element | undefined

/** linkedom's parser for XML. Few feeds need it, so it is loaded with the first of them. */
export const xmlDocuments = async (): Promise<Parse> => {
  const { DOMParser } = await import("linkedom")
  return (xml) => new DOMParser().parseFromString(xml, "text/xml").getElementsByTagName("root")[0]
}

/**
 * XHTML as HTML. In XML a name may have a prefix, and any element may be empty. An HTML parser would read the first as
 * another element, and would leave the second open.
 */
export const htmlOfXhtml = (parse: Parse, xhtml: string): string => {
  const root = parse(`<root>${xhtml.replace(htmlEntity, (entity) => decodeHTML(entity))}</root>`)
  if (root === undefined) return xhtml
  return htmlBelow(root, { startTag, endTag, isLeftOut: () => false })
}

/** Matches a character reference of HTML that XML lacks, such as nbsp. Feeds contain them nevertheless. */
const htmlEntity = /&(?!(?:amp|lt|gt|quot|apos);)[a-z][a-z0-9]{1,31};/gi

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase()

const startTag = (element: Element): string => {
  const attributes = [...element.attributes].flatMap(({ name, value }) =>
    name.startsWith("xmlns") ? [] : [` ${name.startsWith("xml:") ? withoutPrefix(name) : name}="${escapeHtml(value)}"`]
  )
  return `<${withoutPrefix(element.nodeName)}${attributes.join("")}>`
}

const endTag = (element: Element): string => {
  const name = withoutPrefix(element.nodeName)
  return voidTags.has(name) ? "" : `</${name}>`
}
