import { Schema } from "effect"
import { type OptionName, requestOptions } from "./RequestOptions.ts"

/** The flag of an option on the command line: `max_pages` is `--max-pages`. */
export const flagName = (option: string): string => option.replaceAll("_", "-")

/** Form of an option on a command line or in a query, where there is only text, by the type of its JSON. */
export type OptionForm = "switch" | "number" | "text" | "choice" | "names" | "texts" | "pairs" | "jsons"

export const formOf = (name: OptionName): OptionForm => {
  const { schema }: { readonly schema: Schema.Top } = requestOptions[name]
  const { ast } = Schema.toEncoded(schema)
  switch (ast._tag) {
    case "Boolean":
      return "switch"
    case "Number":
      return "number"
    case "Union":
      return "choice"
    case "Objects":
      return "pairs"
    case "Arrays": {
      const [element] = ast.rest
      if (element?._tag === "Objects") return "jsons"
      return element?._tag === "Union" || name === "language" ? "names" : "texts"
    }
    default:
      return "text"
  }
}

/** Values of an option of the form `choice`. */
export const choicesOf = (name: OptionName): ReadonlyArray<string> => {
  const { ast }: { readonly ast: Schema.Top["ast"] } = requestOptions[name].schema
  return ast._tag === "Union" ? ast.types.flatMap((type) => type._tag === "Literal" ? [String(type.literal)] : []) : []
}

/** Names separated by commas, in one text or several. */
export const namesIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => text.split(",")).map((name) => name.trim()).filter((name) => name !== "")
