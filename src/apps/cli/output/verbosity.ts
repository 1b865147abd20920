import { Effect, FileSystem, Layer, Option } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { readableLines } from "../../../core/observability/log-lines.ts"
import { hasColours, logTo } from "../../../core/observability/logging.ts"
import { warn } from "./output.ts"

export const Quiet = GlobalFlag.Setting("quiet")({
  flag: Flag.Boolean("quiet").pipe(
    Flag.withAlias("q"),
    Flag.withDescription("Print errors only"),
    Flag.withDefault(false)
  )
})

export const Verbose = GlobalFlag.Setting("verbose")({
  flag: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Print each page of a job as it ends, and debug logs"),
    Flag.withDefault(false)
  )
})

/** Prints a line to stderr, unless --quiet is given. */
export const notice = (line: string) => Effect.flatMap(Quiet, (isQuiet) => isQuiet ? Effect.void : warn(line))

/** Reports that a file of the user is about to be replaced. Nothing for an empty file, a device or a pipe. */
export const reportOverwrite = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const found = yield* Effect.option(fs.stat(file))
  if (Option.exists(found, ({ size, type }) => type === "File" && size > 0)) {
    yield* notice(`gleaner: ${file} existed, and its content is replaced`)
  }
})

/** Logs of a command, on stderr: stdout is for its output. */
export const commandLog = Layer.unwrap(
  Effect.gen(function*() {
    const level = (yield* Quiet) ? "Error" : (yield* Verbose) ? "Debug" : "Warn"
    return logTo(readableLines(hasColours()), level)
  })
)
