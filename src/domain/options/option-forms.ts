import { Schema } from "effect"
import { type OptionName, requestOptions } from "./RequestOptions.ts"

/** The flag of an option on the command line: `max_pages` is `--max-pages`. */
export const flagName = (option: string): string => option.replaceAll("_", "-")

/**
 * How an option is written where there is only text, on a command line or in a query, by the JSON that it stands for.
 */
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
      return element?._tag === "Union" ? "names" : element?._tag === "Objects" ? "jsons" : "texts"
    }
    default:
      return "text"
  }
}

/** Names in one text or several, apart by commas. */
export const namesIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => text.split(",")).map((name) => name.trim()).filter((name) => name !== "")
