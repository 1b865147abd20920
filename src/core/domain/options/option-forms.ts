import { Option, Schema } from "effect"
import { type OptionName, requestOptions } from "./RequestOptions.ts"

/** The flag of an option on the command line: `max_pages` is `--max-pages`. */
export const flagName = (option: string): string => option.replaceAll("_", "-")

/**
 * Form of an option on a command line or in a query, where there is only text, by the type of its JSON. A `mode` is a
 * switch with further values.
 */
export type OptionForm =
  | "switch"
  | "mode"
  | "number"
  | "text"
  | "choice"
  | "names"
  | "texts"
  | "pairs"
  | "numbers"
  | "jsons"
  | "file"

export const formOf = (name: OptionName): OptionForm => {
  if (name === "actions" || name === "page_actions" || name === "schema") return "file"
  if (name === "language") return "names"
  const { schema }: { readonly schema: Schema.Top } = requestOptions[name]
  const { ast } = Schema.toEncoded(schema)
  switch (ast._tag) {
    case "Boolean":
      return "switch"
    case "Number":
      return "number"
    case "Union":
      return ast.types.some(isSwitch) ? "mode" : "choice"
    case "Objects":
      return isNumbers(ast.propertySignatures) ? "numbers" : "pairs"
    case "Arrays": {
      const [element] = ast.rest
      if (element?._tag === "Objects") return "jsons"
      return element?._tag === "Union" ? "names" : "texts"
    }
    default:
      return "text"
  }
}

const isSwitch = (type: Schema.Top["ast"]): boolean =>
  type._tag === "Boolean" || type._tag === "Literal" && typeof type.literal === "boolean"

const isNumbers = (fields: ReadonlyArray<{ readonly type: Schema.Top["ast"] }>): boolean =>
  fields.length > 0 && fields.every(({ type }) => type._tag === "Number")

/** Values of an option of the form `choice`, and those of a `mode` besides true and false. */
export const choicesOf = (name: OptionName): ReadonlyArray<string> => {
  const { ast }: { readonly ast: Schema.Top["ast"] } = requestOptions[name].schema
  if (ast._tag !== "Union") return []
  return ast.types.flatMap((type) => type._tag === "Literal" && !isSwitch(type) ? [String(type.literal)] : [])
}

/** The value of a `mode` in text. */
export const modeIn = (text: unknown): unknown => text === "true" || text === "false" ? text === "true" : text

/** Names separated by commas, in one text or several. */
export const namesIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => text.split(",")).map((name) => name.trim()).filter((name) => name !== "")

/**
 * Numbers by name: `max_tokens=400,overlap=50`, or as JSON. `true` is an object without them, for the defaults. Text
 * that is not a number stays text, which the schema of the option refuses.
 */
export const numbersIn = (text: string): unknown => {
  if (text.startsWith("{")) return Option.getOrElse(parseJson(text), () => text)
  if (text === "true") return {}
  return Object.fromEntries(
    namesIn([text]).map((pair) => {
      const [, name = pair, value] = /^([^=:]*?)\s*[=:]\s*(.*)$/s.exec(pair) ?? []
      return [name, numberIn(value)]
    })
  )
}

const parseJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** As JSON writes a number, without an exponent. */
export const numberIn = (text: unknown): unknown =>
  typeof text === "string" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text ?? null
