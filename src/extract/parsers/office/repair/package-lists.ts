import { strToU8 } from "fflate"
import { escapeHtml } from "../../../dom/escape-html.ts"
import { isPackagePart, packageRelations } from "../docx-parts.ts"
import { eachTag } from "../measure/each-tag.ts"
import { xmlText } from "../office-archive.ts"
import { type Package, type Relation, relationsOf, targetsOf } from "./plain-targets.ts"

export interface Listed {
  /** Whether a list of parts was missing or named a part that is missing. */
  readonly isDamaged: boolean
  readonly isChanged: boolean
}

/**
 * Gives a package of Office its lists of parts (ECMA-376 part 2, 6.5): which part is the main one, and the sheets or
 * slides in their order. Where a list is missing, the names of the parts tell them. Does nothing to other archives.
 */
export const listParts = (parts: Package): Listed => {
  if (parts.has("mimetype")) return good
  const related = targetsOf(parts, packageRelations).find(({ type }) => type.endsWith("/officeDocument"))?.target
  const isRelated = related !== undefined && parts.has(related)
  const main = isRelated ? related : mainByRoot(parts)
  const root = main === undefined ? undefined : rootOf(parts.get(main))
  if (main !== undefined && root === "document") {
    if (isRelated) return good
    parts.set(packageRelations, relations([{ id: "main", type: "officeDocument", target: main }]))
    return { isDamaged: true, isChanged: true }
  }
  const kind = kinds.find((each) => root === undefined ? hasPieces(parts, each) : each.root === root)
  return kind === undefined ? good : listPieces(parts, kind, main ?? kind.main, isRelated)
}

const good: Listed = { isDamaged: false, isChanged: false }

/** A kind of documents that consist of several parts. */
interface Kind {
  readonly root: string
  /** The name of the main part that every reader knows. */
  readonly main: string
  readonly entry: string
  readonly type: string
  readonly piece: RegExp
  readonly write: (entries: ReadonlyArray<Entry>, head: string) => string
}

/** A sheet or a slide of the main part. */
interface Entry {
  readonly id: string
  /** Its name and state. */
  readonly attributes: string
  readonly target: string | undefined
}

const schemas = "http://schemas.openxmlformats.org"
const office = `${schemas}/officeDocument/2006/relationships`

const kinds: ReadonlyArray<Kind> = [
  {
    root: "workbook",
    main: "xl/workbook.xml",
    entry: "sheet",
    type: "worksheet",
    piece: /(?:^|\/)(?:work)?sheets\/[^/]*\.xml$/i,
    write: (entries, head) =>
      `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${office}">${head}<sheets>${
        entries.map(({ attributes, id }, index) => {
          const said = attributes === "" ? ` name="Sheet${index + 1}"` : attributes
          return `<sheet${said} sheetId="${index + 1}" r:id="${escapeHtml(id)}"/>`
        }).join("")
      }</sheets></workbook>`
  },
  {
    root: "presentation",
    main: "ppt/presentation.xml",
    entry: "sldId",
    type: "slide",
    piece: /(?:^|\/)slides\/[^/]*\.xml$/i,
    write: (entries) =>
      `<p:presentation xmlns:p="${schemas}/presentationml/2006/main" xmlns:r="${office}"><p:sldIdLst>${
        entries.map(({ id }, index) => `<p:sldId id="${256 + index}" r:id="${escapeHtml(id)}"/>`).join("")
      }</p:sldIdLst></p:presentation>`
  }
]

const hasPieces = (parts: Package, kind: Kind): boolean => [...parts.keys()].some((name) => kind.piece.test(name))

const listPieces = (parts: Package, kind: Kind, from: string, isRelated: boolean): Listed => {
  const isMoved = kind.root === "workbook" && from !== kind.main
  const main = isMoved ? kind.main : from
  if (isMoved) movePackage(parts, from, main)
  const own = targetsOf(parts, relationsOf(main))
  const xml = xmlText(parts.get(main))
  const entries = entriesIn(xml, kind.entry, own)
  const isListed = ({ target }: Entry): boolean => target !== undefined && parts.has(target)
  const isWhole = entries.length > 0 && entries.every(isListed)
  if (isWhole && isRelated) return { isDamaged: false, isChanged: isMoved }
  const named = new Set(entries.map(({ target }) => target))
  const left = [...parts.keys()].filter((name) => kind.piece.test(name) && !named.has(name)).toSorted(inNumbers)
  // Without relations, the parts have the order of their numbers.
  const found = entries.map((entry) => own.length > 0 ? entry : { ...entry, target: left.shift() }).filter(isListed)
  const others = isWhole ? [] : left.map((target, index) => ({ id: `piece${index + 1}`, attributes: "", target }))
  const all = [...found, ...others]
  if (!isWhole) {
    const besides = besidePieces(parts, own, kind)
    parts.set(main, strToU8(kind.write(all, /<(?:\w+:)?workbookPr\b[^<>]*\/>/.exec(xml)?.[0] ?? "")))
    const pieces = all.map(({ id, target = "" }) => ({ id, type: kind.type, target }))
    parts.set(relationsOf(main), relations([...pieces, ...besides]))
  }
  parts.set(packageRelations, relations([{ id: "main", type: "officeDocument", target: main }]))
  return { isDamaged: true, isChanged: true }
}

/** Moves the folder of the main part to where its reader looks for it. */
const movePackage = (parts: Package, from: string, to: string): void => {
  const [folder, home] = [from, to].map((name) => name.slice(0, name.lastIndexOf("/") + 1))
  for (const [name, part] of new Map(parts)) {
    if (folder === undefined || !name.startsWith(folder) || isPackagePart(name)) continue
    const moved = name === from
      ? to
      : name === relationsOf(from)
      ? relationsOf(to)
      : `${home}${name.slice(folder.length)}`
    const isList = name.endsWith(".rels")
    parts.delete(name)
    parts.set(moved, isList ? strToU8(xmlText(part).replaceAll(`"/${folder}`, `"/${home}`)) : part)
  }
  parts.set(packageRelations, relations([{ id: "main", type: "officeDocument", target: to }]))
}

/** The other parts of a workbook that its cells need, by their relations or their names. */
const besidePieces = (parts: Package, own: ReadonlyArray<Relation>, kind: Kind): ReadonlyArray<Written> => {
  if (kind.root !== "workbook") return []
  return ["sharedStrings", "styles", "theme"].flatMap((type) => {
    const related = own.find((relation) => relation.type.endsWith(`/${type}`) && parts.has(relation.target))?.target
    const name = new RegExp(`(?:^|/)${type}\\d*\\.xml$`, "i")
    const target = related ?? [...parts.keys()].find((each) => name.test(each))
    return target === undefined ? [] : [{ id: type, type, target }]
  })
}

const entriesIn = (xml: string, tag: string, own: ReadonlyArray<Relation>): ReadonlyArray<Entry> => {
  const targets = new Map(own.map(({ id, target }) => [id, target]))
  const entries: Array<Entry> = []
  eachTag(xml, ({ attributes, isEnd, name }) => {
    const id = /:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1]
    if (name !== tag || isEnd || id === undefined) return
    const said = attributes.match(/\s(?:name|state)\s*=\s*(?:"[^"]*"|'[^']*')/g) ?? []
    entries.push({ id, attributes: said.join(""), target: targets.get(id) })
  })
  return entries
}

/** A relation with the last word of its type. */
type Written = Relation

const relations = (list: ReadonlyArray<Written>): Uint8Array =>
  strToU8(
    `<Relationships xmlns="${schemas}/package/2006/relationships">${
      list.map(({ id, target, type }) =>
        `<Relationship Id="${escapeHtml(id)}" Type="${office}/${type}" Target="/${escapeHtml(target)}"/>`
      ).join("")
    }</Relationships>`
  )

const mainByRoot = (parts: Package): string | undefined =>
  [...parts].find(([name, part]) => /\.xml$/i.test(name) && rootOf(part) !== undefined)?.[0]

/** The name of the root, if it is one of a main part. */
const rootOf = (part: Uint8Array | undefined): string | undefined =>
  /^[^<]*(?:<[?!][^<>]*>[^<]*)*<(?:\w+:)?(document|workbook|presentation)[\s>]/.exec(
    xmlText(part?.subarray(0, headLength))
  )?.[1]

const headLength = 2000

/** `slide2` before `slide10`. */
const inNumbers = new Intl.Collator("en", { numeric: true }).compare
