import { escapeHtml } from "../../dom/escape-html.ts"
import { fold } from "../../dom/walk.ts"
import type { PdfItem } from "./pdf-page.ts"

/** Words of a line without a wide gap between them: a cell, if the line is a row. */
export interface Segment {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** A line of a page with its segments from left to right. */
export interface SegmentedLine {
  readonly y: number
  readonly fontSize: number
  readonly segments: ReadonlyArray<Segment>
}

/** Splits the runs of a line at wide gaps. */
export const segmentsOf = (items: ReadonlyArray<PdfItem>, fontSize: number): ReadonlyArray<Segment> => {
  const segments: Array<{ text: string; left: number; right: number }> = []
  for (const { text, width, x } of items.filter((item) => item.text.trim() !== "").toSorted((a, b) => a.x - b.x)) {
    const last = segments.at(-1)
    const gap = last === undefined ? Infinity : x - last.right
    if (last === undefined || gap > fontSize * cellGap) segments.push({ text, left: x, right: x + width })
    else {
      last.text += gap > fontSize * wordGap ? ` ${text}` : text
      last.right = Math.max(last.right, x + width)
    }
  }
  return segments.map((segment) => ({ ...segment, text: fold(segment.text) }))
}

/** Gaps in sizes of type. Words are a quarter apart, in justified text rarely more than a whole one. */
const cellGap = 1.1
const wordGap = 0.15

/** A table that begins at a line, and the number of its lines. */
export interface PdfTable {
  readonly html: string
  readonly lines: number
}

/**
 * Finds a table that begins at this line: consecutive lines whose segments are in the same columns. A line with a
 * single segment belongs to a table only as the continuation of a cell.
 */
export const tableAt = (lines: ReadonlyArray<SegmentedLine>, from: number): PdfTable | undefined => {
  const run = runAt(lines, from)
  const rowCount = run.filter(({ segments }) => segments.length > 1).length
  if (rowCount < minRows) return undefined
  const columns = columnsOf(run)
  if (columns.length < 2 || columns.length > maxColumns) return undefined
  const rows = rowsOf(run, columns)
  return isTable(rows) && !(isJustified(rows) && isRagged(run))
    ? { html: tableHtml(rows), lines: run.length }
    : undefined
}

/** A table of these cells. Undefined if they are not in columns. */
export const tableOfCells = (cells: ReadonlyArray<ReadonlyArray<Segment>>): string | undefined => {
  const rows = rowsInColumns(cells)
  return rows !== undefined && isTable(rows) ? tableHtml(rows) : undefined
}

const rowsInColumns = (cells: ReadonlyArray<ReadonlyArray<Segment>>): ReadonlyArray<Row> | undefined => {
  const count = cells[0]?.length ?? 0
  // Centred headings are beside their columns.
  if (count <= maxColumns && cells.every(({ length }) => length === count)) {
    return cells.map((row) => row.map(({ text }) => ({ text, span: 1 })))
  }
  const columns = columnsOf(cells.map((segments) => ({ segments, y: 0, fontSize: 10 })))
  if (columns.length < 2 || columns.length > maxColumns) return undefined
  const rows = cells.map((segments) => rowOf(segments, columns))
  const isOwn = (row: Row, at: number): boolean => row.filter((cell) => cell !== undefined).length === cells[at]?.length
  return rows.every(isOwn) ? rows : undefined
}

const minRows = 3
const maxColumns = 30
/** Max lines of one table. More make another table. */
const maxLines = 400

/** Consecutive lines that may be rows, without a single segment at the end. */
const runAt = (lines: ReadonlyArray<SegmentedLine>, from: number): ReadonlyArray<SegmentedLine> => {
  let end = from
  for (let at = from; at < Math.min(lines.length, from + maxLines); at++) {
    const line = lines[at]
    const before = lines[at - 1]
    if (line === undefined) break
    if (at > from && before !== undefined && isApart(before, line)) break
    if (line.segments.length > 1) end = at + 1
    else if (at - end >= maxContinued || at === from || isText(line)) break
  }
  return lines.slice(from, end)
}

/** A line of text below a table, rather than a cell. */
const isText = ({ segments: [only] }: SegmentedLine): boolean => (only?.text.length ?? 0) > maxCell
const maxCell = 60

/** Lines of one cell between two rows. */
const maxContinued = 3
/** A row of another table or page stands further off, or further up. */
const isApart = (before: SegmentedLine, line: SegmentedLine): boolean => {
  const gap = before.y - line.y
  return gap < -line.fontSize || gap > line.fontSize * maxRowGap || Math.abs(before.fontSize - line.fontSize) > 3
}
const maxRowGap = 4

interface Column {
  left: number
  right: number
}

/** The columns: the places on the line that segments cover, separated by gutters that none does. */
const columnsOf = (run: ReadonlyArray<SegmentedLine>): ReadonlyArray<Column> => {
  const size = run[0]?.fontSize ?? 0
  const widest = run.reduce((most, { segments }) => Math.max(most, segments.length), 0)
  // A heading over several columns would close their gutters.
  const typical = run.filter(({ segments }) => segments.length > 1 && segments.length >= widest / 2)
  const columns: Array<Column> = []
  for (const { left, right } of typical.flatMap(({ segments }) => segments).toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last !== undefined && left <= last.right + size * gutter) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

/** Min width of a gutter, in sizes of type. */
const gutter = 0.3

interface Cell {
  readonly text: string
  readonly span: number
}
type Row = Array<Cell | undefined>

/** One row for each line with most of its cells, and the lines of wrapped cells in the row to which they are closer. */
const rowsOf = (run: ReadonlyArray<SegmentedLine>, columns: ReadonlyArray<Column>): ReadonlyArray<Row> => {
  const lines = visualLines(run).map(({ segments, y }) => ({ y, row: rowOf(segments, columns) }))
  const isFull = (row: Row) => filledIn(row) >= columns.length * fullShare
  const full = lines.filter(({ row }) => isFull(row))
  const pitch = medianOf(full.slice(1).map(({ y }, index) => (full[index]?.y ?? y) - y))
  const rows: Array<Row> = []
  /** Lines that belong to the next row. */
  let ahead: Array<Row> = []
  for (const [index, { row, y }] of lines.entries()) {
    const gapAbove = index === 0 ? Infinity : (lines[index - 1]?.y ?? y) - y
    const gapBelow = y - (lines[index + 1]?.y ?? -Infinity)
    const last = rows.at(-1)
    if (isFull(row) || Math.min(gapAbove, gapBelow) > pitch * closer) {
      rows.push([...ahead, row].reduce(joined))
      ahead = []
    } else if (gapAbove <= gapBelow && ahead.length === 0 && last !== undefined) {
      rows[rows.length - 1] = joined(last, row)
    } else ahead.push(row)
  }
  return ahead.length === 0 ? rows : [...rows, ahead.reduce(joined)]
}

/** Share of the cells that the first line of a row has. */
const fullShare = 0.6
/** Distance of the lines of a cell, as a share of the distance of rows. */
const closer = 0.85

/** The segments at one height, from the top. Programs write some tables cell by cell. */
const visualLines = (run: ReadonlyArray<SegmentedLine>): ReadonlyArray<Omit<SegmentedLine, "fontSize">> => {
  const lines: Array<{ y: number; segments: Array<Segment> }> = []
  for (const { fontSize, segments, y } of run.toSorted((a, b) => b.y - a.y)) {
    const last = lines.at(-1)
    if (last !== undefined && last.y - y < fontSize * sameHeight) last.segments.push(...segments)
    else lines.push({ y, segments: [...segments] })
  }
  return lines
}

/** Smaller shifts are those of a superscript. */
const sameHeight = 0.3

const rowOf = (segments: ReadonlyArray<Segment>, columns: ReadonlyArray<Column>): Row => {
  const row: Row = columns.map(() => undefined)
  for (const { left, right, text } of segments) {
    const covered = columns.flatMap((column, at) => left < column.right && right > column.left ? [at] : [])
    const [at = nearest(columns, left)] = covered
    const cell = row[at]
    row[at] = cell === undefined
      ? { text, span: Math.max(1, covered.length) }
      : { ...cell, text: `${cell.text} ${text}` }
  }
  return row
}

const joined = (above: Row, below: Row): Row =>
  above.map((cell, at) => {
    const other = below[at]
    if (cell === undefined || other === undefined) return cell ?? other
    return { text: `${cell.text} ${other.text}`, span: cell.span }
  })

const filledIn = (row: Row): number => row.reduce((sum, cell) => sum + (cell?.span ?? 0), 0)

const nearest = (columns: ReadonlyArray<Column>, left: number): number =>
  columns.reduce(
    (best, column, at) => Math.abs(column.left - left) < Math.abs((columns[best]?.left ?? 0) - left) ? at : best,
    0
  )

const medianOf = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Columns of prose have only long cells. Lines of a table of contents have dots. */
const isTable = (rows: ReadonlyArray<Row>): boolean => {
  const full = rows.filter((row) => row.filter((cell) => cell !== undefined).length > 1)
  if (full.length < minRows || full.length < rows.length / 2) return false
  if (rows.filter((row) => row.some((cell) => leader.test(cell?.text ?? ""))).length > rows.length / 2) return false
  const [first = []] = rows
  const lengths = first.map((_, at) => medianOf(rows.flatMap((row) => row[at]?.text.length ?? [])))
  return Math.min(...lengths) <= maxShort
}

/** Whether most cells continue a sentence, as in lines of prose with wide spaces. */
const isJustified = (rows: ReadonlyArray<Row>): boolean => {
  const later = rows.flatMap((row) => row.slice(1)).filter((cell) => cell !== undefined)
  const isWord = (text: string): boolean => /^\p{Ll}[\p{Ll}\s,;’'-]*\.?$/u.test(text)
  return later.length > 0 && later.filter(({ text }) => isWord(text)).length > later.length * 0.7
}

/** Whether the second segments of the lines begin at many places. Cells begin, or end, at one. */
const isRagged = (run: ReadonlyArray<SegmentedLine>): boolean => {
  const lefts = new Map<number, number>()
  const seconds = run.flatMap(({ segments }) => segments.slice(1, 2))
  for (const { left } of seconds) lefts.set(Math.round(left / 3), (lefts.get(Math.round(left / 3)) ?? 0) + 1)
  return Math.max(0, ...lefts.values()) <= seconds.length / 2
}

const leader = /(?:\.\s?){4}/
/** Characters of a cell in the column with the shortest ones. */
const maxShort = 25

const tableHtml = (rows: ReadonlyArray<Row>): string => `<table>${rows.map(rowHtml).join("")}</table>`

const rowHtml = (row: Row): string => {
  let covered = 0
  const cells = row.map((cell) => {
    if (covered > 0 && cell === undefined) {
      covered--
      return ""
    }
    covered = (cell?.span ?? 1) - 1
    return `<td${covered > 0 ? ` colspan="${cell?.span}"` : ""}>${escapeHtml(cell?.text ?? "")}</td>`
  })
  return `<tr>${cells.join("")}</tr>`
}
