import type { Document } from "../../../contract/client/index.ts"

type PageRecord = Document["records"][number]

/** The records of one type and source, as texts. */
export interface RecordTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const commonFields = ["name", "price", "currency", "url", "image", "description"] as const

/** Columns of a table: records of shops may declare hundreds of properties, which the JSON has. */
const maxColumns = 20

/** One table for each type, with the common fields and then all others, in order of first appearance. */
export const recordTables = (records: ReadonlyArray<PageRecord>): ReadonlyArray<RecordTable> =>
  [...Map.groupBy(records, ({ source, type }) => `${type || "Items"} (${source})`)].map(([name, members]) => {
    const rows = members.map(cellsOf)
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].slice(0, maxColumns)
    return { name, columns, rows: rows.map((row) => columns.map((column) => row.get(column) ?? "")) }
  })

/** The texts of a record that are not empty. A property that says the same as a common field is left out. */
const cellsOf = (record: PageRecord): ReadonlyMap<string, string> => {
  const common = commonFields.map((name) => [name, textOf(record[name])] as const)
  const said = new Set(common.map(([, text]) => text))
  const others = Object.entries(record.fields).map(([name, value]) => [name, textOf(value)] as const)
    .filter(([name, text]) => !name.startsWith("@") && !said.has(text))
  return new Map([...common, ...others].filter(([, text]) => text !== ""))
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value)
