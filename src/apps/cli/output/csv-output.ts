import { Effect } from "effect"
import { type CsvTable, headerOf, linesOf } from "../../../core/domain/csv/csv-table.ts"
import { documentTable, rightsColumn, tableFields } from "../../../core/domain/csv/document-table.ts"
import { recordTable } from "../../../core/domain/csv/record-table.ts"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import type { RefusingRights } from "../../../core/domain/document/Rights.ts"
import { csvLine } from "../../../core/kernel/csv.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { type CommandFailed, usage } from "./exit-codes.ts"

/** Rows of many pages, under one header. */
export interface CsvOutput {
  /** Fields that the rows need. */
  readonly fields: ReadonlyArray<DocumentField>
  readonly header: string
  readonly rowsOf: (json: Uint8Array) => Effect.Effect<string>
  readonly table: CsvTable
}

/** Rows with columns of the caller: some before those of the page, `error` after them. */
export interface CarryingCsv {
  readonly fields: ReadonlyArray<DocumentField>
  readonly header: string
  readonly rowsOf: (carried: ReadonlyArray<string>, json: Uint8Array) => Effect.Effect<string>
  /** The row of a page that failed. `url` is its cell in the column of that name. */
  readonly failedRow: (
    carried: ReadonlyArray<string>,
    url: string,
    error: string,
    rights?: RefusingRights
  ) => string
}

/** Rows of records if `fields` names only these (and `url`), else a row for each Document. */
export const csvOutput = (fields?: ReadonlyArray<DocumentField>): Effect.Effect<CsvOutput, CommandFailed> =>
  Effect.map(tableOf(fields), ([fields, table]) => ({
    fields,
    header: headerOf(table),
    rowsOf: (json) => inSlices(() => linesOf(table, json)),
    table
  }))

/** The same with the columns of the caller. A column of the page with one of their names begins with `page_`. */
export const carryingCsv = (
  carried: ReadonlyArray<string>,
  fields?: ReadonlyArray<DocumentField>
): Effect.Effect<CarryingCsv, CommandFailed> =>
  Effect.map(tableOf(fields), ([fields, table]) => ({
    fields,
    header: csvLine([
      ...carried,
      ...[...table.columns, "error"].map((name) => carried.includes(name) ? `page_${name}` : name)
    ]),
    rowsOf: (cells, json) => inSlices(() => linesOf(withCells(table, cells), json)),
    failedRow: (cells, url, error, rights) => {
      const cellOf = (name: string) => name === rightsColumn && rights !== undefined ? JSON.stringify(rights) : ""
      return csvLine([...cells, ...table.columns.map((name) => isAddress(name) ? url : cellOf(name)), error])
    }
  }))

const isAddress = (column: string): boolean => column === "url" || column === "page_url"

const withCells = ({ columns, rowsOf }: CsvTable, cells: ReadonlyArray<string>): CsvTable => ({
  columns,
  *rowsOf(json) {
    return (yield* rowsOf(json)).map((row) => [...cells, ...row, ""])
  }
})

const tableOf = (
  fields: ReadonlyArray<DocumentField> = tableFields
): Effect.Effect<readonly [ReadonlyArray<DocumentField>, CsvTable], CommandFailed> => {
  if (fields.length === 1 && fields[0] === "tables") {
    return usage("--format csv prints the table of one page; give one URL to gleaner scrape, or other --fields.")
  }
  const isOfRecords = fields.includes("records") && fields.every((name) => name === "records" || name === "url")
  return Effect.succeed(isOfRecords ? [["url", "records"], recordTable()] : [fields, documentTable(fields)])
}
