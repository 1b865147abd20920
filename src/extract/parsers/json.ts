import { Effect } from "effect"
import { decodeText } from "../../fetch/charset.ts"
import { type PageParser, textPage } from "./Parser.ts"

/** JSON, pretty, as a fenced block; what does not parse is kept as it came, with a warning. */
export const jsonParser: PageParser = {
  mediaTypes: [
    "application/json",
    "text/json",
    "application/ld+json",
    "application/manifest+json",
    "application/geo+json"
  ],
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset ?? "utf-8", input.mediaType).text
      const pretty = prettyJson(source)
      const text = pretty ?? source.trim()
      const page = textPage(input, source, {
        rendition: { markdown: text === "" ? "" : `\`\`\`json\n${text}\n\`\`\``, text }
      })
      if (pretty === undefined) {
        page.warnings.push({ code: "json_invalid", message: "The body is not valid JSON; it is returned as it came." })
      }
      return page
    })
}

const prettyJson = (source: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(source), null, 2)
  } catch {
    return undefined
  }
}
