import { Effect } from "effect"
import { zipSync } from "fflate"
import mammoth from "mammoth"
import { parseHtml } from "../dom/parse-html.ts"
import { broken, officeFacts, type Parts, partsOf, unreadable, xmlText } from "./office-archive.ts"
import { type PageParser, parsedPage } from "./Parser.ts"

/** Word documents by mammoth: headings, lists, tables, links and notes as HTML; pictures are left out. */
export const docxParser: PageParser = {
  parse: (input) =>
    Effect.gen(function*() {
      const parts = yield* partsOf(
        input,
        /^(?:\[Content_Types\]|_rels\/.*|docProps\/core|word\/(?:_rels\/)?[^/]+)\.(?:xml|rels)$/
      )
      const html = yield* Effect.tryPromise({
        try: () => convert(parts),
        catch: () => unreadable(input, broken)
      })
      const facts = officeFacts(input, xmlText(parts["docProps/core.xml"]))
      return parsedPage(input, "", parseHtml(`<main>${html}</main>`), { ...facts, wholeBody: true })
    })
}

/** mammoth unpacks whatever it is given, so it is given a fresh ZIP of what was unpacked within bounds. */
const convert = async (parts: Parts): Promise<string> => {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(zipSync({ ...parts }, { level: 0 })) }, {
    styleMap: ["p[style-name='Title'] => h1:fresh"],
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" }))
  })
  return value
}
