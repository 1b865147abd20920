import { membersOf } from "../../kernel/scan-json.ts"
import type { DocumentField } from "../document/DocumentField.ts"
import { cellOf, type CsvTable } from "./csv-table.ts"

/** Columns of a Document in CSV by default: its texts and numbers. */
export const flatFields = [
  "url",
  "final_url",
  "fetched_at",
  "status",
  "content_type",
  "depth",
  "size_bytes",
  "title",
  "author",
  "published_date",
  "language",
  "description",
  "keywords",
  "site_name",
  "markdown",
  "text",
  "confidence"
] as const satisfies ReadonlyArray<DocumentField>

/** One row for each Document. Keywords are separated by `; `. */
export const documentTable = (fields: ReadonlyArray<DocumentField> = flatFields): CsvTable => ({
  columns: fields,
  *rowsOf(json) {
    const members = new Map((yield* membersOf(json)).map(({ name, value }) => [name, value]))
    return [fields.map((name) => {
      const cell = cellOf(members.get(name))
      return name === "keywords" && cell !== "" ? (JSON.parse(cell) as ReadonlyArray<string>).join("; ") : cell
    })]
  }
})
