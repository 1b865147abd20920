import { Effect } from "effect"
import * as fs from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { StoreReport } from "../StoreReport.ts"
import { isBusy } from "./open-file.ts"

/** Inspects the file without changing it. If a running service has it, reads only its header. */
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
    if (isBusy(error)) return undefined
    throw error
  } finally {
    database.close()
  }
}

/** Reads the user version at byte 60 ("Database File Format", section 1.3). */
const schemaInHeader = (file: string): number => {
  const header = Buffer.alloc(64)
  const descriptor = fs.openSync(file, "r")
  fs.readSync(descriptor, header, 0, header.length, 0)
  fs.closeSync(descriptor)
  return header.readUInt32BE(60)
}
