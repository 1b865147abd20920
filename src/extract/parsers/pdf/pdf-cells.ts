import type { Line } from "./pdf-lines.ts"
import type { PdfTable, SegmentedLine } from "./pdf-tables.ts"
import { tableOfCells } from "./pdf-tables.ts"

/**
 * Finds a table that begins at this line and is written cell by cell: each cell with all its lines before the next one
 * in its row.
 */
export const cellTableAt = (lines: ReadonlyArray<Line>, from: number): PdfTable | undefined => {
  const rows: Array<Array<CellBox>> = []
  let end = from
  for (const cell of cellsFrom(lines, from)) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row !== undefined && last !== undefined && cell.left > last.right && isBeside(row, cell)) row.push(cell)
    else {
      const above = row?.[0]
      const gap = row === undefined ? 0 : Math.min(...row.map(({ bottom }) => bottom)) - cell.top
      if (row !== undefined && (row.length < 2 || gap < -cell.size / 2 || gap > cell.size * maxRowGap)) break
      if (above !== undefined && (cell.left > (row?.[1]?.left ?? 0) || cell.right - cell.left > wideOf(rows))) break
      rows.push([cell])
    }
    if ((rows.at(-1)?.length ?? 0) > 1) end = cell.end
  }
  const whole = rows.filter(({ length }) => length > 1)
  if (whole.length < minRows || !whole.some((row) => row.some(({ texts }) => texts.length > 1))) return undefined
  const html = tableOfCells(
    whole.map((row) => row.map(({ left, right, texts }) => ({ left, right, text: texts.join(" ") })))
  )
  return html === undefined ? undefined : { html, lines: end - from }
}

interface CellBox {
  readonly texts: Array<string>
  readonly size: number
  readonly left: number
  right: number
  readonly top: number
  bottom: number
  /** Lines up to its end. */
  end: number
}

/** Width of the widest row so far. */
const wideOf = (rows: ReadonlyArray<ReadonlyArray<CellBox>>): number =>
  0.6 * Math.max(...rows.map((row) => (row.at(-1)?.right ?? 0) - (row[0]?.left ?? 0)))

/** In a row, cells stand at the top, in the middle or at the foot. */
const isBeside = (row: ReadonlyArray<CellBox>, cell: CellBox): boolean =>
  row.some(({ bottom, top }) => Math.min(top, cell.top) - Math.max(bottom, cell.bottom) > 0)

function* cellsFrom(lines: ReadonlyArray<SegmentedLine>, from: number): Generator<CellBox> {
  let open: CellBox | undefined
  for (let at = from; at < Math.min(lines.length, from + maxLines); at++) {
    const { fontSize: size = 0, segments = [], y = 0 } = lines[at] ?? {}
    for (const [index, { left, right, text }] of segments.entries()) {
      const gap = open === undefined ? 0 : open.bottom - y
      if (open !== undefined && index === 0 && gap > 0 && gap < size * lineGap && Math.abs(left - open.left) < size) {
        open.texts.push(text)
        open.bottom = y
        open.right = Math.max(open.right, right)
        open.end = at + 1
      } else {
        if (open !== undefined) yield open
        open = { texts: [text], size, left, right, top: y + size, bottom: y, end: at + 1 }
      }
    }
  }
  if (open !== undefined) yield open
}

const minRows = 3
/** In sizes of type. */
const lineGap = 1.65
const maxRowGap = 6
const maxLines = 400
