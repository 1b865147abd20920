import { Effect } from "effect"
import { decodeText } from "../../fetch/charset.ts"
import { ContentNode } from "../markdown/ContentNode.ts"
import { toMarkdown } from "../markdown/to-markdown.ts"
import { type PageParser, textPage } from "./Parser.ts"

/** Plain text keeps its line breaks; markdown passes through as it is. */
export const textParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const text = source.replaceAll("\r\n", "\n").trim()
      const markdown = toMarkdown(paragraphs(text))
      return textPage(input, source, { rendition: { markdown, text } })
    })
}

/** Blank lines part paragraphs; other line breaks are kept. */
const paragraphs = (text: string): ContentNode => {
  const root = new ContentNode("DIV")
  for (const block of text.split(/\n{2,}/)) {
    const paragraph = new ContentNode("P")
    for (const [index, line] of block.split("\n").entries()) {
      if (index > 0) paragraph.append(new ContentNode("BR"))
      paragraph.append(new ContentNode("#text", {}, line.replace(wideGap, (gap) => gap.slice(0, widest))))
    }
    root.append(paragraph)
  }
  return root
}

/** turndown's last trim is quadratic in longer gaps, and no text has such. */
const widest = 200
const wideGap = /\s{200,}/g

export const markdownParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const markdown = source.replaceAll("\r\n", "\n").trim()
      const title = (/^#[ \t]+(\S.*)$/m.exec(markdown)?.[1] ?? "").slice(0, maxTitle).replace(/\s+#+\s*$/, "").trim()
      return textPage(input, source, { title, rendition: { markdown, text: plain(markdown) } })
    })
}

const maxTitle = 300

/** Markdown without its marks: enough to read and to search. No pattern runs past the next bracket, so that all stay linear. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^```[^\n]*$/gm, "")
    .replace(/!\[([^[\]]*)\]\([^()\n]*\)/g, "$1")
    .replace(/\[([^[\]]*)\]\([^()\n]*\)/g, "$1")
    .replace(/^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+)/gm, "")
    .replace(/(\*\*|__|`)/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
