import type { UnseenPart } from "../../../content/visible/report-hidden.ts"
import { countIn, eachTag } from "../measure/each-tag.ts"
import { type OfficeParts, xmlText } from "../office-archive.ts"
import { Cutting } from "./Cutting.ts"
import { type Columns, isOn, maxColumnRanges, type SeenParts } from "./seen-parts.ts"

/**
 * A workbook without the sheets, rows and columns that Excel does not show (ECMA-376 part 1, 18.2.19, 18.3.1.13 and
 * 18.3.1.73). Groups and filters stay: their controls show them.
 */
export const seenWorkbook = (parts: OfficeParts): SeenParts | undefined => {
  const book = Object.keys(parts).find((name) => /(?:^|\/)workbook\.xml$/i.test(name))
  if (book === undefined) return undefined
  const texts = sharedTexts(xmlText(Object.entries(parts).find(([name]) => /sharedstrings\.xml$/i.test(name))?.[1]))
  const sheets = sheetsOf(xmlText(parts[book]), targetsOf(parts, book))
  const unseen: Array<UnseenPart> = []
  const changed: Record<string, Uint8Array> = {}
  const cut = new Cutting(xmlText(parts[book]))
  const isAll = sheets.every(({ isHidden }) => isHidden)
  for (const { end, isHidden, name, part, start } of sheets) {
    const xml = xmlText(part === undefined ? undefined : parts[part])
    if (isHidden && !isAll) {
      cut.cut(start, end)
      unseen.push({ reason: "visibility", text: cellTexts(xml, texts).join(" "), place: () => `sheet ${name}` })
    } else if (part !== undefined && /\shidden=/.test(xml)) {
      const seen = seenSheet(xml, texts, name)
      unseen.push(...seen.unseen)
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

const sharedTexts = (xml: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  let begins = -1
  eachTag(xml, ({ end, isEnd, name }) => {
    if (name === "si" && !isEnd) texts.push("")
    else if (name === "t" && !isEnd) begins = end
    else if (name === "t" && begins >= 0 && texts.length > 0) {
      texts[texts.length - 1] += xml.slice(begins, xml.lastIndexOf("<", end - 1))
      begins = -1
    }
  })
  return texts
}

/** The texts of the cells of a sheet, or of a part of it. */
const cellTexts = (xml: string, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: Array<string> = []
  let isShared = false
  let begins = -1
  eachTag(xml, ({ end, get, isEmpty, isEnd, name }) => {
    if (name === "c" && !isEnd) isShared = get("t") === "s"
    if (name !== "v" && name !== "t" || isEmpty) return
    if (!isEnd) begins = end
    else if (begins >= 0) {
      const value = xml.slice(begins, xml.lastIndexOf("<", end - 1))
      found.push(isShared && name === "v" ? texts[Number(value)] ?? "" : value)
      begins = -1
    }
  })
  return found
}

const seenSheet = (xml: string, texts: ReadonlyArray<string>, sheet: string) => {
  const cut = new Cutting(xml)
  const unseen: Array<UnseenPart> = []
  const columns = hiddenColumns(xml)
  const hasFilter = xml.includes("<autoFilter") || xml.includes(":autoFilter")
  let [row, column, begins, isHiddenRow] = [0, 0, -1, false]
  const leave = (end: number, place: string) => {
    unseen.push({ reason: "visibility", text: cellTexts(xml.slice(begins, end), texts).join(" "), place: () => place })
    cut.cut(begins, end)
    begins = -1
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
        if (!isEmpty && columns.some(({ from, to }) => column >= from && column <= to)) {
          begins = xml.lastIndexOf("<", end - 1)
        }
      } else if (begins >= 0) leave(end, `sheet ${sheet} row ${row} column ${column}`)
    }
  })
  return { xml: cut.left(), unseen }
}

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

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
