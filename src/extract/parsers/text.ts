import { Effect } from "effect"
import { decodeText } from "../../web/fetch/charset/charset.ts"
import { escapeLineStart, escapeText } from "../markdown/escape-markdown.ts"
import { ContentNode } from "../markdown/tree/ContentNode.ts"
import { type PageParser, textPage } from "./Parser.ts"

/** Reads plain text with its line breaks. Markdown passes through as it is. */
export const textParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const text = source.replaceAll("\r\n", "\n").trim()
      const markdown = withEscapes(text)
      return textPage(input, source, { rendition: { markdown, text } })
    })
}

/** Escapes plain text as markdown. Blank lines separate paragraphs; other line breaks and gaps stay. */
const withEscapes = (text: string): string => text.split(/\n{2,}/).map(paragraph).join("\n\n")

const paragraph = (block: string): string => {
  const lines = new ContentNode("P")
  for (const [index, line] of block.split("\n").entries()) {
    if (index > 0) lines.append(new ContentNode("BR"))
    lines.append(new ContentNode("#text", {}, line))
  }
  return lines.childNodes.map((node) => node.nodeType === 3 ? escapeLineStart(escapeText(node)) : "\\\n").join("")
}
export const markdownParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const markdown = source.replaceAll("\r\n", "\n").trim()
      const title = (/^#[ \t]+(\S.*)$/m.exec(markdown)?.[1] ?? "").slice(0, maxTitle).replace(/\s+#+\s*$/, "").trim()
      return textPage(input, source, { title, rendition: { markdown, text: withoutMarks(markdown) } })
    })
}

const maxTitle = 300

/**
 * Removes markdown's marks, well enough for reading and search. No pattern goes beyond the next bracket, so all are
 * linear.
 */
const withoutMarks = (markdown: string): string =>
  markdown
    .replace(/^```[^\n]*$/gm, "")
    .replace(/!\[([^[\]]*)\]\([^()\n]*\)/g, "$1")
    .replace(/\[([^[\]]*)\]\([^()\n]*\)/g, "$1")
    .replace(/^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+)/gm, "")
    .replace(/(\*\*|__|`)/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
