import { Schema } from "effect"
import { valuesOf } from "../../kernel/slices/scan-json.ts"
import { Document } from "../document/Document.ts"
import { commonFields, type DocumentField } from "../document/DocumentField.ts"
import { cellOf, type CsvTable } from "./csv-table.ts"

/** Columns of a Document in CSV by default: its texts and numbers. The raw HTML is large, and mostly empty. */
export const flatFields = commonFields.filter((name) => {
  const { ast } = Schema.toEncoded(Document.fields[name])
  return name === "keywords" || (name !== "html" && (ast._tag === "String" || ast._tag === "Number"))
})

/** One row for each Document. Keywords are separated by `; `. */
export const documentTable = (fields: ReadonlyArray<DocumentField> = flatFields): CsvTable => {
  const columns = [...new Set(fields)]
  return {
    columns,
    *rowsOf(json) {
      const values = yield* valuesOf(json)
      return [columns.map((name) => {
        const cell = cellOf(values.get(name))
        return name === "keywords" && cell !== "" ? (JSON.parse(cell) as ReadonlyArray<string>).join("; ") : cell
      })]
    }
  }
}
