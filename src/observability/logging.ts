import { Layer, Logger, type LogLevel, References } from "effect"
import { jsonLines, readableLines } from "./log-lines.ts"

/** The log, on stderr: for a person if that is a terminal, else one JSON object on each line. */
export const logging = (level: LogLevel.LogLevel) =>
  logTo(process.stderr.isTTY ? readableLines(hasColours()) : jsonLines, level)

/** A log on stderr of these lines, from this level on. */
export const logTo = (lines: Logger.Logger<unknown, string>, level: LogLevel.LogLevel) =>
  Layer.merge(
    Logger.layer([Logger.withConsoleError(lines)]),
    Layer.succeed(References.MinimumLogLevel, level)
  )

/** Node obeys NO_COLOR (no-color.org). */
export const hasColours = (): boolean => process.stderr.isTTY && process.stderr.hasColors()
