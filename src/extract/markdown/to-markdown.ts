import TurndownService from "turndown"
import type { ContentNode } from "./ContentNode.ts"
import { escapeMarkdown } from "./escape-markdown.ts"

/** Markdown (CommonMark with GFM tables, task lists and strikethrough) of a content tree. */
export const toMarkdown = (root: ContentNode): string =>
  // The tree speaks the part of the DOM that turndown reads; its types ask for the whole of it.
  service().turndown(root as unknown as HTMLElement).replace(/\n{3,}/g, "\n\n").trim()

let made: TurndownService | undefined

const service = (): TurndownService => (made ??= makeService())

type Rule = readonly [name: string, filter: string, replacement: (content: string, node: ContentNode) => string]

const makeService = (): TurndownService => {
  const turndown = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
    // Trailing spaces are lost by editors and formatters; a backslash is as much a hard break (CommonMark 6.7).
    br: "\\"
  })
  turndown.escape = escapeMarkdown
  for (const [name, filter, replacement] of rules) {
    turndown.addRule(name, {
      filter: (node) => node.nodeName === filter,
      replacement: (content, node) => replacement(content, node as unknown as ContentNode)
    })
  }
  return turndown
}

const delimited = (delimiter: string) => (content: string): string =>
  content.trim() === "" ? "" : `${delimiter}${content}${delimiter}`

const rules: ReadonlyArray<Rule> = [
  ["item", "LI", (content, node) => listItem(content, node)],
  ["list", "UL", (content, node) => list(content, node)],
  ["orderedList", "OL", (content, node) => list(content, node)],
  ["code", "CODE", (_, node) => inlineCode(node.textContent)],
  ["fence", "PRE", (_, node) => fenced(node.textContent, node.getAttribute("language") ?? "")],
  [
    "math",
    "MATH",
    (_, node) =>
      node.getAttribute("display") === "block" ? `\n\n$$\n${node.textContent}\n$$\n\n` : `$${node.textContent}$`
  ],
  ["link", "A", (content, node) => link(content, node)],
  ["image", "IMG", (_, node) => image(node)],
  ["strike", "DEL", delimited("~~")],
  // Markdown has no subscript or superscript; a footnote mark stays apart from the word before it.
  ["sup", "SUP", (content) => content],
  ["sub", "SUB", (content) => content],
  ["table", "TABLE", (_, node) => table(node)],
  ["heading1", "H1", (content) => heading(1, content)],
  ["heading2", "H2", (content) => heading(2, content)],
  ["heading3", "H3", (content) => heading(3, content)],
  ["heading4", "H4", (content) => heading(4, content)],
  ["heading5", "H5", (content) => heading(5, content)],
  ["heading6", "H6", (content) => heading(6, content)]
]

const heading = (level: number, content: string): string => {
  const line = content.replace(/\s*\\?\n\s*/g, " ").trim()
  // A closing run of # would be taken for the heading's own (CommonMark 4.2).
  return line === "" ? "" : `\n\n${"#".repeat(level)} ${line.replace(/(#+)$/, "\\$1")}\n\n`
}

const list = (content: string, node: ContentNode): string =>
  node.parentNode?.nodeName === "LI" ? `\n${content}` : `\n\n${content}\n\n`

const listItem = (content: string, node: ContentNode): string => {
  const parent = node.parentNode
  const ordered = parent?.nodeName === "OL"
  const index = parent?.childNodes.indexOf(node) ?? 0
  const marker = ordered ? `${Number(parent.getAttribute("start") ?? 1) + index}. ` : "- "
  const task = /^\\\[(x| )\\\] /.exec(content)
  const body = task === null ? content : `[${task[1]}] ${content.slice(task[0].length)}`
  const loose = /\n\n/.test(body.trim()) && node.childNodes.some(({ nodeName }) => nodeName === "P")
  const lines = body.replace(/^\n+|\s+$/g, "").replace(/\n/g, `\n${" ".repeat(marker.length)}`).replace(/^ +$/gm, "")
  return `${marker}${lines}${node.nextSibling === null ? "" : loose ? "\n\n" : "\n"}`
}

const inlineCode = (text: string): string => {
  const code = text.replace(/\s*\n\s*/g, " ")
  if (code.trim() === "") return code
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = "`".repeat(longest + 1)
  const pad = code.startsWith("`") || code.endsWith("`") ? " " : ""
  return `${fence}${pad}${code}${pad}${fence}`
}

const fenced = (text: string, language: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([run]) => run.length))
  const fence = "`".repeat(longest + 1)
  return `\n\n${fence}${language}\n${text}\n${fence}\n\n`
}

const destination = (url: string): string =>
  url.replace(/[()\s<>]/g, (char) => encodeURIComponent(char).replace("(", "%28").replace(")", "%29"))

const titlePart = (title: string | null): string =>
  title === null || title === "" ? "" : ` "${title.replace(/\s+/g, " ").replace(/["\\]/g, "\\$&")}"`

const link = (content: string, node: ContentNode): string => {
  const text = content.replace(/\s*\\?\n\s*/g, " ").trim()
  if (text === "") return ""
  return `[${text}](${destination(node.getAttribute("href") ?? "")}${titlePart(node.getAttribute("title"))})`
}

const image = (node: ContentNode): string => {
  const alt = escapeMarkdown((node.getAttribute("alt") ?? "").replace(/\s+/g, " "))
  return `![${alt}](${destination(node.getAttribute("src") ?? "")}${titlePart(node.getAttribute("title"))})`
}

const table = (node: ContentNode): string => {
  const rows = node.childNodes.map((row) => row.childNodes.map(cellMarkdown))
  const [first = [], ...rest] = rows
  const header = node.getAttribute("header") === "yes" ? first : first.map(() => "")
  const body = node.getAttribute("header") === "yes" ? rest : rows
  const line = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  return `\n\n${[line(header), line(header.map(() => "---")), ...body.map(line)].join("\n")}\n\n`
}

/** A cell is inline content; converted by itself, since turndown's own join knows nothing of rows. */
const cellMarkdown = (cell: ContentNode): string => {
  if (cell.childNodes.length === 0) return ""
  return service().turndown(cell as unknown as HTMLElement).replace(/\s*\\?\n\s*/g, " ").trim().replaceAll("|", "\\|")
}
