import { Console, Effect, Option } from "effect"
import { CliConfig, CliOutput, type Command, Flag, GlobalFlag, type HelpDoc } from "effect/cli"
import { version } from "../../../core/kernel/version.ts"
import { settings } from "../../../core/settings/Settings.ts"
import { exitStatus } from "../output/exit-codes.ts"

/** Prints the manual page, made of the descriptions of the commands. */
export const Man = GlobalFlag.Action({
  flag: Flag.Boolean("man").pipe(
    Flag.withDescription("Print the manual page; gleaner --man | man -l - shows it"),
    Flag.withDefault(false)
  ),
  run: (_, { command }) => Effect.flatMap(manPage(command), (page) => Console.log(page))
})

/** The manual page of a command with all its commands, for man(1). */
const manPage = Effect.fnUntraced(function*(command: Command.Command.Any) {
  const whole = yield* helpOf(command, [command.name])
  const commands = yield* Effect.forEach(
    commandsBelow(command, [command.name]),
    ({ about, path }) => Effect.map(helpOf(command, path), (help) => commandSection(path, about, help))
  )
  const globals = [...whole.globalFlags ?? [], ...whole.flags]
  return [
    `.TH GLEANER 1 "" "gleaner ${version}" "User Commands"`,
    ".SH NAME",
    `gleaner \\- ${text(lowerFirst(whole.description).replace(/\.$/, ""))}`,
    ".SH SYNOPSIS",
    ".B gleaner\n\\fICOMMAND\\fR [\\fIOPTION\\fR]...",
    ".SH OPTIONS OF ALL COMMANDS",
    ...globals.map(flagEntry),
    ".SH COMMANDS",
    ...commands,
    ".SH EXIT STATUS",
    ...exitStatus.map(([code, meaning]) => `.TP\n.B ${code}\n${text(meaning)}`),
    ".SH ENVIRONMENT",
    ...Object.values(settings).map(({ about, shown, variable }) =>
      `.TP\n.B ${variable}\n${text(`${about} Default: ${shown}.`)}`
    ),
    ".SH SEE ALSO",
    text("The documentation is at /docs of a running service.")
  ].join("\n")
})

/** Effect renders the help of a command only for its presenter. */
const helpOf = (command: Command.Command.Any, commandPath: ReadonlyArray<string>) =>
  Effect.flatMap(CliConfig.CliConfig, ({ builtIns }) => {
    let help: HelpDoc.HelpDoc | undefined
    return GlobalFlag.Help.run(true, { command, commandPath, builtIns, version }).pipe(
      Effect.provideService(CliOutput.Presenter, {
        present: (event) => Effect.sync(() => void (help = event._tag === "Help" ? event.helpDoc : help))
      }),
      Effect.flatMap(() => help === undefined ? Effect.die(new Error("no help")) : Effect.succeed(help))
    )
  })

interface Listed {
  readonly path: ReadonlyArray<string>
  readonly about: string
}

const commandsBelow = (command: Command.Command.Any, path: ReadonlyArray<string>): ReadonlyArray<Listed> =>
  command.subcommands.flatMap(({ commands }) => [...commands]).flatMap((child) => {
    const own = [...path, child.name]
    const about = child.shortDescription ?? child.description ?? ""
    return child.subcommands.length === 0 ? [{ path: own, about }] : commandsBelow(child, own)
  })

const commandSection = (
  path: ReadonlyArray<string>,
  about: string,
  { args = [], examples = [], flags }: HelpDoc.HelpDoc
) => {
  const operands = args.map(({ name, required, variadic }) => {
    const shown = `\\fI${text(name.toUpperCase())}\\fR${variadic ? "..." : ""}`
    return required ? shown : `[${shown}]`
  })
  return [
    `.SS ${[...path, ...operands].join(" ")}`,
    text(about),
    ...args.map(({ description, name }) =>
      `.TP\n.I ${text(name.toUpperCase())}\n${text(Option.getOrElse(description, () => ""))}`
    ),
    ...flags.map(flagEntry),
    ...examples.map(({ command, description = "" }) =>
      `.PP\n${text(description)}:\n.PP\n.RS\n.nf\n${text(command)}\n.fi\n.RE`
    )
  ].join("\n")
}

const flagEntry = ({ aliases, description, name, type }: HelpDoc.FlagDoc): string => {
  const names = [...aliases, `--${name.replace(/^--/, "")}`].map((each) => `\\fB${text(each)}\\fR`).join(", ")
  const value = type === "boolean" ? "" : ` \\fI${text(type)}\\fR`
  return `.TP\n${names}${value}\n${text(Option.getOrElse(description, () => ""))}`
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** Escapes text for roff, where a line that begins with a dot or a quote is a request. */
const text = (plain: string): string =>
  plain.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll(/^(?=[.'])/gm, "\\&")
