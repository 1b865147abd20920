import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import mammoth from "mammoth"
import { unreadableOffice } from "../../../core/domain/errors/page-errors.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import { type PageParser, parsedPage } from "../Parser.ts"
import { withoutDeepFields } from "./docx-fields.ts"
import { withHeaderRows } from "./docx-headers.ts"
import { isInFolderOf, isPackagePart, mainPart, packageRelations, relationTo, transitional } from "./docx-parts.ts"
import { Budget } from "./measure/Budget.ts"
import { measureNotes } from "./measure/measure-notes.ts"
import {
  boundedPart,
  broken,
  officeFacts,
  type OfficeParts,
  partsOf,
  tooLarge,
  truncated,
  xmlText
} from "./office-archive.ts"

/** Reads Word documents with mammoth: headings, lists, tables, links and notes as HTML, without pictures. */
export const docxParser: PageParser = {
  parse: (input) =>
    Effect.gen(function*() {
      const main = mainPart(yield* partsOf(input, isPackagePart))
      const { isCut, parts } = bounded(yield* partsOf(input, (name) => isWanted(name, main)), main)
      yield* Effect.try({
        try: () => measureNotes(parts, new Budget()),
        catch: () => unreadableOffice(input.url, tooLarge)
      })
      const html = yield* Effect.tryPromise({
        try: () => convert(parts),
        catch: () => unreadableOffice(input.url, broken)
      })
      const facts = officeFacts(input, xmlText(parts["docProps/core.xml"]))
      const page = parsedPage(input, "", parseHtml(`<main>${html}</main>`), { ...facts, wholeBody: true })
      if (isCut) page.warnings.push(truncated)
      return page
    })
}

const isWanted = (name: string, main: string): boolean =>
  isPackagePart(name) || name === "docProps/core.xml" || isInFolderOf(name, main)

/** Cuts each part, because mammoth makes a tree of it. */
const bounded = (packed: OfficeParts, main: string): { readonly parts: OfficeParts; readonly isCut: boolean } => {
  const cut = Object.entries({ ...packed, [packageRelations]: relationTo(main) }).map(([name, part]) => ({
    name,
    part,
    ...boundedPart(part)
  }))
  return {
    parts: Object.fromEntries(cut.map(({ isCut, name, part, xml }) => {
      const flat = name.endsWith(".rels") ? transitional(xml) : withoutDeepFields(xml)
      if (name === main) return [name, strToU8(withHeaderRows(flat))]
      return [name, isCut || flat !== xml ? strToU8(flat) : part]
    })),
    isCut: cut.some(({ isCut }) => isCut)
  }
}

/** mammoth unpacks everything in its ZIP, so it gets a new ZIP of the bounded parts. */
const convert = async (parts: OfficeParts): Promise<string> => {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(zipSync({ ...parts }, { level: 0 })) }, {
    styleMap: ["p[style-name='Title'] => h1:fresh"],
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" }))
  })
  return value
}
