import type { Document } from "../../client/index.ts"

/** A Document, of which a request may have asked for some fields alone. */
export type Page = Partial<Document>
