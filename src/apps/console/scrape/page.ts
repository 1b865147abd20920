import type { Document } from "../../../contract/client/index.ts"

/** A Document, or the fields of it that the request names. */
export type Page = Partial<Document>
