import { csvLine } from "../../kernel/csv.ts"
import { elementsOf, membersOf } from "../../kernel/scan-json.ts"
import type { Table } from "../document/Document.ts"
import type { DocumentField } from "../document/DocumentField.ts"
import { headerOf, linesOf } from "./csv-table.ts"
import { documentTable, flatFields } from "./document-table.ts"
import { recordsCsv } from "./record-table.ts"

/** A page as CSV: the Document fields that it needs, and how its text is made of a Document with them. */
export interface PageCsv {
  readonly fields: ReadonlyArray<DocumentField>
  readonly textOf: (json: Uint8Array) => Generator<void, string>
}

/** The records or the largest table if `fields` names that alone, else one row with the fields of the Document. */
export const pageCsv = (fields: ReadonlyArray<DocumentField> = flatFields): PageCsv => {
  const [only] = fields.length === 1 ? fields : []
  if (only === "records") return { fields, textOf: recordsCsv }
  if (only === "tables") return { fields, textOf: largestTable }
  const table = documentTable(fields)
  return {
    fields,
    *textOf(json) {
      return headerOf(table) + (yield* linesOf(table, json))
    }
  }
}

/** The table with the most cells, the first of several. Nothing if the page has none. */
function* largestTable(json: Uint8Array): Generator<void, string> {
  const tables = (yield* membersOf(json)).find(({ name }) => name === "tables")?.value
  let largest: Table = { caption: "", headers: [], rows: [] }
  for (const bytes of tables === undefined ? [] : yield* elementsOf(tables)) {
    const table = JSON.parse(new TextDecoder().decode(bytes)) as Table // our own encoding
    if (cellsOf(table) > cellsOf(largest)) largest = table
    yield
  }
  const { headers, rows } = largest
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), headers.length)
  const padded = (row: ReadonlyArray<string>) => Array.from({ length: width }, (_, column) => row[column] ?? "")
  if (width === 0) return ""
  const names = headers.length === 0 ? padded([]).map((_, column) => `column ${column + 1}`) : padded(headers)
  let text = csvLine(names)
  for (const row of rows) {
    text += csvLine(padded(row))
    yield
  }
  return text
}

const cellsOf = ({ headers, rows }: Table): number => rows.reduce((sum, row) => sum + row.length, headers.length)
