import { Schema } from "effect"
import { maxEntries } from "../options/max-entries.ts"
import { Document } from "./Document.ts"

/** The keys of a Document, including `blocks` and `content_html`, which are present only on request. */
export const documentFieldNames = Object.keys(Document.fields) as Array<keyof Document>

export const DocumentField = Schema.Literals(documentFieldNames).annotate({
  identifier: "DocumentField",
  message: `must be one of ${documentFieldNames.join(", ")}`
})
export type DocumentField = typeof DocumentField.Type

export const DocumentFields = Schema.Array(DocumentField).check(
  Schema.isNonEmpty(),
  maxEntries(documentFieldNames.length)
)
