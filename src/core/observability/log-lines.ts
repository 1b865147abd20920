import { Effect, Logger, type LogLevel, References } from "effect"
import { styleText } from "node:util"
import { compact } from "../kernel/compact.ts"
import { escapeControls } from "./escape-controls.ts"

/** Logs a message with attributes, under names of OpenTelemetry. */
export const log = (
  message: string,
  about: Readonly<Record<string, unknown>>,
  level: LogLevel.Severity = "Info"
): Effect.Effect<void> => Effect.annotateLogs(Effect.logWithLevel(level)(message), about)

/** One JSON object on a line: time, level, message and attributes. */
export const jsonLines = Logger.make<unknown, string>((options) => plainLine(options) ?? wholeLine.log(options))

const wholeLine = Logger.map(
  Logger.formatStructured,
  ({ annotations, cause, level, message, timestamp }) =>
    JSON.stringify({
      time: timestamp,
      level: level.toLowerCase(),
      message: textOf(message),
      ...annotations,
      ...detailsOf(message),
      ...compact({ cause })
    })
)

/**
 * The same line for a text with plain attributes, without the copies that `formatStructured` makes: they cost more than
 * the line itself. Undefined for other messages.
 */
const plainLine = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>): string | undefined => {
  const text = Array.isArray(message) && message.length === 1 ? message[0] : message
  if (typeof text !== "string" || cause.reasons.length > 0) return undefined
  const about = fiber.getRef(References.CurrentLogAnnotations)
  for (const name in about) if (!plainTypes.has(typeof about[name]) || ownNames.has(name)) return undefined
  return JSON.stringify({ time: date.toISOString(), level: logLevel.toLowerCase(), message: text, ...about })
}

const plainTypes: ReadonlySet<string> = new Set(["string", "number", "boolean"])
/** Fields of the line, which annotations with these names would replace. */
const ownNames = new Set(["time", "level", "message", "cause"])

/** One line in readable form, and more for the cause of a defect. */
export const readableLines = (isColoured: boolean) =>
  Logger.map(Logger.formatStructured, ({ annotations, cause, level, message, timestamp }) => {
    const paint = (style: Parameters<typeof styleText>[0], text: string) =>
      isColoured ? styleText(style, text, { validateStream: false }) : text
    const details = { ...annotations, ...detailsOf(message) }
    const isRequest = "http.server.request.duration" in details
    const about = Object.entries(details)
      .filter(([name]) => !isRequest || !/^(?:http|url|error)\./.test(name)) // in its message
      .map(([name, value]) => ` ${paint("dim", `${name}=${plain(value)}`)}`)
    const time = timestamp.slice("2026-01-01T".length)
    const head = `${paint("dim", time)} ${paint(colours[level] ?? "white", level.padEnd(maxLevelLength))}`
    return `${head} ${escapeControls(textOf(message))}${about.join("")}${cause === undefined ? "" : `\n${cause}`}`
  })

const colours: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  FATAL: "red",
  ERROR: "red",
  WARN: "yellow",
  INFO: "green"
}
const maxLevelLength = "DEBUG".length

/** A message may be text, followed by an object with attributes. */
const textOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .filter((part) => !isRecord(part))
    .map((part) => typeof part === "string" ? part : JSON.stringify(part) ?? String(part))
    .join(" ")

/** Nests an error, because its fields would replace those of the line. */
const detailsOf = (message: unknown): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...(Array.isArray(message) ? message : [message]).filter(isRecord).map((part) =>
      "message" in part || "_tag" in part ? { error: part } : part
    )
  )

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const plain = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value) ?? String(value)
  return /[\s"=]/.test(text) ? escapeControls(JSON.stringify(text)) : escapeControls(text)
}
