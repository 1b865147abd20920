import { Schema } from "effect"
import { valuesOf } from "../../kernel/slices/scan-json.ts"
import { Document } from "../document/Document.ts"
import { commonFields, type DocumentField } from "../document/DocumentField.ts"
import { type Rights, withoutTexts } from "../document/Rights.ts"
import { cellOf, type CsvTable } from "./csv-table.ts"

/** Columns of a Document in CSV by default: its texts and numbers. The raw HTML is large, and mostly empty. */
export const flatFields = commonFields.filter((name) => {
  const { ast } = Schema.toEncoded(Document.fields[name])
  return name === "keywords" || (name !== "html" && (ast._tag === "String" || ast._tag === "Number"))
})

/** The fields that the columns are made from by default. The trace has the rights. */
export const tableFields: ReadonlyArray<DocumentField> = [...flatFields, "trace"]

/**
 * One row for each Document. Keywords are separated by `; `. By default, the last column has the rights of the page, as
 * a refused page has them in the ledger.
 */
export const documentTable = (fields: ReadonlyArray<DocumentField> = tableFields): CsvTable => {
  const isDefault = fields.join() === tableFields.join()
  const own = isDefault ? flatFields : [...new Set(fields)]
  return {
    columns: isDefault ? [...flatFields, rightsColumn] : own,
    *rowsOf(json) {
      const values = yield* valuesOf(json)
      const cells = own.map((name) => {
        const cell = cellOf(values.get(name))
        return name === "keywords" && cell !== "" ? (JSON.parse(cell) as ReadonlyArray<string>).join("; ") : cell
      })
      return [isDefault ? [...cells, yield* rightsIn(values.get("trace"))] : cells]
    }
  }
}

/** Name of the column of rights. */
export const rightsColumn = "rights"

/** Empty if the site says nothing. */
function* rightsIn(trace: Uint8Array | undefined): Generator<void, string> {
  const rights = trace === undefined ? undefined : (yield* valuesOf(trace)).get("rights")
  if (rights === undefined) return ""
  const stated = JSON.parse(new TextDecoder().decode(rights)) as Rights // our own encoding
  return stated.sources.length === 0 ? "" : JSON.stringify(withoutTexts(stated))
}
