import { Console, Layer, Logger, LogLevel, References } from "effect"
import { jsonLines, readableLines } from "./log-lines.ts"

/** The log, on stderr: for a person if that is a terminal, else one JSON object on each line. */
export const logging = (level: LogLevel.LogLevel) =>
  logTo(process.stderr.isTTY ? readableLines(hasColours()) : jsonLines, level)

/** A log on stderr of these lines, from this level on. */
export const logTo = (lines: Logger.Logger<unknown, string>, level: LogLevel.LogLevel) =>
  Layer.merge(
    Logger.layer([
      Logger.make((options) => {
        pending.add(options.fiber.getRef(Console.Console), lines.log(options))
        if (LogLevel.isGreaterThanOrEqualTo(options.logLevel, "Warn")) pending.write()
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, level)
  )

/** Node obeys NO_COLOR (no-color.org). */
export const hasColours = (): boolean => process.stderr.isTTY && process.stderr.hasColors()

/**
 * Calls `end` when the log is written. What a full pipe has not taken is lost when the process ends, so a slow reader
 * gets a second.
 */
export const whenLogIsWritten = (end: () => void): void => {
  const { stderr } = process
  pending.write()
  if (stderr.writableLength === 0) return end()
  // A reader that is gone is no reason to fail.
  stderr.on("error", () => {})
  const late = setTimeout(end, maxDrain)
  stderr.write("", () => {
    clearTimeout(late)
    end()
  })
}

/** Milliseconds that a process waits for the reader of its log before it ends. */
const maxDrain = 1000

/** Milliseconds that a line waits for others. */
const timeout = 10
/** At most this many lines wait. */
const maxPending = 256

/**
 * Writes lines together. A write waits for the reader of a pipe, and in a busy service many small writes took longer than
 * the rest of the log. A warning is written at once, with the lines before it. The last lines are written when the
 * process exits.
 */
class PendingLines {
  private lines: Array<string> = []
  private console: Console.Console | undefined
  private hasBegun = false

  add(console: Console.Console, line: string): void {
    if (console !== this.console) this.write()
    this.console = console
    if (!this.hasBegun) process.on("exit", () => this.write())
    this.hasBegun = true
    const count = this.lines.push(line)
    if (count === 1) setTimeout(() => this.write(), timeout).unref()
    else if (count === maxPending) this.write()
  }

  write(): void {
    const lines = this.lines
    if (lines.length === 0) return
    this.lines = []
    this.console?.error(lines.join("\n"))
  }
}

const pending = new PendingLines()
