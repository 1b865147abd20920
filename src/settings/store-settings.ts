import { setting } from "./setting.ts"
import { type DocumentsPlace, documentsPlace, type StorePlace, storePlace } from "./store-kinds.ts"

/** Where jobs and their documents are kept. */
export const storeSettings = {
  store: setting<StorePlace>(
    "GLEANER_STORE",
    "Where jobs are kept: `memory`, `sqlite:PATH` (they survive a restart) or `postgres://...` (several nodes share them).",
    storePlace,
    { default: { _tag: "Memory" }, example: "sqlite:./gleaner.db" }
  ),
  documents: setting<DocumentsPlace>(
    "GLEANER_DOCUMENTS",
    "Where documents are kept: `store` (with the jobs), `file:FOLDER` or `s3://BUCKET/PREFIX`.",
    documentsPlace,
    { default: { _tag: "Store" }, example: "file:/var/lib/gleaner" }
  )
} as const
