import type { Document } from "../../client/index.ts"

/** A Document, perhaps with some of its fields only. */
export type Page = Partial<Document>
