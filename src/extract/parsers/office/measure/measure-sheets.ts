import { type Budget, Grid } from "./Budget.ts"
import { countIn, eachTag } from "./each-tag.ts"

/** Texts that cells of all sheets share, and the cells that show them. */
export class SharedTexts {
  private readonly starts: Array<number> = []
  private readonly used = new Set<number>()

  constructor(xml: string) {
    eachTag(xml, ({ end, isEnd, name }) => {
      if (name === "si" && !isEnd) this.starts.push(end)
    })
    this.starts.push(xml.length)
  }

  /** Characters that are shown again. */
  use(index: number): number {
    const [start, end] = [this.starts[index], this.starts[index + 1]]
    if (start === undefined || end === undefined) return 0
    const isAgain = this.used.has(index)
    this.used.add(index)
    return isAgain ? end - start : 0
  }
}

/** A sheet of SpreadsheetML (ECMA-376, part 1, section 18.3). */
export const measureSheet = (xml: string, texts: SharedTexts, budget: Budget): void => {
  const grid = new Grid(budget)
  let [row, column] = [-1, -1]
  let isShared = false
  eachTag(xml, ({ end, get, isEnd, name }) => {
    if (isEnd) return
    if (name === "row") {
      const given = get("r")
      row = given === undefined ? row + 1 : countIn(given) - 1
      column = -1
    } else if (name === "c") {
      const [, letters = "", digits = ""] = /^([A-Z]*)(\d*)$/i.exec(get("r") ?? "") ?? []
      column = letters === "" ? column + 1 : columnOf(letters)
      if (digits !== "") row = countIn(digits) - 1
      isShared = get("t") === "s"
    } else if (name === "v" || name === "is") {
      grid.add(row, column)
      if (name === "v" && isShared) budget.takeRepeated(texts.use(Number.parseInt(xml.slice(end, end + 12), 10)))
    }
  })
}

const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A sheet of the binary workbook (MS-XLSB, section 2.1.4): BrtRowHdr, and the cells with a value. */
export const measureBinarySheet = (part: Uint8Array, budget: Budget): void => {
  const grid = new Grid(budget)
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  let row = 0
  for (let at = 0; at + 2 <= bytes.length;) {
    let type = bytes.readUInt8(at++)
    if (type > 127) type = (type & 127) + ((bytes[at++] ?? 0) << 7)
    let size = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at++] ?? 0
      size += (byte & 127) << shift
      if (byte < 128) break
    }
    if (at + 4 > bytes.length) return
    if (type === 0) row = bytes.readUInt32LE(at)
    else if (type >= 2 && type <= 11) grid.add(row, bytes.readUInt32LE(at))
    at += size
  }
}

/** The stream of a workbook before 2007 (MS-XLS, section 2.4): the cells with a value of each sheet. */
export const measureOldWorkbook = (bytes: Buffer, budget: Budget): void => {
  let grid = new Grid(budget)
  for (let at = 0; at + 8 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2)) {
    const type = bytes.readUInt16LE(at)
    if (type === beginning) grid = new Grid(budget)
    if (!oldCells.has(type)) continue
    const [row, column] = [bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 6)]
    // MulRk has numbers of 6 bytes from this column on.
    grid.add(row, column, 1, type === manyNumbers ? Math.max(1, Math.floor((bytes.readUInt16LE(at + 2) - 6) / 6)) : 1)
  }
}

const beginning = 0x0809
const manyNumbers = 0x00BD
/** Formula, LabelSst, MulRk, RString, Number, Label, BoolErr, RK. */
const oldCells: ReadonlySet<number> = new Set([0x0006, 0x00FD, manyNumbers, 0x00D6, 0x0203, 0x0204, 0x0205, 0x027E])

/** The tables of an OpenDocument file (OpenDocument 1.3, part 3, section 9.1), whose rows and cells may repeat. */
export const measureTables = (xml: string, budget: Budget): void => {
  let grid = new Grid(budget)
  let [row, column, rows, columns, begins] = [-1, 0, 1, 1, -1]
  let next = 0
  eachTag(xml, ({ end, get, isEmpty, isEnd, name }) => {
    if (name === "table" && !isEnd) {
      grid = new Grid(budget)
      next = 0
    } else if (name === "table-row" && !isEnd) {
      row = next
      rows = countIn(get("number-rows-repeated"))
      next += rows
      column = 0
    } else if (name === "table-cell" || name === "covered-table-cell") {
      if (!isEnd) {
        columns = countIn(get("number-columns-repeated"))
        if (isEmpty) column += columns
        else begins = end
      } else if (begins >= 0) {
        grid.add(row, column, rows, columns)
        budget.takeRepeated((rows * columns - 1) * (end - begins))
        column += columns
        begins = -1
      }
    }
  })
}

/** Cells of HTML and of presentations that span others, which their reader fills. */
export const measureSpans = (xml: string, budget: Budget): void =>
  eachTag(xml, ({ get, isEnd, name }) => {
    if (isEnd || name !== "td" && name !== "th" && name !== "tc") return
    const [across, down] = [countIn(get("colspan") ?? get("gridSpan")), countIn(get("rowspan") ?? get("rowSpan"))]
    if (across > 1 || down > 1) budget.takeCells(Math.min(across, maxSpan) * Math.min(down, maxSpan))
  })

/** Larger spans count as this. */
const maxSpan = 1000
