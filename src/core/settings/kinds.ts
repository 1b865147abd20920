import { ByteSize, Config, ConfigProvider, Duration, Effect, LogLevel, Option, Result, Schema } from "effect"
import { IpNetwork } from "effect/net"
import * as fs from "node:fs/promises"
import { fileFault } from "../kernel/file-fault.ts"

/** A type of value: reads it from a variable, and shows it as an operator would write it. */
export interface Kind<A> {
  readonly read: (variable: string) => Config.Config<A>
  readonly show: (value: A) => string
}

/** A type that is parsed from text. A failure is an error message for the operator. */
export const parsed = <A>(parse: (raw: string) => Result.Result<A, string>, show: (value: A) => string): Kind<A> => ({
  show,
  read: (variable) =>
    Config.String(variable).pipe(
      Config.mapEffect((raw) => Effect.mapError(Effect.fromResult(parse(raw.trim())), configError))
    )
})

export const configError = (message: string) => new Config.ConfigError(new ConfigProvider.SourceError({ message }))

/** The text of a file that a setting names. A failure is an error message for the operator. */
export const fileText = (path: string): Effect.Effect<string, string> =>
  Effect.tryPromise({
    try: () => fs.readFile(path, "utf8"),
    catch: (cause) => {
      const error = cause as NodeJS.ErrnoException // as fs fails
      const remedy = fileRemedies[error.code ?? ""]
      return `the file ${path} cannot be read: ${fileFault(error)}${remedy === undefined ? "" : `; ${remedy}`}`
    }
  })

const fileRemedies: Readonly<Record<string, string>> = {
  ENOENT: "create it, or correct the path",
  EISDIR: "name a file (a container runtime makes a folder if the file of a mount is missing)",
  EACCES: "let the user of this process read it"
}

export const text: Kind<string> = { read: Config.NonEmptyString, show: (value) => value }

/** Value that may be absent. */
export const optional = <A>(kind: Kind<A>, whenNone: string): Kind<Option.Option<A>> => ({
  read: (variable) => Config.option(kind.read(variable)),
  show: Option.match({ onNone: () => whenNone, onSome: kind.show })
})

export const onOff: Kind<boolean> = parsed(
  (raw) =>
    raw === "on" || raw === "off"
      ? Result.succeed(raw === "on")
      : Result.fail(`${JSON.stringify(raw)} is neither on nor off`),
  (value) => value ? "on" : "off"
)

export const int = (minimum: number, maximum: number): Kind<number> =>
  parsed((raw) => {
    const value = /^-?\d+$/.test(raw) ? Number(raw) : NaN
    return value >= minimum && value <= maximum
      ? Result.succeed(value)
      : Result.fail(`${JSON.stringify(raw)} is not a whole number from ${minimum} to ${maximum}`)
  }, String)

export const duration: Kind<Duration.Duration> = {
  read: (variable) =>
    Config.String(variable).pipe(
      Config.mapEffect((raw) => {
        const value = Option.getOrUndefined(decodeDuration(inWords(raw.trim())))
        if (value === undefined) {
          return Effect.fail(
            configError(`${JSON.stringify(raw)} is not a duration, such as 20 millis, 5 seconds or 1 day`)
          )
        }
        return Duration.isFinite(value) && !Duration.isNegative(value)
          ? Effect.succeed(value)
          : Effect.fail(configError("it is not a finite duration"))
      })
    ),
  show: (value) => {
    const [name, length] = units.find(([, length]) => Duration.toMillis(value) % length === 0) ?? ["millis", 1]
    const count = Duration.toMillis(value) / length
    return `${count} ${count === 1 ? name.replace(/s$/, "") : name}`
  }
}

const decodeDuration = Schema.decodeUnknownOption(Schema.DurationFromString)

/** Replaces an abbreviated unit: `20ms` is 20 millis. */
const inWords = (raw: string): string => {
  const [, count, unit = ""] = /^(-?\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(raw) ?? []
  return count === undefined ? raw : `${count} ${abbreviations[unit.toLowerCase()] ?? unit.toLowerCase()}`
}

const abbreviations: Readonly<Record<string, string>> = {
  ms: "millis",
  msec: "millis",
  milliseconds: "millis",
  s: "seconds",
  sec: "seconds",
  secs: "seconds",
  m: "minutes",
  min: "minutes",
  mins: "minutes",
  h: "hours",
  hr: "hours",
  hrs: "hours",
  d: "days",
  w: "weeks"
}

/** Units of time, longest first. */
const units = [["hours", 3_600_000], ["minutes", 60_000], ["seconds", 1000], ["millis", 1]] as const

export const kibibyte = 1024
export const mebibyte = 1024 * kibibyte
export const gibibyte = 1024 * mebibyte

/** Plain bytes (`100000`) or with a unit, decimal or binary (`10 MiB`). */
export const bytes = (minimum: 0 | 1): Kind<number> =>
  parsed((raw) => {
    const size = ByteSize.fromString(/^\d+$/.test(raw) ? `${raw} B` : raw)
    const count = Option.getOrElse(Option.flatMap(size, ByteSize.toNumber), () => -1)
    return count >= minimum
      ? Result.succeed(count)
      : Result.fail(`${JSON.stringify(raw)} is not a size${minimum > 0 ? " of at least one byte" : ""}`)
  }, showBytes)

const showBytes = (size: number): string => {
  if (size >= gibibyte && size % gibibyte === 0) return `${size / gibibyte} GiB`
  if (size >= mebibyte && size % mebibyte === 0) return `${size / mebibyte} MiB`
  return size >= kibibyte && size % kibibyte === 0 ? `${size / kibibyte} KiB` : String(size)
}

export const listOf = (raw: string): ReadonlyArray<string> =>
  raw.split(",").map((part) => part.trim()).filter((part) => part !== "")

export const shownList = (list: ReadonlyArray<string>): string => list.length === 0 ? "(none)" : list.join(",")

/** A list whose entries are all of this kind. The error names the first one that is not. */
const listWhere = (isValid: (entry: string) => boolean, what: string): Kind<ReadonlyArray<string>> =>
  parsed((raw) => {
    const list = listOf(raw)
    const wrong = list.find((entry) => !isValid(entry))
    return wrong === undefined ? Result.succeed(list) : Result.fail(`${JSON.stringify(wrong)} is not ${what}`)
  }, shownList)

export const cidrs = listWhere(
  (cidr) => Result.isSuccess(IpNetwork.fromString(cidr)),
  "an address block in CIDR notation"
)

/** Origins as a browser sends them: scheme, host and port. */
export const origins = listWhere(
  (origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin,
  "an origin: http or https, a host, and no path"
)

/** A web page or an e-mail address. The User-Agent contains it in brackets. */
export const contact: Kind<string> = parsed((raw) =>
  /^(?:https?:\/\/|mailto:)[^\s()]+$|^[^\s()@]+@[^\s()@]+$/.test(raw)
    ? Result.succeed(raw)
    : Result.fail(`${JSON.stringify(raw)} is neither an http or https URL nor an e-mail address`), (value) => value)

export const logLevel: Kind<LogLevel.LogLevel> = parsed((raw) => {
  const level = LogLevel.values.find((known) => known.toLowerCase() === raw.toLowerCase())
  return level === undefined
    ? Result.fail(`${JSON.stringify(raw)} is not one of ${LogLevel.values.join(", ")}`)
    : Result.succeed(level)
}, (level) => level)
