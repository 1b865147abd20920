import type { Document } from "../../client/index.ts"

/** A Document. A request may have asked for some of its fields only. */
export type Page = Partial<Document>
