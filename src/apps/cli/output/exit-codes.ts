import { Cause, Exit, Option, type Runtime, Schema } from "effect"
import { CliError } from "effect/cli"
import { PageError } from "../../../core/domain/errors/PageError.ts"
import { flagName } from "../../../core/domain/options/option-forms.ts"
import { type OptionName } from "../../../core/domain/options/RequestOptions.ts"
import { commandOptions, type Route, routeOptions } from "../../../core/domain/options/RouteOptions.ts"
import { optionElsewhere, routesWith } from "../../../core/domain/options/unknown-option.ts"
import { nearestName } from "../../../core/kernel/nearest-name.ts"
import { nearestVariable, SettingError } from "../../../core/settings/Settings.ts"
import { FilesError } from "../../../crawling/stores/files/FilesError.ts"
import { SavedPageError } from "../../../page/SavedPageError.ts"

/** The exit codes. The last three are those of programs ended by the signal. */
export const exitCode = { failed: 1, usage: 2, interrupted: 130, readerGone: 141, terminated: 143 } as const

/** The meaning of each exit code, for the manual page. `docs/command-line.md` has them too. */
export const exitStatus = [
  [0, "success; also serve after SIGTERM"],
  [
    exitCode.failed,
    "no page, a page with an error status, a failed crawl, a broken link, or output that could not be written"
  ],
  [exitCode.usage, "invalid command line or setting"],
  [
    exitCode.interrupted,
    "interrupted with Ctrl-C; a job writes its remaining documents and prints how to continue, unless Ctrl-C is pressed again"
  ],
  [exitCode.readerGone, "the reader of the output is gone (| head)"],
  [exitCode.terminated, "terminated by SIGTERM"]
] as const

/** An error with a message for the user of the command line. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String,
  code: Schema.Int
}) {}

export const failed = (message: string) => new CommandFailed({ message, code: exitCode.failed })

/** An error of the command line. */
export const usage = (message: string) => new CommandFailed({ message, code: exitCode.usage })

/** The reader has closed the output (`| head`): the command ends silently. */
export class ReaderGone extends Schema.TaggedError<ReaderGone>()("ReaderGone", {}) {}

/** The line for stderr, undefined if help was shown, and the exit code. */
export const inWords = (error: unknown): { readonly line: string | undefined; readonly code: number } => {
  if (error instanceof CommandFailed) return { line: error.message, code: error.code }
  if (error instanceof FilesError) return { line: error.message, code: exitCode.failed }
  if (error instanceof ReaderGone) return { line: undefined, code: exitCode.readerGone }
  if (error instanceof SettingError) return { line: error.message, code: exitCode.usage }
  if (error instanceof PageError) {
    return { line: `${error.url}: ${error.detail} (${error.code})`, code: exitCode.failed }
  }
  if (error instanceof SavedPageError) {
    return { line: `${error.name || "stdin"}: ${brief(error)} (${error.code})`, code: exitCode.failed }
  }
  if (CliError.isCliError(error)) {
    if (error._tag === "ShowHelp") {
      const [first] = error.errors
      if (first === undefined) return { line: undefined, code: 0 }
      return { line: usageLine(first, error.commandPath), code: exitCode.usage }
    }
    return { line: `${error.message}; see gleaner --help`, code: exitCode.usage }
  }
  return { line: "the command failed because of a bug; please report it", code: exitCode.failed }
}

/** Without the list of all readable media types, which fills a screen. */
export const brief = ({ code, detail }: Pick<SavedPageError, "code" | "detail">): string =>
  code === "unsupported_content_type"
    ? detail.replace(/; .*/s, "; gleaner doctor lists the types that can be read.")
    : detail

/** Formats a usage error in one line. */
const usageLine = (error: CliError.NonShowHelpErrors, path: ReadonlyArray<string>): string => {
  if (error._tag === "UnrecognizedOption") return unknownFlag(error)
  if (error._tag === "InvalidValue" && error.kind === "flag" && error.value !== "") return wrongValue(error)
  return `${error.message.replaceAll(/\s*\n\s*/g, " ")}; see ${path.join(" ")} --help`
}

const wrongValue = ({ expected, option, value }: CliError.InvalidValue): string => {
  const choices = [...expected.matchAll(/"([^"]+)"/g)].map(([, choice = ""]) => choice)
  const nearest = nearestName(value, choices)
  const given = `--${option} ${JSON.stringify(value)}`
  if (choices.length > 0) {
    return `${given} must be one of ${choices.join(", ")}${nearest === undefined ? "" : `; the nearest is ${nearest}`}`
  }
  return `${given} ${/number/.test(expected) ? "must be a number" : `is wrong. ${expected}`}`
}

/** Ends the process with the documented code. SIGTERM is a successful end for `serve`. */
export const teardown =
  (command: string | undefined, signal: () => NodeJS.Signals | undefined): Runtime.Teardown => (exit, onExit) => {
    if (Exit.isSuccess(exit)) return onExit(0)
    if (Cause.hasInterruptsOnly(exit.cause)) {
      if (signal() === "SIGTERM") return onExit(command === "serve" ? 0 : exitCode.terminated)
      return onExit(exitCode.interrupted)
    }
    onExit(inWords(Option.getOrUndefined(Cause.findErrorOption(exit.cause))).code)
  }

/** Message about an unknown flag, with the most similar flag of the command. Knows flags of other programs too. */
const unknownFlag = ({ command = [], option, suggestions }: CliError.UnrecognizedOption): string => {
  const route = command.at(-1) ?? ""
  const options: ReadonlyArray<string> = isRoute(route) ? commandOptions(route) : []
  const elsewhere = isRoute(route) ? optionElsewhere(option, options) : undefined
  if (elsewhere !== undefined && suggestions.length === 0) {
    return `${option} is not a flag of ${command.join(" ")}; ${whereIs(elsewhere)}`
  }
  const nearest = nearestName(option, options)
  const flag = suggestions[0] ?? (nearest === undefined ? undefined : `--${flagName(nearest)}`)
  const variable = flag === undefined ? nearestVariable(option.replace(/^-+/, "").toUpperCase()) : undefined
  return [
    `${option} is not a flag of ${command.join(" ")}`,
    ...(flag === undefined ? [] : [`the nearest is ${flag}`]),
    ...(variable === undefined ? [] : [`the setting ${variable} is an environment variable`])
  ].join("; ")
}

const whereIs = (option: OptionName): string => {
  const all = routesWith(option)
  const commands = all.filter((route) => option === "since" || commandOptions(route).includes(option))
  return commands.length > 0
    ? `--${flagName(option)} is a flag of ${commands.map((name) => `gleaner ${name}`).join(", ")}`
    : `${option} is an option of a service: ${all.map((route) => `POST /v1/${route}`).join(", ")}`
}

const isRoute = (name: string): name is Route => Object.hasOwn(routeOptions, name)
