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

/** Milliseconds that a line waits for others. */
const patience = 10
/** Lines that wait at most. */
const mostPending = 256

/**
 * Writes lines together: a write waits for the reader of a pipe, and a busy service spent more time on many small
 * writes than on all else of its log. A warning is written at once, with those before it. What is left when the process
 * exits is written then.
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
    if (count === 1) setTimeout(() => this.write(), patience).unref()
    else if (count === mostPending) this.write()
  }

  write(): void {
    const lines = this.lines
    if (lines.length === 0) return
    this.lines = []
    this.console?.error(lines.join("\n"))
  }
}

const pending = new PendingLines()
