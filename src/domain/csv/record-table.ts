import { csvLine } from "../../kernel/csv.ts"
import { elementsOf, membersOf } from "../../kernel/scan-json.ts"
import type { PageRecord } from "../document/Document.ts"
import { cellOf, type CsvTable } from "./csv-table.ts"

const commonFields = [
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
  const members = new Map((yield* membersOf(json)).map(({ name, value }) => [name, value]))
  const all = yield* elementsOf(members.get("records") ?? noElements)
  const records: Array<DocumentRecords["records"][number]> = []
  for (let index = from; index < all.length; index++) {
    const record = all[index] ?? noElements
    if (type === undefined || (yield* typeOf(record)) === type) records.push({ index, json: record })
    yield
  }
  return { pageUrl: members.get("url") ?? emptyText, records }
}

const noElements = new TextEncoder().encode("[]")
const emptyText = new TextEncoder().encode("\"\"")

function* typeOf(record: Uint8Array): Generator<void, string> {
  return cellOf((yield* membersOf(record)).find(({ name }) => name === "type")?.value)
}

export const recordColumns = ["page_url", ...commonFields, "fields"]

export function* recordRow(pageUrl: Uint8Array, record: Uint8Array): Generator<void, ReadonlyArray<unknown>> {
  const members = new Map((yield* membersOf(record)).map(({ name, value }) => [name, value]))
  return [cellOf(pageUrl), ...[...commonFields, "fields"].map((name) => cellOf(members.get(name)))]
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

/** More columns than this are one: `fields`, as JSON. */
const maxColumns = 200
const maxDepth = 4

/** The records of one page, with a column for each of their fields, in order of first appearance. */
export function* recordsCsv(json: Uint8Array): Generator<void, string> {
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
  let text = csvLine([...commonFields, ...(isFlat ? columns : ["fields"])])
  for (const [record, flat] of rows) {
    const fields = isFlat ? [...columns].map((name) => flat.get(name)) : [JSON.stringify(record.fields)]
    text += csvLine([...commonFields.map((name) => record[name]), ...fields])
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
