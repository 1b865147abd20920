import { Schema } from "effect"
import { Document } from "../document/Document.ts"
import { commonFields } from "../document/DocumentField.ts"

/** Columns of Documents and records that have numbers. */
export const numberColumns: ReadonlySet<string> = new Set([
  "price",
  ...commonFields.filter((name) => Schema.toEncoded(Document.fields[name]).ast._tag === "Number")
])
