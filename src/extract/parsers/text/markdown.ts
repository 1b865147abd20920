import { Effect } from "effect"
import { compact } from "../../../core/kernel/compact.ts"
import { decodeText } from "../../../web/fetch/charset/charset.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import { type PageParser, parsedPage } from "../Parser.ts"
import { frontMatter } from "./front-matter.ts"
import { markdownAnchors } from "./markdown-anchors.ts"

/** Markdown passes through as it is, without its front matter. Its tree has only links. */
export const markdownParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const { content, description, title } = frontMatter(source.replaceAll("\r\n", "\n"))
      const markdown = content.trim()
      const heading = (/^#[ \t]+(\S.*)$/m.exec(markdown)?.[1] ?? "").slice(0, maxTitle).replace(/\s+#+\s*$/, "").trim()
      return parsedPage(input, source, parseHtml(markdownAnchors(markdown)), {
        title: title === undefined ? heading : title.slice(0, maxTitle),
        ...compact({ description }),
        rendition: { markdown, text: withoutMarks(markdown) }
      })
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
