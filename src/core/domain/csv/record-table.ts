import { elementsOf, valuesOf } from "../../kernel/slices/scan-json.ts"
import type { PageRecord } from "../document/Document.ts"
import { cellOf, type CsvTable } from "./csv-table.ts"

/** Columns for the fields that all records have. */
export const recordFields = [
  "source",
  "type",
  "name",
  "url",
  "image",
  "price",
  "currency",
  "description"
] as const satisfies ReadonlyArray<keyof PageRecord>

/** The records of a Document as they are stored. */
export interface DocumentRecords {
  /** The URL of the Document as JSON. */
  readonly pageUrl: Uint8Array
  readonly records: ReadonlyArray<{ readonly index: number; readonly json: Uint8Array }>
}

/** The records from a place in the list on, all of them or those of one type. */
export function* recordsIn(json: Uint8Array, from: number, type?: string): Generator<void, DocumentRecords> {
  const values = yield* valuesOf(json)
  const all = yield* elementsOf(values.get("records") ?? noElements)
  const records: Array<DocumentRecords["records"][number]> = []
  for (let index = from; index < all.length; index++) {
    const record = all[index] ?? noElements
    if (type === undefined || cellOf((yield* valuesOf(record)).get("type")) === type) {
      records.push({ index, json: record })
    }
    yield
  }
  return { pageUrl: values.get("url") ?? emptyText, records }
}

const noElements = new TextEncoder().encode("[]")
const emptyText = new TextEncoder().encode("\"\"")

export const recordColumns = ["page_url", ...recordFields, "fields"]

export function* recordRow(pageUrl: Uint8Array, record: Uint8Array): Generator<void, ReadonlyArray<unknown>> {
  const values = yield* valuesOf(record)
  return [cellOf(pageUrl), ...[...recordFields, "fields"].map((name) => cellOf(values.get(name)))]
}

/** One row for each record of a Document: its page, the common fields, and all other fields as JSON. */
export const recordTable = (type?: string, from = 0): CsvTable => ({
  columns: recordColumns,
  *rowsOf(json) {
    const { pageUrl, records } = yield* recordsIn(json, from, type)
    const rows: Array<ReadonlyArray<unknown>> = []
    for (const record of records) {
      rows.push(yield* recordRow(pageUrl, record.json))
      yield
    }
    return rows
  }
})
