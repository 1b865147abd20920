import { Cause, Exit, Option, type Runtime, Schema } from "effect"
import { CliError } from "effect/cli"
import { PageError } from "../../domain/errors/PageError.ts"
import { flagName } from "../../domain/options/option-forms.ts"
import { commandOptions, type OptionName, type Route, routeOptions } from "../../domain/options/RequestOptions.ts"
import { optionElsewhere, routesWith } from "../../domain/options/unknown-option.ts"
import { nearestName } from "../../kernel/nearest-name.ts"
import { SavedPageError } from "../../page/SavedPageError.ts"
import { nearestVariable, SettingError } from "../../Settings.ts"

/** The exit codes, as the page about the command line documents them. */
export const exitCode = {
  /** There is no page, the crawl failed, or the output could not be written. */
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** Interrupted with Ctrl-C. The output until then has been printed. */
  interrupted: 130,
  /** The reader of the output is gone. It is the code of a program that SIGPIPE ends. */
  readerGone: 141,
  /** Told to stop (SIGTERM) before it was done. `serve` ends with 0 then. */
  terminated: 143
} as const

/** An error in words for the person who typed the command. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String,
  code: Schema.Int
}) {}

/** The reader of the output wants no more (`| head`): the command ends silently. */
export class ReaderGone extends Schema.TaggedError<ReaderGone>()("ReaderGone", {}) {}

/** One line for stderr, and the exit code. No line if help was shown. */
export const inWords = (error: unknown): { readonly line: string | undefined; readonly code: number } => {
  if (error instanceof CommandFailed) return { line: error.message, code: error.code }
  if (error instanceof ReaderGone) return { line: undefined, code: exitCode.readerGone }
  if (error instanceof SettingError) return { line: error.message, code: exitCode.usage }
  if (error instanceof PageError) {
    return { line: `${error.url}: ${error.detail} (${error.code})`, code: exitCode.failed }
  }
  if (error instanceof SavedPageError) {
    return { line: `${error.name || "stdin"}: ${error.detail} (${error.code})`, code: exitCode.failed }
  }
  if (CliError.isCliError(error)) {
    if (error._tag === "ShowHelp") {
      const [first] = error.errors
      if (first === undefined) return { line: undefined, code: 0 }
      return { line: usageLine(first, error.commandPath), code: exitCode.usage }
    }
    return { line: `${error.message}; see gleaner --help`, code: exitCode.usage }
  }
  return { line: "the command failed by a defect; please report it", code: exitCode.failed }
}

/** What is wrong with the command line, in one line. */
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

/** Ends the process with the documented code. For a service, being told to stop is success. */
export const teardown =
  (command: string | undefined, signal: () => NodeJS.Signals | undefined): Runtime.Teardown => (exit, onExit) => {
    if (Exit.isSuccess(exit)) return onExit(0)
    if (Cause.hasInterruptsOnly(exit.cause)) {
      const isTold = signal() === "SIGTERM"
      if (isTold) return onExit(command === "serve" ? 0 : exitCode.terminated)
      return onExit(exitCode.interrupted)
    }
    onExit(inWords(Option.getOrUndefined(Cause.findErrorOption(exit.cause))).code)
  }

/**
 * Tells of a flag that the command does not have, with the nearest one that it has. Names of other programs are known
 * too.
 */
const unknownFlag = ({ command = [], option, suggestions }: CliError.UnrecognizedOption): string => {
  const route = command.at(-1) ?? ""
  const options: ReadonlyArray<string> = isRoute(route) ? commandOptions(route) : []
  const elsewhere = isRoute(route) ? optionElsewhere(option, options) : undefined
  if (elsewhere !== undefined && suggestions.length === 0) {
    return `${option} is no flag of ${command.join(" ")}; ${whereIs(elsewhere)}`
  }
  const nearest = nearestName(option, options)
  const flag = suggestions[0] ?? (nearest === undefined ? undefined : `--${flagName(nearest)}`)
  const variable = flag === undefined ? nearestVariable(option.replace(/^-+/, "").toUpperCase()) : undefined
  return [
    `${option} is no flag of ${command.join(" ")}`,
    ...(flag === undefined ? [] : [`the nearest is ${flag}`]),
    ...(variable === undefined ? [] : [`the setting ${variable} is an environment variable`])
  ].join("; ")
}

const whereIs = (option: OptionName): string => {
  const all = routesWith(option)
  const commands = all.filter((route) => option === "since" || commandOptions(route).includes(option))
  return commands.length > 0
    ? `--${flagName(option)} is one of ${commands.map((name) => `gleaner ${name}`).join(", ")}`
    : `${option} is an option of a service: ${all.map((route) => `POST /v1/${route}`).join(", ")}`
}

const isRoute = (name: string): name is Route => Object.hasOwn(routeOptions, name)
