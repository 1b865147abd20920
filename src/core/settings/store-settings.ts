import { Option } from "effect"
import { optional, text } from "./kinds.ts"
import { setting } from "./setting.ts"
import {
  type DocumentsPlace,
  documentsPlace,
  type StorePlace,
  storePlace,
  type StorePooler,
  storePooler
} from "./store-kinds.ts"

/** Storage of jobs and their documents. */
export const storeSettings = {
  store: setting<StorePlace>(
    "GLEANER_STORE",
    "Store of jobs: `memory`, `sqlite:PATH` (jobs survive a restart) or `postgres://...` (several nodes share the jobs).",
    storePlace,
    { default: { _tag: "Memory" }, example: "sqlite:./gleaner.db" }
  ),
  storePooler: setting<StorePooler>(
    "GLEANER_STORE_POOLER",
    "`on` if the URL of Postgres is that of a pooler in transaction mode, such as PgBouncer, or of a database without LISTEN. No statement is prepared then, and nodes notice changes by others within a second, by polling. The URL of a direct connection instead of `on` is used for LISTEN alone.",
    storePooler,
    { default: "off", example: "on" }
  ),
  documents: setting<DocumentsPlace>(
    "GLEANER_DOCUMENTS",
    "Store of documents: `store` (with the jobs), `file:FOLDER` or `s3://BUCKET/PREFIX`.",
    documentsPlace,
    { default: { _tag: "Store" }, example: "file:/var/lib/gleaner" }
  ),
  secretsKeyFile: setting(
    "GLEANER_SECRETS_KEY_FILE",
    "File with the key that encrypts the values of profiles: 32 bytes in base64 (`openssl rand -base64 32`). To replace it, put the new key above the old one. Without it, there are no profiles. All nodes need the same file.",
    optional(text, "(none)"),
    { default: Option.none<string>(), example: "/etc/gleaner/secrets.key" }
  )
} as const
