import type { HiddenReason } from "../../../../core/domain/document/HiddenText.ts"
import type { UnseenPart } from "../../../content/visible/report-hidden.ts"
import { countIn, eachTag } from "../measure/each-tag.ts"
import { type OfficeParts, xmlText } from "../office-archive.ts"
import { Cutting } from "./Cutting.ts"
import { type Columns, isOn, maxColumnRanges, type SeenParts } from "./seen-parts.ts"
import { coloredRanges, columnOf, isIn, type Range } from "./xlsx-colored.ts"
import { type Look, looksIn, paletteOf, plainLook, reasonOf } from "./xlsx-looks.ts"
import { Runs } from "./xlsx-runs.ts"

/**
 * A workbook without the sheets, rows and columns that Excel does not show (ECMA-376 part 1, 18.2.19, 18.3.1.13 and
 * 18.3.1.73), and without the text of cells that is drawn tiny, by an empty format, or in the color of its cell. Groups
 * and filters stay: their controls show them.
 */
export const seenWorkbook = (parts: OfficeParts): SeenParts | undefined => {
  const names = Object.keys(parts)
  const book = names.find((name) => /(?:^|\/)workbook\.xml$/i.test(name))
  if (book === undefined) return undefined
  const xmlOf = (pattern: RegExp) => xmlText(parts[names.find((name) => pattern.test(name)) ?? ""])
  const palette = paletteOf(xmlOf(/(?:^|\/)theme\/theme1?\.xml$/i))
  const runs = new Runs(xmlOf(/sharedstrings\.xml$/i), palette)
  const { coloring, looks } = looksIn(xmlOf(/(?:^|\/)styles\.xml$/i), palette)
  const isUnseen = looks.some((look) => reasonOf(look, undefined, false) !== undefined)
  const sheets = sheetsOf(xmlText(parts[book]), targetsOf(parts, book))
  const unseen: Array<UnseenPart> = []
  const changed: Record<string, Uint8Array> = {}
  const cut = new Cutting(xmlText(parts[book]))
  const isAll = sheets.every(({ isHidden }) => isHidden)
  for (const { end, isHidden, name, part, start } of sheets) {
    const xml = xmlText(part === undefined ? undefined : parts[part])
    if (isHidden && !isAll) {
      cut.cut(start, end)
      unseen.push({ reason: "visibility", text: runs.textOf(xml), place: () => `sheet ${name}` })
    } else if (part !== undefined && (isUnseen || runs.hasColors || /\shidden=|<(?:[\w.-]+:)?rPr[\s/>]/.test(xml))) {
      const seen = seenSheet(xml, { name, runs, looks, colored: coloredRanges(xml, tablesOf(parts, part), coloring) })
      if (seen.unseen.length === 0) continue
      for (const one of seen.unseen) unseen.push(one)
      changed[part] = new TextEncoder().encode(seen.xml)
    }
  }
  const shown = unseen.filter(({ text }) => text.trim() !== "")
  if (shown.length === 0) return undefined
  return { parts: { ...parts, ...changed, [book]: new TextEncoder().encode(cut.left()) }, unseen: shown }
}

interface Sheet {
  readonly name: string
  readonly part: string | undefined
  readonly isHidden: boolean
  readonly start: number
  readonly end: number
}

const sheetsOf = (xml: string, targets: ReadonlyMap<string, string>): ReadonlyArray<Sheet> => {
  const sheets: Array<Sheet> = []
  eachTag(xml, ({ attributes, end, get, isEmpty, isEnd, name }) => {
    if (name !== "sheet" || isEnd || !isEmpty) return
    const id = /:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? ""
    const isHidden = /^(?:hidden|veryHidden)$/.test(get("state") ?? "")
    sheets.push({ name: get("name") ?? "", part: targets.get(id), isHidden, start: xml.lastIndexOf("<", end - 1), end })
  })
  return sheets
}

/** Parts of the workbook by the ids of their relationships. */
const targetsOf = (parts: OfficeParts, book: string): ReadonlyMap<string, string> => {
  const folder = book.replace(/[^/]*$/, "")
  const targets = new Map<string, string>()
  eachTag(xmlText(parts[`${folder}_rels/${book.slice(folder.length)}.rels`]), ({ get, name }) => {
    const target = get("Target")
    if (name !== "Relationship" || target === undefined) return
    targets.set(get("Id") ?? "", target.startsWith("/") ? target.slice(1) : `${folder}${target.replace(/^\.\//, "")}`)
  })
  return targets
}

/** The tables of a sheet. */
const tablesOf = (parts: OfficeParts, sheet: string): ReadonlyArray<string> =>
  [...targetsOf(parts, sheet).values()].flatMap((target) => {
    const file = /\/(tables\/[^/]*)$/.exec(target)?.[1]
    const name = file === undefined ? undefined : `${sheet.replace(/[^/]*\/[^/]*$/, "")}${file}`
    return name === undefined || parts[name] === undefined ? [] : [xmlText(parts[name])]
  })

interface SheetStyle {
  readonly name: string
  readonly runs: Runs
  readonly looks: ReadonlyArray<Look>
  /** Cells that have other colors than those of their styles. */
  readonly colored: ReadonlyArray<Range>
}

const seenSheet = (xml: string, { colored, looks, name: sheet, runs }: SheetStyle) => {
  const cut = new Cutting(xml)
  const unseen: Array<UnseenPart> = []
  const columns = hiddenColumns(xml)
  const hasFilter = xml.includes("<autoFilter") || xml.includes(":autoFilter")
  let [row, column, begins, isHiddenRow, isHiddenColumn, look] = [0, 0, -1, false, false, plainLook]
  const leave = (end: number, place: string) => {
    unseen.push({ reason: "visibility", text: runs.textOf(xml.slice(begins, end)), place: () => place })
    cut.cut(begins, end)
  }
  const judge = (end: number, place: string) => {
    const cell = xml.slice(begins, end)
    const all = runs.of(cell)
    if (all.length === 0) return
    const isColored = isIn(colored, row, column)
    const left: Array<string> = []
    const unseenRuns: Array<string> = []
    let first: HiddenReason | undefined
    for (const { color, text } of all) {
      const reason = reasonOf(look, color, isColored)
      if (reason === undefined) left.push(text)
      else unseenRuns.push(text)
      first ??= reason
    }
    if (first === undefined) return
    unseen.push({ reason: first, text: unseenRuns.join(""), place: () => place })
    const tag = cell.slice(0, cell.indexOf(">")).replace(/\st\s*=\s*(?:"[^"]*"|'[^']*')/, "")
    const prefix = /^<([\w.-]+:)?/.exec(tag)?.[1] ?? ""
    const text = `<${prefix}is><${prefix}t xml:space="preserve">${left.join("")}</${prefix}t></${prefix}is>`
    cut.cut(begins, end, left.join("").trim() === "" ? "" : `${tag} t="inlineStr">${text}</${prefix}c>`)
  }
  eachTag(xml, ({ end, get, isEmpty, isEnd, name }) => {
    if (name === "row" && !isEnd) {
      row = get("r") === undefined ? row + 1 : countIn(get("r"))
      column = 0
      isHiddenRow = isOn(get("hidden")) && get("outlineLevel") === undefined && !hasFilter && !isEmpty
      if (isHiddenRow) begins = xml.lastIndexOf("<", end - 1)
    } else if (name === "row") {
      if (isHiddenRow) leave(end, `sheet ${sheet} row ${row}`)
      isHiddenRow = false
    } else if (name === "c" && !isHiddenRow) {
      if (!isEnd) {
        const letters = /^[A-Z]+/i.exec(get("r") ?? "")?.[0]
        column = letters === undefined ? column + 1 : columnOf(letters)
        begins = isEmpty ? -1 : xml.lastIndexOf("<", end - 1)
        isHiddenColumn = columns.some(({ from, to }) => column >= from && column <= to)
        look = looks[Number(get("s") ?? 0)] ?? plainLook
      } else if (begins >= 0) {
        const place = `sheet ${sheet} row ${row} column ${column}`
        if (isHiddenColumn) leave(end, place)
        else judge(end, place)
        begins = -1
      }
    }
  })
  return { xml: cut.left(), unseen }
}

const hiddenColumns = (xml: string): ReadonlyArray<Columns> => {
  const found: Array<Columns> = []
  // Columns are declared before the cells.
  const end = xml.search(/<(?:[\w.-]+:)?sheetData[\s>/]/)
  eachTag(end < 0 ? "" : xml.slice(0, end), ({ get, isEnd, name }) => {
    if (name !== "col" || isEnd || !isOn(get("hidden")) || get("outlineLevel") !== undefined) return
    if (found.length < maxColumnRanges) found.push({ from: countIn(get("min")), to: countIn(get("max")) })
  })
  return found
}
