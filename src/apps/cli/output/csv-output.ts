import { Effect } from "effect"
import { type CsvTable, headerOf, linesOf } from "../../../core/domain/csv/csv-table.ts"
import { documentTable, flatFields } from "../../../core/domain/csv/document-table.ts"
import { recordTable } from "../../../core/domain/csv/record-table.ts"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { type CommandFailed, usage } from "./exit-codes.ts"

/** Rows of many pages, under one header. */
export interface CsvOutput {
  /** Fields that the rows need. */
  readonly fields: ReadonlyArray<DocumentField>
  readonly header: string
  readonly rowsOf: (json: Uint8Array) => Effect.Effect<string>
}

/** Rows of records if `fields` names only these (and `url`), else a row for each Document. */
export const csvOutput = (
  fields: ReadonlyArray<DocumentField> = flatFields
): Effect.Effect<CsvOutput, CommandFailed> => {
  if (fields.length === 1 && fields[0] === "tables") {
    return usage("--format csv prints the table of one page; give one URL to gleaner scrape, or other --fields.")
  }
  const isOfRecords = fields.includes("records") && fields.every((name) => name === "records" || name === "url")
  return Effect.succeed(
    isOfRecords ? outputOf(["url", "records"], recordTable()) : outputOf(fields, documentTable(fields))
  )
}

const outputOf = (fields: ReadonlyArray<DocumentField>, table: CsvTable): CsvOutput => ({
  fields,
  header: headerOf(table),
  rowsOf: (json) => inSlices(() => linesOf(table, json))
})
