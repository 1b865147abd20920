import { Console, Effect, FileSystem, Option, type PlatformError } from "effect"
import { codeOf, fileFault } from "../../../core/kernel/file-fault.ts"
import { escapeControls } from "../../../core/observability/escape-controls.ts"
import { type CommandFailed, failed, ReaderGone } from "./exit-codes.ts"

/** Writes one line. Fails with a message if that is impossible (full disk, closed pipe). */
export type Output = (line: string) => Effect.Effect<void, CommandFailed | ReaderGone>

/** Writes a line of data to stdout. Waits for each line: applies backpressure, and detects a closed pipe. */
export const printLine: Output = (line) => writeBytes(`${line}\n`)

/** Writes a report to stdout. Text of a page in it controls neither the terminal nor a pager. JSON stays the same. */
export const printReport: Output = (lines) => printLine(escapeControls(lines, "\n\t"))

/** Writes lines of a report to stderr. */
export const warn = (lines: string) => Console.error(escapeControls(lines, "\n\t"))

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

/** Writes to stdout. Data in a file or a pipe has all its characters; a terminal would obey some of them. */
export const writeBytes = (data: string | Uint8Array): Effect.Effect<void, CommandFailed | ReaderGone> =>
  Effect.callback((resume) => {
    // The callback gets the error of the write. Without a listener, the error event would end the process.
    if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", () => {})
    const text = process.stdout.isTTY ? shownOn(terminal, data) : data
    process.stdout.write(text, (error) => {
      if (error === null || error === undefined) return resume(Effect.void)
      resume(Effect.fail(codeOf(error) === "EPIPE" ? new ReaderGone() : cannotWrite("stdout")(error)))
    })
  })

/** Of the data that a terminal shows in parts. */
const terminal = new TextDecoder()

export const shownOn = (decoder: TextDecoder, data: string | Uint8Array): string => {
  const text = typeof data === "string" ? data : decoder.decode(data, { stream: true })
  return escapeControls(text.replaceAll("\r\n", "\n"), "\n\t")
}
