import { Effect, FileSystem, Option, Schema } from "effect"
import { Flag, Param, Primitive } from "effect/cli"
import {
  choicesOf,
  flagName,
  formOf,
  namesIn,
  numbersIn,
  type OptionForm
} from "../../core/domain/options/option-forms.ts"
import { type OptionName } from "../../core/domain/options/RequestOptions.ts"
import { commandOptions, optionFields, optionOf, type Route } from "../../core/domain/options/RouteOptions.ts"
import { isOption } from "../../core/domain/options/unknown-option.ts"
import { type WrongField, wrongFields } from "../../core/domain/options/wrong-fields.ts"
import { strict } from "../../core/domain/schema/strict.ts"
import { fileFault } from "../../core/kernel/file-fault.ts"
import { usage } from "./output/exit-codes.ts"

/** One flag for each option of the route of that name. `decodeOptions` decodes their values. */
export const optionFlags = (route: Route): Record<string, Flag.Flag<Option.Option<unknown>>> =>
  Object.fromEntries(commandOptions(route).map((name) => [name, flagOf(route, name)]))

const flagOf = (route: Route, name: OptionName): Flag.Flag<Option.Option<unknown>> => {
  const { about, ...rest } = optionOf(route, name)
  const { flag, hint = "" } = formsOnTheLine[formOf(name)](flagName(name), name)
  const shown = rest.default === undefined || Array.isArray(rest.default) ? "" : ` Default ${String(rest.default)}.`
  return flag.pipe(Flag.withDescription(`${about}${hint}${shown}`))
}

interface FormOnTheLine {
  readonly flag: Flag.Flag<Option.Option<unknown>>
  readonly hint?: string
}

/** Syntax of a value on a command line. */
const formsOnTheLine: Readonly<Record<OptionForm, (flag: string, name: OptionName) => FormOnTheLine>> = {
  switch: (flag) => ({ flag: Flag.optional(Flag.Boolean(flag)) }),
  mode: (flag, name) => ({
    flag: Flag.optional(modeFlag(flag, choicesOf(name))),
    hint: ` With a value as --${flag}=${choicesOf(name).join("|")}.`
  }),
  number: (flag) => ({ flag: Flag.optional(Flag.Finite(flag)) }),
  text: (flag) => ({ flag: Flag.optional(Flag.String(flag)) }),
  choice: (flag, name) => ({ flag: Flag.optional(Flag.Literals(flag, choicesOf(name))) }),
  names: (flag) => ({ flag: repeated(flag, namesIn), hint: " Separated by commas." }),
  texts: (flag) => ({ flag: repeated(flag, (texts) => texts), hint: " May be given more than once." }),
  pairs: (flag) => ({
    flag: repeated(flag, pairs),
    hint: " As 'name: value' or name=value; may be given more than once."
  }),
  numbers: (flag) => ({
    flag: Flag.optional(Flag.map(Flag.String(flag), numbersIn)),
    hint: " As name=number, separated by commas; true for the defaults."
  }),
  jsons: (flag) => ({ flag: repeated(flag, jsons), hint: " As JSON; may be given more than once." }),
  file: (flag) => ({ flag: Flag.optional(Flag.String(flag)), hint: " In a file of JSON." })
}

/** A switch that takes further values after an equals sign. */
const modeFlag = (name: string, choices: ReadonlyArray<string>): Flag.Flag<boolean | string> => {
  const primitiveType: Primitive.Primitive<boolean | string> = Object.create(Primitive.Boolean, {
    parse: {
      value: (text: string) => choices.includes(text) ? Effect.succeed(text) : Primitive.Boolean.parse(text)
    }
  })
  return Param.makeSingle({ kind: Param.flagKind, name, primitiveType })
}

const repeated = (name: string, parse: (texts: ReadonlyArray<string>) => unknown) =>
  Flag.String(name).pipe(
    Flag.atLeast(0),
    Flag.map((texts) => texts.length === 0 ? Option.none<unknown>() : Option.some(parse(texts)))
  )

/**
 * Splits at the first `:` or `=`, which names of header fields and cookies cannot contain. Null: no value, an error.
 */
const pairs = (texts: ReadonlyArray<string>) =>
  Object.fromEntries(texts.map((text) => {
    const [, name = "", value] = /^\s*([^:=]*?)\s*(?:[:=]\s*(.*?)\s*)?$/s.exec(text) ?? []
    return [name, value ?? null]
  }))

const jsons = (texts: ReadonlyArray<string>) => texts.map((text) => Option.getOrElse(parseJson(text), () => text))

const parseJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Decodes and checks the flags as a request to the route. Reads the files that they name. */
export const decodeOptions = Effect.fnUntraced(function*<R extends Route>(
  route: R,
  given: Readonly<Record<string, Option.Option<unknown>>>
) {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (Option.isNone(value)) continue
    values[name] = isOption(name) && formOf(name) === "file" ? yield* jsonIn(name, String(value.value)) : value.value
  }
  return yield* Schema.decodeUnknownEffect(Schema.Struct(optionFields(route)))(values, strict).pipe(
    Effect.mapError(({ issue }) =>
      usage(
        `${wrongFields(issue, { max: maxFaults, input: values }).map((wrong) => inFlags(wrong, values)).join("; ")}.`
      )
    )
  )
})

/** Bytes. */
const maxFile = 1024 * 1024

const jsonIn = Effect.fnUntraced(function*(name: OptionName, file: string) {
  const fs = yield* FileSystem.FileSystem
  const fault = (why: string) => usage(`--${flagName(name)} ${file} ${why}.`)
  const size = yield* Effect.mapError(
    Effect.map(fs.stat(file), ({ size }) => Number(size)),
    (error) => fault(`cannot be read: ${fileFault(error)}`)
  )
  if (size > maxFile) return yield* fault(`is larger than ${maxFile} bytes`)
  const text = yield* Effect.mapError(fs.readFileString(file), (error) => fault(`cannot be read: ${fileFault(error)}`))
  const json = parseJson(text)
  return Option.isSome(json) ? json.value : yield* fault("is not valid JSON")
})

const maxFaults = 10

/** Formats an error such as `--include "blog" must start with /`, without values of header fields and cookies. */
const inFlags = (
  { detail, path: [option, ...rest] }: WrongField,
  values: Readonly<Record<string, unknown>>
): string => {
  const given = values[String(option)]
  const [at] = rest
  const shown = Array.isArray(given) && typeof at === "number" && typeof given[at] === "string"
    ? ` ${JSON.stringify(given[at])}`
    : rest.map((step) => ` ${String(step)}`).join("")
  return `--${flagName(String(option))}${shown} ${hasNoValue(given, at) ? noValue : detail}`
}

/** Whether this is a pair without a value (`pairs`). */
const hasNoValue = (given: unknown, name: PropertyKey | undefined): boolean =>
  typeof given === "object" && given !== null && name !== undefined && !Array.isArray(given) &&
  Object.entries(given).some(([key, value]) => key === name && value === null)

const noValue = "has no value; write it as 'name: value' or name=value"
