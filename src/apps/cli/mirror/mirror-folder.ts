import { Effect, FileSystem } from "effect"
import * as path from "node:path"
import { cannotWrite } from "../output/output.ts"
import { writeInside } from "../output/write-inside.ts"

/** Creates the folder of a mirror. Files have paths relative to it, with slashes. */
export const openFolder = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), cannotWrite(folder))
  const nameOf = (file: string) => path.join(folder, ...file.split("/"))
  const read = (file: string) => Effect.mapError(fs.readFileString(nameOf(file)), cannotWrite(nameOf(file)))
  const write = (file: string, data: Uint8Array | string) =>
    writeInside(folder, file, typeof data === "string" ? withMark(data) : data)
  return { read, write }
})

export type MirrorFolder = Effect.Success<ReturnType<typeof openFolder>>

/** A file has no Content-Type, so a byte order mark declares the encoding. */
const withMark = (text: string): string => `\uFEFF${text.replace(/^\uFEFF/, "")}`
