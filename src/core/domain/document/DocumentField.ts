import { Schema } from "effect"
import { maxEntries } from "../schema/max-entries.ts"
import { Document } from "./Document.ts"

/** The keys of a Document. */
export const documentFieldNames = Object.keys(Document.fields) as Array<keyof Document>

/** Keys that a Document has only on request. */
const requestedFields: ReadonlySet<string> = new Set<keyof Document>([
  "blocks",
  "content_html",
  "chunks",
  "chunks_left_out",
  "data",
  "repeats",
  "picture",
  "pictures"
])

/** The keys of every Document. */
export const commonFields = documentFieldNames.filter((name) => !requestedFields.has(name))

export const DocumentField = Schema.Literals(documentFieldNames).annotate({
  identifier: "DocumentField",
  message: `must be one of ${documentFieldNames.join(", ")}`
})
export type DocumentField = typeof DocumentField.Type

export const DocumentFields = Schema.Array(DocumentField).check(
  Schema.isNonEmpty(),
  maxEntries(documentFieldNames.length)
)
