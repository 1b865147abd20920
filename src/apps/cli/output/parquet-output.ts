import { Effect, FileSystem, Option } from "effect"
import type { CsvTable } from "../../../core/domain/csv/csv-table.ts"
import { ParquetFile } from "../../../core/domain/csv/ParquetFile.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { usage } from "./exit-codes.ts"
import { cannotWrite, type Output, writeBytes } from "./output.ts"

/** Writes the rows of each page to a file of Parquet, or to stdout. `end` writes its last bytes. */
export const openParquet = Effect.fnUntraced(function*(out: Option.Option<string>, table: CsvTable) {
  const name = Option.getOrUndefined(Option.filter(out, (name) => name !== "-"))
  if (name === undefined && process.stdout.isTTY) {
    return yield* usage("--format parquet is binary; give --out FILE, or redirect stdout.")
  }
  const fs = yield* FileSystem.FileSystem
  const open = name === undefined
    ? undefined
    : yield* Effect.mapError(fs.open(name, { flag: "w" }), cannotWrite(name))
  const write = (bytes: Uint8Array) =>
    bytes.length === 0
      ? Effect.void
      : open === undefined || name === undefined
      ? writeBytes(bytes)
      : Effect.mapError(open.writeAll(bytes), cannotWrite(name))
  const file = new ParquetFile(table)
  const encoder = new TextEncoder()
  const output: Output = (json) =>
    Effect.flatMap(
      inSlices(function*() {
        return file.add(yield* table.rowsOf(encoder.encode(json)))
      }),
      write
    )
  return { output, end: Effect.suspend(() => write(file.end())) }
})
