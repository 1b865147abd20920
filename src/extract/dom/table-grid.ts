import { headingTags, sectionTags } from "../rules/tags.ts"
import type { PageElement, PageNode } from "./node.ts"
import { afterSubtree, children, firstByTag, foldedText, nextNode, textContent } from "./walk.ts"

/** A table with its spans expanded. Every row is as wide as the widest. A spanned cell is in each of its places. */
export interface TableGrid {
  readonly caption: PageElement | undefined
  /** The number of header rows. */
  readonly headerRows: number
  readonly rows: ReadonlyArray<ReadonlyArray<PageElement | undefined>>
}

/** Larger spans are cut. */
export const maxColumns = 200
export const maxRows = 5000
export const maxCells = 50_000
const maxPadded = 200_000

export const tableGrid = (table: PageElement): TableGrid => {
  const all = rowsOf(table)
  // Rows without anything above the others are space.
  const sources = all.slice(Math.max(0, all.slice(0, maxIdle).findIndex(({ element }) => !isBlank(element))))
  const grid: Array<Array<PageElement | undefined>> = []
  let cells = 0
  for (const [index, { element }] of sources.slice(0, maxRows).entries()) {
    const row = (grid[index] ??= [])
    let column = 0
    const own = cellsOf(element)
    for (const [place, cell] of own.entries()) {
      while (row[column] !== undefined) column++
      const colspan = span(cell, "colspan", maxColumns - column - (own.length - place - 1))
      const rowspan = span(cell, "rowspan", sources.length - index)
      for (let y = 0; y < rowspan && cells < maxCells; y++) {
        const target = (grid[index + y] ??= [])
        for (let x = 0; x < colspan; x++, cells++) target[column + x] = cell
      }
      column += colspan
    }
  }
  const rows = withoutIdleColumns(grid.slice(0, sources.length))
  return {
    caption: [...children(table)].find(({ tag }) => tag === "caption"),
    headerRows: hasHeader(sources, rows) ? groupedRows(sources) : 0,
    rows
  }
}

/** The cells above each column in the header rows, from the top, each cell once. */
export const groupedHeader = ({ headerRows, rows }: TableGrid): ReadonlyArray<ReadonlyArray<PageElement>> =>
  (rows[0] ?? []).map((_, column) =>
    [...new Set(rows.slice(0, headerRows).map((row) => row[column]))].filter((cell) => cell !== undefined)
  )

/** Makes every row as wide as the widest. Columns in which no cell begins come only from spans and are removed. */
const withoutIdleColumns = (grid: ReadonlyArray<ReadonlyArray<PageElement | undefined>>): TableGrid["rows"] => {
  const begins = new Set<number>()
  for (const row of grid) {
    for (const [column, cell] of row.entries()) if (cell !== undefined && cell !== row[column - 1]) begins.add(column)
  }
  const columns = [...begins].filter((column) => column < maxColumns).sort((a, b) => a - b)
  const limit = Math.floor(maxPadded / Math.max(1, columns.length))
  return grid.slice(0, limit).map((row) => columns.map((column) => row[column]))
}

export interface SourceRow {
  readonly element: PageElement
  readonly inHead: boolean
}

/** Whether an element is a table, by its tag or by its role. */
export const isTable = (element: PageElement): boolean => element.tag === "table" || isRoleTable(element)

/** Whether an element has the role of a table and rows of cells. */
const isRoleTable = (element: PageElement): boolean =>
  tableRoles.test(element.attr("role") ?? "") && roleRowsOf(element).some(({ element: row }) => cellsOf(row).length > 1)

const tableRoles = /^(?:table|grid|treegrid)$/
const cellRoles = /^(?:cell|gridcell|columnheader|rowheader)$/

const cellsOf = (row: PageElement): ReadonlyArray<PageElement> =>
  [...children(row)].filter((cell) =>
    cell.tag === "td" || cell.tag === "th" || row.tag !== "tr" && cellRoles.test(cell.attr("role") ?? "")
  )

const isHeaderCell = (cell: PageElement): boolean =>
  cell.tag === "th" || /^(?:column|row)header$/.test(cell.attr("role") ?? "")

/** The rows of a table of other elements, also within wrappers without a role. */
const roleRowsOf = (table: PageElement): ReadonlyArray<SourceRow> => {
  const rows: Array<SourceRow> = []
  for (let node: PageNode | null = table.firstChild; node !== null;) {
    const role = node.nodeType === 1 ? node.attr("role") ?? "" : ""
    if (node.nodeType === 1 && role === "row") {
      const cells = cellsOf(node)
      rows.push({
        element: node,
        inHead: cells.length > 0 && cells.every((cell) => cell.attr("role") === "columnheader")
      })
    }
    node = role === "row" || tableRoles.test(role) ? afterSubtree(node, table) : nextNode(node, table)
  }
  return rows
}

export const rowsOf = (table: PageElement): ReadonlyArray<SourceRow> => {
  if (table.tag !== "table" && table.has("role")) return roleRowsOf(table)
  const rows: Array<SourceRow> = []
  for (const child of children(table)) {
    if (child.tag === "tr") rows.push({ element: child, inHead: false })
    else if (child.tag === "thead" || child.tag === "tbody" || child.tag === "tfoot") {
      for (const row of children(child)) {
        if (row.tag === "tr") rows.push({ element: row, inHead: child.tag === "thead" })
      }
    }
  }
  return rows
}

const maxIdle = 10

const isBlank = (row: PageElement): boolean =>
  firstByTag(row, "img") === undefined && firstByTag(row, "input") === undefined && foldedText(row) === "" &&
  [...children(row)].every((cell) => !cell.has("rowspan"))

const span = (cell: PageElement, name: string, limit: number): number => {
  const value = Number.parseInt(cell.attr(name) ?? "1", 10)
  return Math.max(1, Math.min(Number.isNaN(value) ? 1 : value === 0 ? limit : value, limit))
}

/** The rows of a thead, if it groups columns. */
const groupedRows = (sources: ReadonlyArray<SourceRow>): number => {
  const first = sources.findIndex(({ inHead }) => !inHead)
  return first > 1 && first <= maxHeaderRows ? first : 1
}

const maxHeaderRows = 3

/**
 * Header rows: a thead, a first row of th cells, a first row marked as a header, or a first row of words above columns
 * of numbers.
 */
const hasHeader = (sources: ReadonlyArray<SourceRow>, rows: TableGrid["rows"]): boolean => {
  const [first] = rows
  const [source] = sources
  if (first === undefined || source === undefined || rows.length < 2) return false
  if (source.inHead || first.every(isColumnHeader)) return true
  // The corner above a column of row headers is often an empty td.
  if (first.length > 2 && first.slice(1).every(isColumnHeader)) return true
  if (first.length < 2 || first.every(isRowHeader)) return false
  const cells = first.map((cell) => cell === undefined ? "" : textContent(cell).trim())
  if (first.every((cell, index) => cell !== undefined && (isEmphasised(cell) || cells[index] === "" && index === 0))) {
    return cells.some((cell) => cell !== "")
  }
  if (isMarked(source.element) || first.every((cell) => cell !== undefined && isMarked(cell))) return true
  return isLabels(cells) && rows.length > 2 && overNumbers(rows)
}

const isColumnHeader = (cell: PageElement | undefined): boolean =>
  cell !== undefined &&
  (cell.tag === "th" ? !isRowHeader(cell) : /^col/i.test(cell.attr("scope") ?? cell.attr("role") ?? ""))

const isRowHeader = (cell: PageElement | undefined): boolean =>
  /^row/i.test(cell?.attr("scope") ?? cell?.attr("role") ?? "")

/** Whether class, role or style make a row or a cell look like a header. */
const isMarked = (element: PageElement): boolean =>
  headerNames.test(element.attr("class") ?? "") || element.attr("role") === "columnheader" ||
  (element.tag !== "tr" && boldStyle.test(element.attr("style") ?? ""))

const headerNames =
  /(?:^|[\s_-])(?:head|header|heading|thead|title-?row|col-?head(?:er)?|table-?head(?:er)?)(?:[\s_-]|$)/i
const boldStyle = /font-weight\s*:\s*(?:bold|[6-9]00)/i

const maxLabel = 60

/** Short texts, all different, none a number. */
const isLabels = (cells: ReadonlyArray<string>): boolean =>
  new Set(cells).size === cells.length &&
  cells.every((cell) => cell !== "" && cell.length <= maxLabel && !isNumeric(cell))

const isNumeric = (text: string): boolean => /^[^\p{L}]{0,3}[\d.,:/%\s-]*\d[^\p{L}]{0,3}(?:\p{L}{1,3})?$/u.test(text)

/** Whether some column has mostly numbers below the first row, or dates and sizes below a word without digits. */
const overNumbers = (rows: TableGrid["rows"]): boolean => {
  const body = rows.slice(1, 1 + maxSample)
  return (rows[0] ?? []).some((head, column) => {
    const texts = body.flatMap((row) => row[column] === undefined ? [] : [textContent(row[column]).trim()])
    if (texts.filter(isNumeric).length > body.length * minShare) return true
    return body.length >= minRows && head !== undefined && !/\p{Nd}/u.test(textContent(head)) &&
      texts.filter((text) => text.length <= maxLabel && /\p{Nd}/u.test(text)).length > body.length * nearlyAll
  })
}

const minShare = 0.6
const nearlyAll = 0.9
const minRows = 3

const maxSample = 20

const isEmphasised = (cell: PageElement): boolean => {
  if (cell.tag === "th") return true
  const text = textContent(cell).trim()
  let at = [...children(cell)][0]
  while (at !== undefined && textContent(at).trim() === text) {
    if (at.tag === "b" || at.tag === "strong") return text !== ""
    at = [...children(at)][0]
  }
  return false
}

/**
 * Layout tables are not data: one column or row, nested tables, whole sections in cells. A table that declares its
 * structure may have one column, long cells, and small tables in cells.
 */
export const isDataTable = (table: PageElement): boolean => {
  const role = table.attr("role")
  if (role === "presentation" || role === "none") return false
  const rows = rowsOf(table)
  const isDeclared = declaresData(table, rows)
  let cells = 0
  let heavy = 0
  let headers = 0
  let widest = 0
  for (const { element } of rows.slice(0, maxRows)) {
    let width = 0
    for (const cell of cellsOf(element)) {
      cells++
      width++
      if (isHeaderCell(cell)) headers++
      const kind = weigh(cell, isDeclared ? maxBoxes : 0)
      if (kind === "nested") return false
      if (kind === "heavy") heavy++
    }
    widest = Math.max(widest, width)
  }
  if (widest < 2) return isDeclared && headers > 0 && rows.length > 2 && heavy === 0
  const maxHeavy = (headers > 0 ? 1 / 2 : 1 / 4) + (isDeclared ? 1 / 4 : 0)
  return (headers > 0 || rows.length > 1) && heavy <= cells * maxHeavy
}

/** Whether a table has what only data has: a caption, a thead, a border, or cells that name their headers. */
const declaresData = (table: PageElement, rows: ReadonlyArray<SourceRow>): boolean => {
  const border = Number.parseInt(table.attr("border") ?? "0", 10)
  if (border > 0 || rows.some(({ inHead }) => inHead)) return true
  if ([...children(table)].some(({ tag }) => tag === "caption")) return true
  return rows.slice(0, maxSample).some(({ element }) =>
    [...children(element)].some((cell) => cell.has("scope") || cell.has("headers"))
  )
}

const heavyText = 600

/** The next node within `root`, parents first and their children from the last to the first. */
const previousNode = (node: PageNode, root: PageElement): PageNode | null => {
  if (node.nodeType === 1 && node.lastChild !== null) return node.lastChild
  for (let at: PageNode = node; at !== root;) {
    if (at.previousSibling !== null) return at.previousSibling
    if (at.parentNode === null) return null
    at = at.parentNode
  }
  return null
}

/** Max small tables in a cell of data, such as a formula or a line that does not wrap. */
const maxBoxes = 4

const weigh = (cell: PageElement, boxes: number): "nested" | "heavy" | "light" => {
  let paragraphs = 0
  let tables = 0
  for (let node = cell.lastChild; node !== null; node = previousNode(node, cell)) {
    if (node.nodeType !== 1) continue
    if (node.tag === "table" && (++tables > boxes || isGrid(node))) return "nested"
    if (sectionTags.has(node.tag)) return tables > 0 || isSection(node, cell) ? "nested" : "heavy"
    if (node.tag === "p" || node.tag === "li") paragraphs++
  }
  if (paragraphs <= 4 && textContent(cell).length <= heavyText) return "light"
  return tables > 0 ? "nested" : "heavy"
}

/** Whether a cell has a heading with the text of a page. */
const isSection = ({ tag }: PageElement, cell: PageElement): boolean =>
  headingTags.has(tag) && textContent(cell).length > maxCell

/** Characters. Cells with more text and headings in it are the page itself, or a column of it. */
const maxCell = 4000

/** Whether a table has two rows and two columns. A smaller one is a box. */
const isGrid = (table: PageElement): boolean => {
  const rows = rowsOf(table).slice(0, maxSample)
  return rows.length > 1 && rows.some(({ element }) => [...children(element)].length > 1)
}
