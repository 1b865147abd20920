import { Effect, FileSystem, Option, type PlatformError } from "effect"
import { codeOf, fileFault } from "../../../core/kernel/file-fault.ts"
import { type CommandFailed, failed, ReaderGone } from "./exit-codes.ts"

/** Writes one line. Fails with a message if that is impossible (full disk, closed pipe). */
export type Output = (line: string) => Effect.Effect<void, CommandFailed | ReaderGone>

/** Writes a line to stdout. Waits for each line: applies backpressure, and detects a closed pipe. */
export const printLine: Output = (line) => writeBytes(`${line}\n`)

/** Opens a file, truncated or with `a` for appending. Without a name, or with `-`, stdout. */
export const openOutput = Effect.fnUntraced(function*(path: Option.Option<string>, flag: "w" | "a" = "w") {
  if (Option.isNone(path) || path.value === "-") return printLine
  const fs = yield* FileSystem.FileSystem
  const file = yield* Effect.mapError(fs.open(path.value, { flag }), cannotWrite(path.value))
  const encoder = new TextEncoder()
  const output: Output = (line) => Effect.mapError(file.writeAll(encoder.encode(`${line}\n`)), cannotWrite(path.value))
  return output
})

export const cannotWrite =
  (name: string) => (cause: PlatformError.PlatformError | NodeJS.ErrnoException): CommandFailed =>
    failed(`${name} cannot be written: ${fileFault(cause)}`)

/** Writes to stdout. */
export const writeBytes = (data: string | Uint8Array): Effect.Effect<void, CommandFailed | ReaderGone> =>
  Effect.callback((resume) => {
    // The callback gets the error of the write. Without a listener, the error event would end the process.
    if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", () => {})
    process.stdout.write(data, (error) => {
      if (error === null || error === undefined) return resume(Effect.void)
      resume(Effect.fail(codeOf(error) === "EPIPE" ? new ReaderGone() : cannotWrite("stdout")(error)))
    })
  })
