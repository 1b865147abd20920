import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"
import mammoth from "mammoth"
import { unreadableOffice } from "../../../core/domain/errors/page-errors.ts"
import { hiddenTextOf, hiddenWarnings, type UnseenPart } from "../../content/visible/report-hidden.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import { type PageParser, parsedPage } from "../Parser.ts"
import { withoutDeepFields } from "./docx-fields.ts"
import { withHeaderRows } from "./docx-headers.ts"
import { docxStyles, withoutHiddenRuns } from "./docx-hidden.ts"
import {
  isInFolderOf,
  isPackagePart,
  mainPart,
  packageRelations,
  relatedParts,
  relationsOf,
  relationTo,
  transitional
} from "./docx-parts.ts"
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
import { repairing } from "./repair/repairing.ts"

/** Reads Word documents with mammoth: headings, lists, tables, links and notes as HTML, without pictures. */
export const docxParser: PageParser = repairing({
  parse: (input) =>
    Effect.gen(function*() {
      const main = mainPart(yield* partsOf(input, isPackagePart))
      const isKept = input.options?.hidden === "include"
      const related = relatedParts(yield* partsOf(input, (name) => name === relationsOf(main)), main)
      const isWanted = (name: string): boolean =>
        isPackagePart(name) || name === "docProps/core.xml" || isInFolderOf(name, main) || related.has(name)
      const { isCut, parts, unseen } = bounded(yield* partsOf(input, isWanted), main, isKept)
      yield* Effect.try({
        try: () => measureNotes(parts, new Budget()),
        catch: () => unreadableOffice(input.url, tooLarge)
      })
      const convertOrFail = (from: OfficeParts) =>
        Effect.tryPromise({ try: () => convert(from), catch: () => unreadableOffice(input.url, broken) })
      const html = yield* Effect.catch(convertOrFail(parts), () => convertOrFail(textOnly(parts, main)))
      const facts = officeFacts(input, xmlText(parts["docProps/core.xml"]))
      const page = parsedPage(input, "", parseHtml(`<main>${html}</main>`), { ...facts, wholeBody: true })
      if (isCut) page.warnings.push(truncated)
      const hidden = hiddenTextOf(unseen)
      if (hidden === undefined) return page
      return { ...page, hidden, warnings: isKept ? page.warnings : [...page.warnings, ...hiddenWarnings(hidden)] }
    })
})

/** The text with its relations, for a document whose styles, lists or notes cannot be repaired. */
const textOnly = (parts: OfficeParts, main: string): OfficeParts =>
  Object.fromEntries(
    Object.entries(parts).filter(([name]) => isPackagePart(name) || name === main || name === relationsOf(main))
  )

interface BoundedParts {
  readonly parts: OfficeParts
  readonly isCut: boolean
  readonly unseen: ReadonlyArray<UnseenPart>
}

/** Cuts each part, because mammoth makes a tree of it, and removes text that readers do not see unless it is kept. */
const bounded = (packed: OfficeParts, main: string, isKept: boolean): BoundedParts => {
  const cut = Object.entries({ ...packed, [packageRelations]: relationTo(main) }).map(([name, part]) => ({
    name,
    part,
    ...boundedPart(part)
  }))
  const styles = docxStyles(cut.find(({ name }) => name.endsWith("/styles.xml"))?.xml ?? "")
  const unseen: Array<UnseenPart> = []
  const seen = (xml: string, name: string): string => {
    if (name !== main && !/\/(?:footnotes|endnotes|comments)\.xml$/.test(name)) return xml
    const found = withoutHiddenRuns(xml, styles, name === main ? "document" : name.replace(/^.*\/|\.xml$/g, ""))
    unseen.push(...found.unseen)
    return isKept ? xml : found.xml
  }
  const parts = Object.fromEntries(cut.map(({ isCut, name, part, xml }) => {
    const flat = name.endsWith(".rels") ? transitional(xml) : seen(withoutDeepFields(xml), name)
    if (name === main) return [name, strToU8(withHeaderRows(flat))]
    return [name, isCut || flat !== xml ? strToU8(flat) : part]
  }))
  return { parts, isCut: cut.some(({ isCut }) => isCut), unseen }
}

/** mammoth unpacks everything in its ZIP, so it gets a new ZIP of the bounded parts. */
const convert = async (parts: OfficeParts): Promise<string> => {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(zipSync({ ...parts }, { level: 0 })) }, {
    styleMap: ["p[style-name='Title'] => h1:fresh"],
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" }))
  })
  return value
}
