import { escapeHtml } from "../dom/escape-html.ts"
import type { ContentNode } from "./tree/ContentNode.ts"

/** Writes a content tree as HTML: only elements for text, without scripts, styles, classes and event handlers. */
export const toHtml = (root: ContentNode): string =>
  root.childNodes.map(htmlOf).filter((block) => block !== "").join("\n")

/** HTML of content that is text already. */
export const textAsHtml = (text: string): string => text === "" ? "" : `<pre>${escapeHtml(text)}</pre>`

const htmlOf = (node: ContentNode): string =>
  node.nodeType === 3 ? escapeHtml(node.data) : (writers.get(node.nodeName) ?? plain)(node)

const inside = (node: ContentNode): string => node.childNodes.map(htmlOf).join("")

/** An element with the same name and the attributes that its node has a value for. */
const element = (attributes: Readonly<Record<string, string>> = {}) => (node: ContentNode): string => {
  const name = node.nodeName.toLowerCase()
  const content = inside(node)
  return content === "" ? "" : `<${name}${attributesOf(node, attributes)}>${content}</${name}>`
}

/** From the names in HTML to the names in the tree. */
const attributesOf = (node: ContentNode, names: Readonly<Record<string, string>>): string =>
  Object.entries(names).map(([name, own]) => {
    const value = node.getAttribute(own) ?? ""
    return value === "" ? "" : ` ${name}="${escapeHtml(value)}"`
  }).join("")

const plain = element()

/** A list item with one paragraph, or one before further lists, has its text without an element of its own. */
const isTight = ({ childNodes: [first, ...rest] }: ContentNode): boolean =>
  first?.nodeName === "P" && rest.every(({ nodeName }) => nodeName === "UL" || nodeName === "OL")

const listItem = (node: ContentNode): string => {
  const [first, ...rest] = node.childNodes
  const task = node.getAttribute("task")
  const box = task === null ? "" : `<input type="checkbox" disabled${task === "x" ? " checked" : ""}> `
  const body = first !== undefined && isTight(node) ? inside(first) + rest.map(htmlOf).join("") : inside(node)
  return `<li>${box}${body}</li>`
}

/** The first row is the header, as in the markdown. */
const table = (node: ContentNode): string => {
  const rows = node.childNodes.map(({ childNodes }, index) => {
    const name = index === 0 ? "th" : "td"
    return `<tr>${childNodes.map((cell) => `<${name}>${inside(cell)}</${name}>`).join("")}</tr>`
  })
  return `<table>${rows.join("")}</table>`
}

const codeBlock = (node: ContentNode): string => {
  const language = node.getAttribute("language") ?? ""
  const mark = language === "" ? "" : ` class="language-${escapeHtml(language)}"`
  return `<pre><code${mark}>${escapeHtml(node.textContent)}</code></pre>`
}

const footnoteMark = (node: ContentNode): string => {
  const label = node.textContent
  if (node.root?.footnotes.has(label) !== true) return escapeHtml(`[${label}]`)
  return `<sup><a href="#${footnoteId(label)}">${escapeHtml(label)}</a></sup>`
}

const footnote = (node: ContentNode): string => {
  const label = node.getAttribute("label") ?? ""
  return `<aside id="${footnoteId(label)}"><sup>${escapeHtml(label)}</sup> ${inside(node)}</aside>`
}

const footnoteId = (label: string): string => `footnote-${encodeURIComponent(label)}`

const writers: ReadonlyMap<string, (node: ContentNode) => string> = new Map(
  Object.entries<(node: ContentNode) => string>({
    HR: () => "<hr>",
    BR: () => "<br>",
    OL: element({ start: "start" }),
    LI: listItem,
    TABLE: table,
    PRE: codeBlock,
    A: element({ href: "href", title: "title" }),
    IMG: (node) => `<img${attributesOf(node, { src: "src", alt: "alt", title: "title" })}>`,
    // The delimiters that MathJax and KaTeX look for.
    MATH: (node) => {
      const latex = escapeHtml(node.textContent)
      return node.getAttribute("display") === "block" ? `\\[${latex}\\]` : `\\(${latex}\\)`
    },
    FOOTNOTE: footnoteMark,
    ASIDE: footnote,
    ONLY: inside
  })
)
