import { Console, Layer, Logger, LogLevel, References } from "effect"
import { jsonLines, readableLines } from "./log-lines.ts"

/** The log on stderr: readable if that is a terminal, else one JSON object on each line. */
export const logging = (level: LogLevel.LogLevel) =>
  logTo(process.stderr.isTTY ? readableLines(hasColours()) : jsonLines, level)

/** A log on stderr, from this level on. */
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

/** Calls `end` when the log is written, or after a timeout. Lines that a pipe has not taken are lost at the exit. */
export const whenLogIsWritten = (end: () => void): void => {
  const { stderr } = process
  pending.write()
  if (stderr.writableLength === 0) return end()
  // Ignore a reader that has closed the pipe.
  stderr.on("error", () => {})
  const late = setTimeout(end, drainTimeout)
  stderr.write("", () => {
    clearTimeout(late)
    end()
  })
}

/** Milliseconds. */
const drainTimeout = 1000

/** Milliseconds between the first line of a batch and its write. */
const flushDelay = 10
/** Lines of a batch. */
const maxPending = 256

/**
 * Writes lines in batches. A write to a pipe blocks, and many small writes took most of the log's time in a busy
 * service. A warning is flushed at once, with the lines before it, and the last lines when the process exits.
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
    if (count === 1) setTimeout(() => this.write(), flushDelay).unref()
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
