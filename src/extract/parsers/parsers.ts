import { Effect } from "effect"
import { htmlParser } from "./html.ts"
import { jsonParser } from "./json.ts"
import type { ParserName } from "./media-types.ts"
import type { PageParser } from "./Parser.ts"
import { markdownParser } from "./text/markdown.ts"
import { textParser } from "./text/text.ts"

/** All parsers. One with its own library is loaded with the first page for it. */
export const parsers: Readonly<Record<ParserName, Effect.Effect<PageParser>>> = {
  html: Effect.succeed(htmlParser),
  pdf: Effect.promise(() => import("./pdf/pdf.ts").then(({ pdfParser }) => pdfParser)),
  image: Effect.promise(() => import("./pdf/image.ts").then(({ imageParser }) => imageParser)),
  docx: Effect.promise(() => import("./office/docx.ts").then(({ docxParser }) => docxParser)),
  odt: Effect.promise(() => import("./office/odt.ts").then(({ odtParser }) => odtParser)),
  anydoc: Effect.promise(() => import("./office/anydoc.ts").then(({ anydocParser }) => anydocParser)),
  text: Effect.succeed(textParser),
  markdown: Effect.succeed(markdownParser),
  csv: Effect.promise(() => import("./csv.ts").then(({ csvParser }) => csvParser)),
  json: Effect.succeed(jsonParser),
  xml: Effect.promise(() => import("./xml.ts").then(({ xmlParser }) => xmlParser))
}
