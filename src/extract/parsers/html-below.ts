import { escapeHtml } from "../dom/escape-html.ts"

/** Mapping of the elements of an XML document to HTML. */
export interface HtmlTags {
  startTag(element: Element): string
  endTag(element: Element): string
  /** Whether an element is left out with all below it. */
  isLeftOut(element: Element): boolean
}

/** Writes the descendants of an XML element as HTML, in document order, without recursion. */
export const htmlBelow = (root: Element, { endTag, isLeftOut, startTag }: HtmlTags): string => {
  const parts: Array<string> = []
  for (let node: Node | null = root.firstChild; node !== null;) {
    const element = isElement(node) && !isLeftOut(node) ? node : undefined
    if (element !== undefined) parts.push(startTag(element))
    else if (node.nodeType === textNode || node.nodeType === cdataNode) parts.push(escapeHtml(node.nodeValue ?? ""))
    const child = element?.firstChild ?? null
    if (child !== null) {
      node = child
      continue
    }
    if (element !== undefined) parts.push(endTag(element))
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

const textNode = 3
const cdataNode = 4

const isElement = (node: Node): node is Element => node.nodeType === 1
