import { Effect } from "effect"
import { decodeText } from "../../fetch/charset.ts"
import { escapeMarkdown } from "../markdown/escape-markdown.ts"
import { type PageParser, textPage } from "./Parser.ts"

/** Plain text keeps its line breaks; markdown passes through as it is. */
export const textParser: PageParser = {
  mediaTypes: ["text/plain"],
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const text = source.replaceAll("\r\n", "\n").trim()
      const markdown = text.split(/\n{2,}/).map((block) => block.split("\n").map(escapeMarkdown).join("\\\n")).join(
        "\n\n"
      )
      return textPage(input, source, { rendition: { markdown, text } })
    })
}

export const markdownParser: PageParser = {
  mediaTypes: ["text/markdown", "text/x-markdown"],
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const markdown = source.replaceAll("\r\n", "\n").trim()
      const title = /^#\s+(.+?)\s*#*$/m.exec(markdown)?.[1] ?? ""
      return textPage(input, source, { title, rendition: { markdown, text: plain(markdown) } })
    })
}

/** Markdown without its marks: enough to read and to search. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^```[^\n]*$/gm, "")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+)/gm, "")
    .replace(/(\*\*|__|`)/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
