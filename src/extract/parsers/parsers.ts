import { csvParser } from "./csv.ts"
import { htmlParser } from "./html.ts"
import { jsonParser } from "./json.ts"
import type { PageParser } from "./Parser.ts"
import { pdfParser } from "./pdf.ts"
import { markdownParser, textParser } from "./text.ts"
import { xmlParser } from "./xml.ts"

/** Every parser, in the order in which the health answer lists their media types. */
export const parsers: ReadonlyArray<PageParser> = [
  htmlParser,
  pdfParser,
  textParser,
  markdownParser,
  csvParser,
  jsonParser,
  xmlParser
]

export const mediaTypes: ReadonlyArray<string> = parsers.flatMap((parser) => parser.mediaTypes)

/** The parser for a media type; structured suffixes (RFC 6839) fall back to their syntax. */
export const parserFor = (mediaType: string): PageParser | undefined => {
  const exact = parsers.find((parser) => parser.mediaTypes.includes(mediaType))
  if (exact !== undefined) return exact
  if (mediaType.endsWith("+json")) return jsonParser
  return mediaType.endsWith("+xml") && mediaType !== "image/svg+xml" ? xmlParser : undefined
}
