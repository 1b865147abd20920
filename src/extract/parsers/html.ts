import { Effect } from "effect"
import { decodeText } from "../../fetch/charset.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { firstByTag } from "../dom/walk.ts"
import { type PageParser, parsedPage } from "./Parser.ts"

export const htmlParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const html = parseHtml(source)
      return parsedPage(input, source, html, {}, firstByTag(html.document, "base"))
    })
}
