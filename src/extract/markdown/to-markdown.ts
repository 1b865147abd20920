import TurndownService, { type TurndownInput } from "turndown"
import { endRun, trimNewlines } from "../dom/text-end.ts"
import { escapeLabel, escapeLineStart, escapeText } from "./escape-markdown.ts"
import { delimit, image, inlineCode, inlineMath, link, maxRunLength, oneLine } from "./inline-markdown.ts"
import type { MarkdownRule } from "./MarkdownRules.ts"
import type { ContentNode } from "./tree/ContentNode.ts"

export type ToMarkdown = (root: ContentNode) => string

/**
 * Writes a content tree as markdown (CommonMark with GFM tables, task lists, strikethrough and footnotes), by turndown
 * with rules for the names in the tree. `added` rules come first. The last rule that fits a node is used.
 */
export const markdownWith = (added: ReadonlyArray<MarkdownRule>): ToMarkdown => {
  const turndown = new TurndownService<ContentNode>({ blankReplacement: () => "" })
  // One rule for all names, because turndown tries the rules one after the other for every node.
  turndown.addRule("built-in", {
    filter: ({ nodeName }) => rules.has(nodeName),
    replacement: (content, node) => rules.get(node.nodeName)?.(content, node) ?? content
  })
  for (const { filter, replacement } of added) {
    const isFor = typeof filter === "string" ? ({ nodeName }: ContentNode) => nodeName === filter : filter
    turndown.addRule("added", { filter: isFor, replacement })
  }
  return (root) => {
    turndown.escape = escapeInOrder(root)
    return turndown.turndown(folded(root))
  }
}

/** The white space of the tree is folded already: turndown, which starts at the first child, finds none. */
const folded = ({ childNodes, nodeType }: ContentNode): TurndownInput<ContentNode> => {
  const input: TurndownInput<ContentNode> = {
    nodeName: "DIV",
    nodeType,
    childNodes,
    firstChild: null,
    cloneNode: () => input
  }
  return input
}

/**
 * turndown's escape function gets only a string, so it would have to escape every underscore and bracket. turndown
 * calls it for the text nodes in document order, so this function knows the node of each string and its context.
 */
const escapeInOrder = (root: ContentNode): (text: string) => string => {
  const nodes = textNodes(root, [])
  let at = 0
  return (text) => {
    const node = nodes[at]
    if (node?.data !== text) return escapeLabel(text)
    at++
    return isVerbatim(node.parentNode) ? text : escapeText(node)
  }
}

/** turndown does not escape code. */
const textNodes = (node: ContentNode, found: Array<ContentNode>): Array<ContentNode> => {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) found.push(child)
    else if (child.nodeName !== "CODE") textNodes(child, found)
  }
  return found
}

/** The rules of these nodes print the text as it is. */
const isVerbatim = (node: ContentNode | null): boolean =>
  node?.nodeName === "PRE" || node?.nodeName === "MATH" || node?.nodeName === "FOOTNOTE"

const rules: ReadonlyMap<string, MarkdownRule["replacement"]> = new Map(Object.entries<MarkdownRule["replacement"]>({
  P: (content, node) => paragraph(content, isTight(node.parentNode) ? "\n" : "\n\n"),
  H1: (content) => heading(1, content),
  H2: (content) => heading(2, content),
  H3: (content) => heading(3, content),
  H4: (content) => heading(4, content),
  H5: (content) => heading(5, content),
  H6: (content) => heading(6, content),
  HR: (_, node) => (node.parentNode?.nodeName === "LI" ? "\n\n***\n\n" : "\n\n---\n\n"),
  BLOCKQUOTE: (content) => `\n\n${trimNewlines(content).replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">")}\n\n`,
  UL: (content, node) => list(content, node),
  OL: (content, node) => list(content, node),
  LI: (content, node) => listItem(content, node),
  ASIDE: (content, node) => `\n\n${indent(`[^${node.getAttribute("label") ?? ""}]: ${trimNewlines(content)}`, 4)}\n\n`,
  PRE: (_, node) => fenced(node.textContent, node.getAttribute("language") ?? ""),
  TABLE: (content, node) => table(content, node),
  TR: (content) => `\n|${content}\n`,
  TD: (content) => cell(content),
  A: (content, node) => link(content, node),
  STRONG: (content, node) => delimit(content, node, "**"),
  EM: (content, node) => delimit(content, node, "*"),
  DEL: (content, node) => delimit(content, node, "~~"),
  CODE: (_, node) => inlineCode(node.textContent),
  MATH: (_, node) => (node.getAttribute("display") === "block" ? `$$\n${node.textContent}\n$$` : inlineMath(node)),
  FOOTNOTE: (_, node) =>
    node.root?.footnotes.has(node.textContent) === true ? `[^${node.textContent}]` : `[${node.textContent}]`,
  IMG: (_, node) => image(node),
  // Editors remove trailing spaces. A backslash is a hard break too (CommonMark 6.7).
  BR: () => "\\\n"
}))

/** A link with only pictures has white space as its text, which turndown puts around the link. */
const paragraph = (inside: string, gap: string): string => {
  const content = inside.trim()
  if (content === "") return ""
  const text = content.startsWith("$$\n") || !content.includes("\n")
    ? content.startsWith("$$\n") ? content : escapeLineStart(content)
    : content.split("\n").map(escapeLineStart).join("\n")
  return `${gap}${text}${gap}`
}

const heading = (level: number, content: string): string => {
  const line = oneLine(content)
  // A run of # at the end would be read as a closing sequence (CommonMark 4.2).
  return line === "" ? "" : `\n\n${"#".repeat(level)} ${escapeEnd(line)}\n\n`
}

const escapeEnd = (line: string): string => {
  const at = endRun(line, "#")
  return at === line.length ? line : `${line.slice(0, at)}\\${line.slice(at)}`
}

/** An item with one paragraph needs no blank lines, also with lists below it. */
const isTight = (item: ContentNode | null): boolean =>
  item?.nodeName === "LI" && item.childNodes[0]?.nodeName === "P" && item.childNodes.slice(1).every(mayFollow)

/**
 * A list may interrupt a paragraph. A numbered list may do so only if it starts with 1 (CommonMark 5.3). Readers apply
 * this also to lists that start on one line.
 */
const mayFollow = ({ attributes, childNodes, nodeName }: ContentNode): boolean => {
  if (nodeName !== "UL" && (nodeName !== "OL" || (attributes["start"] ?? "1") !== "1")) return false
  const first = childNodes[0]?.childNodes[0]
  return first === undefined || !/^[OU]L$/.test(first.nodeName) || mayFollow(first)
}

const list = (content: string, node: ContentNode): string => {
  const gap = isTight(node.parentNode) ? "\n" : "\n\n"
  return `${gap}${trimNewlines(content)}${gap}`
}

const listItem = (content: string, node: ContentNode): string => {
  const marker = itemMarker(node)
  // The box stands before words, not before a quote or a list (GFM 5.3).
  const task = node.childNodes[0]?.nodeName === "P" ? node.getAttribute("task") : null
  const body = trimNewlines(content)
  const gap = isTight(node) ? "\n" : "\n\n"
  return `${gap}${marker}${indent(task === null ? body : `[${task}] ${body}`, marker.length)}${gap}`
}

/** Two lists of one kind in a row would join. Another marker separates them (CommonMark 5.3). */
const itemMarker = (item: ContentNode): string => {
  const parent = item.parentNode
  const isSecond = parent?.getAttribute("second") === "yes"
  if (parent?.nodeName !== "OL") return isSecond ? "* " : "- "
  const number = Number(parent.getAttribute("start") ?? 1) + item.position
  return `${Math.min(number, maxNumber)}${isSecond ? ")" : "."} `
}

const maxNumber = 999_999_999

const indent = (text: string, by: number): string => text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(by)}`)

const fenced = (text: string, language: string): string => {
  const fence = "`".repeat(Math.max(3, maxRunLength(text) + 1))
  return `\n\n${fence}${language}\n${text}\n${fence}\n\n`
}

/**
 * Each row is one line. GFM has no table without a header, so the first row of a table without one stands in its
 * place.
 */
const table = (content: string, node: ContentNode): string => {
  const columns = Math.max(...node.childNodes.map((row) => row.childNodes.length))
  const [first = "", ...rest] = trimNewlines(content).split("\n")
  return `\n\n${[first, `|${" --- |".repeat(columns)}`, ...rest].join("\n")}\n\n`
}

const cell = (content: string): string => content === "" ? "  |" : ` ${oneLine(content).replaceAll("|", "\\|")} |`

export const toMarkdown = markdownWith([])
