import { Effect } from "effect"
import * as fs from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { StoreReport } from "../StoreReport.ts"

/** Looks at the file without changing it. A running service has it for itself, so then only its header is read. */
export const inspectSqlite = (file: string): Effect.Effect<StoreReport, StoreUnavailable> =>
  Effect.try({
    try: () => {
      const engine = `SQLite ${process.versions["sqlite"] ?? ""}`.trimEnd()
      if (!fs.existsSync(file)) return { engine, schema: 0, bytes: 0, nodes: 0 }
      const bytes = [file, `${file}-wal`].reduce(
        (sum, part) => sum + (fs.statSync(part, { throwIfNoEntry: false })?.size ?? 0),
        0
      )
      const schema = schemaOf(file)
      return { engine, schema: schema ?? schemaInHeader(file), bytes, nodes: schema === undefined ? 1 : 0 }
    },
    catch: (error) => new StoreUnavailable({ reason: error instanceof Error ? error.message : String(error) })
  })

/** Undefined if another process has the file. */
const schemaOf = (file: string): number | undefined => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare("PRAGMA user_version").get()?.["user_version"])
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return undefined
    throw error
  } finally {
    database.close()
  }
}

/** SQLITE_BUSY */
const busy = 5

/** The user version stands in the bytes from 60 on ("Database File Format", section 1.3). */
const schemaInHeader = (file: string): number => {
  const header = Buffer.alloc(64)
  const descriptor = fs.openSync(file, "r")
  fs.readSync(descriptor, header, 0, header.length, 0)
  fs.closeSync(descriptor)
  return header.readUInt32BE(60)
}
