import { csvLine } from "../../kernel/csv.ts"
import { elementsOf, valuesOf } from "../../kernel/slices/scan-json.ts"
import type { PageRecord, Table } from "../document/Document.ts"
import type { DocumentField } from "../document/DocumentField.ts"
import { headerOf, linesOf } from "./csv-table.ts"
import { documentTable, tableFields } from "./document-table.ts"
import { recordFields, recordsIn } from "./record-table.ts"

/** A page as CSV: the Document fields that it needs, and how its text is made of a Document with them. */
export interface PageCsv {
  readonly fields: ReadonlyArray<DocumentField>
  readonly textOf: (json: Uint8Array) => Generator<void, string>
}

/** The records or the largest table if `fields` names only that, else one row with the fields of the Document. */
export const pageCsv = (fields: ReadonlyArray<DocumentField> = tableFields): PageCsv => {
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
  const tables = (yield* valuesOf(json)).get("tables")
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

/** More columns than this are one: `fields`, as JSON. */
const maxColumns = 200
const maxDepth = 4

/** The records of one page, with a column for each of their fields, in order of first appearance. */
function* recordsCsv(json: Uint8Array): Generator<void, string> {
  const { records } = yield* recordsIn(json, 0)
  const rows: Array<readonly [PageRecord, ReadonlyMap<string, unknown>]> = []
  const columns = new Set<string>()
  for (const stored of records) {
    const record = JSON.parse(new TextDecoder().decode(stored.json)) as PageRecord // our own encoding
    const flat = new Map(flatten("fields", record.fields, 0))
    for (const name of flat.keys()) columns.add(name)
    rows.push([record, flat])
    yield
  }
  const isFlat = columns.size <= maxColumns
  let text = csvLine([...recordFields, ...(isFlat ? columns : ["fields"])])
  for (const [record, flat] of rows) {
    const fields = isFlat ? [...columns].map((name) => flat.get(name)) : [JSON.stringify(record.fields)]
    text += csvLine([...recordFields.map((name) => record[name]), ...fields])
    yield
  }
  return text
}

/** `{offers: {price: 1}}` is `fields.offers.price`. A list is JSON. */
function* flatten(path: string, value: unknown, depth: number): Generator<readonly [string, unknown]> {
  if (typeof value !== "object" || value === null) return yield [path, value]
  if (Array.isArray(value) || depth === maxDepth) return yield [path, JSON.stringify(value)]
  for (const [name, part] of Object.entries(value)) yield* flatten(`${path}.${name}`, part, depth + 1)
}
