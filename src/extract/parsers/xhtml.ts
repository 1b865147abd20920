import { decodeHTML } from "entities"
import { escapeHtml } from "../dom/escape-html.ts"

/** Gives the element `root`. */
type Parse = (xml: string) => Element | undefined

/** linkedom's parser for XML. Few feeds need it, so it is loaded with the first of them. */
export const xmlDocuments = async (): Promise<Parse> => {
  const { DOMParser } = await import("linkedom")
  return (xml) => new DOMParser().parseFromString(xml, "text/xml").getElementsByTagName("root")[0]
}

/**
 * XHTML as HTML. It is XML: a name may have a prefix, and any element may end where it begins. An HTML parser would take
 * the first for another element, and would leave the second open.
 */
export const htmlOfXhtml = (parse: Parse, xhtml: string): string => {
  const root = parse(`<root>${xhtml.replace(htmlEntity, (entity) => decodeHTML(entity))}</root>`)
  if (root === undefined) return xhtml
  const parts: Array<string> = []
  // In document order, without recursion.
  for (let node: Node | null = root.firstChild; node !== null;) {
    if (isElement(node)) parts.push(startTag(node))
    else if (node.nodeType === textNode || node.nodeType === cdataNode) parts.push(escapeHtml(node.nodeValue ?? ""))
    if (node.firstChild !== null) {
      node = node.firstChild
      continue
    }
    if (isElement(node)) parts.push(endTag(node))
    while (node.nextSibling === null) {
      const parent: Element | null = node.parentElement
      if (parent === null || parent === root) return parts.join("")
      parts.push(endTag(parent))
      node = parent
    }
    node = node.nextSibling
  }
  return parts.join("")
}

/** A name that HTML has and XML has not, such as nbsp. Feeds write them nevertheless. */
const htmlEntity = /&(?!(?:amp|lt|gt|quot|apos);)[a-z][a-z0-9]{1,31};/gi

const textNode = 3
const cdataNode = 4

const isElement = (node: Node): node is Element => node.nodeType === 1

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase()

const startTag = (element: Element): string => {
  const attributes = [...element.attributes].flatMap(({ name, value }) =>
    name.startsWith("xmlns") ? [] : [` ${name.startsWith("xml:") ? withoutPrefix(name) : name}="${escapeHtml(value)}"`]
  )
  return `<${withoutPrefix(element.nodeName)}${attributes.join("")}>`
}

const voidNames: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr"
])

const endTag = (element: Element): string => {
  const name = withoutPrefix(element.nodeName)
  return voidNames.has(name) ? "" : `</${name}>`
}
