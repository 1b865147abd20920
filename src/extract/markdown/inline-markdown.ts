import { endRun } from "../dom/text-end.ts"
import { escapeLabel } from "./escape-markdown.ts"
import { charAfter, charBefore, isDelimited, isPunctuation, isSpace, nodeBefore } from "./inline-context.ts"
import type { ContentNode } from "./tree/ContentNode.ts"

/**
 * Writes the content of a mark between its delimiters, or without them if they would not be parsed as delimiters
 * (CommonMark 6.2, left- and right-flanking runs). turndown always writes them, which leaves literal asterisks in
 * `a<b>:</b>b`.
 */
export const delimit = (content: string, node: ContentNode, delimiter: string): string => {
  const before = nodeBefore(node)
  if (content === "" || before !== undefined && isDelimited(before)) return content
  // Delimiters of one kind join into one run, so check the characters behind those at the edges.
  const bare = delimiter === "~~" ? content : content.slice(0, endRun(content, "*")).replace(/^\*+/, "")
  if (!opens(charBefore(node), /^[^]/u.exec(bare)?.[0] ?? "")) return content
  const after = charAfter(node)
  const last = /[^]$/u.exec(bare)?.[0] ?? ""
  if (opens(after, last)) return `${delimiter}${content}${delimiter}`
  const tail = /^([^]*[^\s\p{P}\p{S}])([:.,;!?…]+)$/u.exec(content)
  return tail === null ? content : `${delimiter}${tail[1]}${delimiter}${tail[2]}`
}

/**
 * Whether a run between `outside` and `inside` is left-flanking. Mirrored, it tests right-flanking. Parsers differ for
 * characters beyond the basic plane, so for them the stricter reading is used.
 */
const opens = (outside: string, inside: string): boolean =>
  !isSpace(inside) &&
  (!isPunctuation(inside) && inside.length === 1 || isSpace(outside) || isPunctuation(outside) && outside.length === 1)

/** Code between more backticks than it has in a row (CommonMark 6.1). */
export const inlineCode = (text: string): string => {
  if (text === "") return ""
  const fence = "`".repeat(maxRunLength(text) + 1)
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : ""
  return `${fence}${pad}${text}${pad}${fence}`
}

export const maxRunLength = (text: string): number => {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

export const inlineMath = (node: ContentNode): string => {
  const latex = node.textContent
  const dollars = latex.includes("$") ? "$$$" : "$"
  const inCell = isInCell(node)
  return `${dollars}${inCell ? withoutPipes(latex) : latex}${dollars}`
}

/** A pipe ends a cell, also within a formula. The columns of an array lose their rules. */
const withoutPipes = (latex: string): string =>
  latex.replace(
    /(\\begin\{array\}\s*\{)([^{}]*)\}/g,
    (_, start: string, columns: string) => `${start}${columns.replaceAll("|", "")}}`
  )
    .replaceAll("\\|", "\\Vert ").replaceAll("|", "\\vert ")

const isInCell = (node: ContentNode): boolean => {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (at.nodeName === "TD") return true
  return false
}

export const link = (content: string, node: ContentNode): string => {
  const text = oneLine(content)
  if (text === "") return ""
  const href = node.getAttribute("href") ?? ""
  return `[${text}](${destination(href)}${titlePart(node.getAttribute("title"))})`
}

/** Joins lines, also at hard breaks. */
export const oneLine = (content: string): string =>
  content.includes("\n")
    ? content.split("\n").map(withoutBreak).filter((line) => line !== "").join(" ").trim()
    : content.trim()

const withoutBreak = (line: string, index: number, lines: ReadonlyArray<string>): string => {
  const text = index === 0 ? line.trimEnd() : line.trim()
  return index < lines.length - 1 && text.endsWith("\\") ? text.slice(0, -1).trimEnd() : text
}

export const image = (node: ContentNode): string =>
  `![${escapeLabel(node.getAttribute("alt") ?? "")}](${destination(node.getAttribute("src") ?? "")}${
    titlePart(node.getAttribute("title"))
  })`

/** Percent-encodes what would end a destination or change its meaning (CommonMark 6.3). */
const destination = (url: string): string =>
  /[()\s<>\\]|&#?\w+;/.test(url)
    ? url.replace(/[()\s<>\\]/g, (char) => percent[char] ?? encodeURIComponent(char)).replace(/&(?=#?\w+;)/g, "&amp;")
    : url

const percent: Readonly<Record<string, string>> = { "(": "%28", ")": "%29" }

const titlePart = (title: string | null): string =>
  title === null || title === ""
    ? ""
    : ` "${title.replace(/\s+/g, " ").replace(/["\\]/g, "\\$&").replace(/&(?=#?\w+;)/g, "&amp;")}"`
