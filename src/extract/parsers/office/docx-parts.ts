import { strToU8 } from "fflate"
import { escapeHtml } from "../../dom/escape-html.ts"
import { isObject, type JsonObject } from "../../metadata/declared/json-ld.ts"
import { readXml } from "../read-xml.ts"
import { boundedPart, type OfficeParts } from "./office-archive.ts"

/** Relations of the package, with the name of its main part (ECMA-376 part 2, 6.5.3.4). */
export const packageRelations = "_rels/.rels"
const contentTypes = "[Content_Types].xml"

/** Whether a part has the names of the others. */
export const isPackagePart = (name: string): boolean => name === packageRelations || name === contentTypes

/**
 * Name of the part with the text, from the relations, else from the content types. Word writes `word/document.xml`;
 * other programs differ.
 */
export const mainPart = (parts: OfficeParts): string => {
  const related = elements(parts, packageRelations, "Relationships", "Relationship").find(({ "@Type": type }) =>
    typeof type === "string" && type.endsWith("/officeDocument")
  )
  const typed = elements(parts, contentTypes, "Types", "Override").find(({ "@ContentType": type }) =>
    typeof type === "string" && type.endsWith(".document.main+xml")
  )
  const name = related?.["@Target"] ?? typed?.["@PartName"]
  return typeof name === "string" ? name.replace(/^\.?\//, "") : "word/document.xml"
}

const elements = (parts: OfficeParts, name: string, root: string, tag: string): ReadonlyArray<JsonObject> => {
  const tree = child(readXml(boundedPart(parts[name]).xml) ?? {}, root)
  return isObject(tree) ? [child(tree, tag)].flat().filter(isObject) : []
}

/** Some programs write these names with a prefix. */
const child = (element: JsonObject, name: string): unknown =>
  Object.entries(element).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1]

/** Styles, numbering, notes and relations are in the folder of the main part. */
export const isInFolderOf = (name: string, main: string): boolean => {
  const folder = main.slice(0, main.lastIndexOf("/") + 1)
  return name.startsWith(folder) && /^(?:_rels\/)?[^/]+\.(?:xml|rels)$/.test(name.slice(folder.length))
}

/** Name of the part with the relations of the main part. */
export const relationsOf = (main: string): string => main.replace(/([^/]*)$/, "_rels/$1.rels")

/** Parts that the relations of the main part name, wherever they are: styles, lists, notes. */
export const relatedParts = (parts: OfficeParts, main: string): ReadonlySet<string> => {
  const base = new URL(main, "docx://package/")
  return new Set(
    elements(parts, relationsOf(main), "Relationships", "Relationship").flatMap(
      ({ "@Target": target, "@Type": type }) => {
        if (typeof target !== "string" || typeof type !== "string" || !wanted.test(type)) return []
        const path = URL.parse(target, base)?.pathname.slice(1) ?? ""
        return path.endsWith(".xml") ? [decodeURIComponent(path)] : []
      }
    )
  )
}

const wanted = /\/(?:styles|numbering|footnotes|endnotes|comments)$/

/** Relations of a package with only this main part, for mammoth. */
export const relationTo = (main: string): Uint8Array =>
  strToU8(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="main" Type="${office}officeDocument" Target="${
      escapeHtml(main)
    }"/></Relationships>`
  )

/** Renames relations of the strict format to those of the transitional one, which mammoth knows. */
export const transitional = (relations: string): string => relations.replaceAll(strictOffice, office)

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
const strictOffice = "http://purl.oclc.org/ooxml/officeDocument/relationships/"
