import { Effect, FileSystem, Option, Schema, Stdio, Stream } from "effect"
import { basename, dirname, isAbsolute, join } from "node:path"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { readSaved } from "../../../page/saved-page.ts"
import { failed } from "../output/exit-codes.ts"
import { printLine } from "../output/output.ts"
import { documentLine, errorLine } from "./extracted-lines.ts"

/** A row of the input. `path` is relative to the working directory, or else to the folder of the input file. */
const Row = Schema.Struct({
  id: Schema.Union([Schema.String, Schema.Finite]),
  url: Schema.optionalKey(Schema.NullOr(Schema.String)),
  path: Schema.String,
  content_type: Schema.optionalKey(Schema.NullOr(Schema.String))
})

const decodeRow = Schema.decodeUnknownOption(Schema.fromJsonString(Row))

/**
 * Reads the page of every row and prints `{id, document}` or `{id, error: {code, message}}`, one line per row, in
 * order. An invalid row affects its own line only. The command ends early only if input or output fails.
 */
export const extractBatch = (source: string) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const stdio = yield* Stdio.Stdio
    const folder = source === "-" ? "." : dirname(source)
    yield* (source === "-" ? stdio.stdin : fs.stream(source)).pipe(
      Stream.mapError((cause) => failed(`${source} cannot be read: ${fileFault(cause)}`)),
      Stream.decodeText,
      Stream.splitLines,
      Stream.filter((line) => line.trim() !== ""),
      Stream.zipWithIndex,
      Stream.mapEffect(([line, index]) => answer(line, index + 1, folder), { concurrency: inFlight }),
      Stream.runForEach(printLine)
    )
  })

/** Rows read ahead: enough for every core, few enough for memory. */
const inFlight = 16

const answer = (line: string, number: number, folder: string) => {
  const row = Option.getOrUndefined(decodeRow(line))
  if (row === undefined) {
    return Effect.succeed(errorLine(idOf(line), { code: "invalid_request", detail: `Row ${number} ${rowFault}` }))
  }
  return documentOf(row, folder).pipe(
    Effect.map((json) => documentLine(row.id, json)),
    Effect.catch((error) => Effect.succeed(errorLine(row.id, error)))
  )
}

const rowFault = "is not a JSON object with id and path (and url and content_type, if known)."

const documentOf = Effect.fnUntraced(function*(row: typeof Row.Type, folder: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* readSaved({
    url: row.url ?? "",
    name: basename(row.path),
    contentType: row.content_type ?? undefined,
    bytes: fs.stream(yield* locate(row.path, folder))
  })
})

const locate = (path: string, folder: string) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const beside = join(folder, path)
    if (isAbsolute(path) || (yield* isThere(fs, path))) return path
    return (yield* isThere(fs, beside)) ? beside : path
  })

const isThere = (fs: FileSystem.FileSystem, path: string): Effect.Effect<boolean> =>
  Effect.orElseSucceed(fs.exists(path), () => false)

/** The id of an invalid row, for its error. Null if there is none. */
const idOf = (line: string): unknown => Option.getOrNull(Option.map(decodeId(line), ({ id }) => id))

const decodeId = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ id: Schema.Unknown })))
