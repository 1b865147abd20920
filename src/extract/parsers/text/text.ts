import { Effect } from "effect"
import { decodeText } from "../../../web/fetch/charset/charset.ts"
import { escapeLineStart, escapeText } from "../../markdown/escape-markdown.ts"
import { ContentNode } from "../../markdown/tree/ContentNode.ts"
import { type PageParser, textPage } from "../Parser.ts"

/** Reads plain text with its line breaks. */
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
