import { Schema, SchemaTransformation } from "effect"
import { formOf, namesIn, numberIn, numbersIn, type OptionForm } from "../../core/domain/options/option-forms.ts"
import { type OptionName, requestOptions } from "../../core/domain/options/RequestOptions.ts"
import { optionFields } from "../../core/domain/options/RouteOptions.ts"
import { isOption } from "../../core/domain/options/unknown-option.ts"
import { Flag, isOn } from "./fields.ts"

type Fields = ReturnType<typeof optionFields<"scrape">>

/** The options of a scrape that fit into a query. JSON does not, and secrets would end up in logs. */
type InQuery = Exclude<keyof Fields, "extract" | "headers" | "cookies">

type QueryFields = { readonly [N in InQuery]: Schema.optionalKey<Schema.Codec<Schema.Schema.Type<Fields[N]>, string>> }

/** The same options as in a body, each from text. A list is repeated; names may be separated by commas. */
export const queryFields = (): QueryFields => {
  const names = (Object.keys(optionFields("scrape")) as Array<OptionName>).filter((name) => formOf(name) in readers)
  return Object.fromEntries(names.map((name) => {
    const { about, schema }: { readonly about: string; readonly schema: Schema.Codec<unknown, unknown> } =
      requestOptions[name]
    const read = readers[formOf(name)] ?? ((value: unknown) => value)
    return [
      name,
      Schema.optionalKey(
        fromText(name).annotate({ description: about }).pipe(
          Schema.decodeTo(
            schema,
            SchemaTransformation.transform<unknown, unknown>({ decode: read, encode: written(formOf(name)) })
          )
        )
      )
    ]
    // One key for each name of the list.
  })) as unknown as QueryFields
}

/** A query whose lists of names are lists, as its schema sees them. */
export const namesApart = (query: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      isOption(name) && formOf(name) === "names" ? namesIn([value].flat()) : value
    ])
  )

const fromText = (name: OptionName): Schema.Codec<unknown, unknown> => {
  const form = formOf(name)
  if (form === "switch") {
    return Flag
  }
  return isList(form) ? Schema.Union([Schema.String, Schema.Array(Schema.String)]) : Schema.String
}

const isList = (form: OptionForm): boolean => form === "texts" || form === "names"

/** Text that is no number stays text, which the schema of the option refuses. */
const readers: Readonly<Partial<Record<OptionForm, (value: unknown) => unknown>>> = {
  switch: isOn,
  number: numberIn,
  numbers: (value) => numbersIn(String(value)),
  text: (value) => value,
  names: (value) => namesIn([value].flat().map(String)),
  texts: (value) => [value].flat()
}

/** As `readers` read it. A list of texts becomes a repeated parameter. */
const written = (form: OptionForm) => (value: unknown): unknown => {
  if (form === "texts") return value
  if (form === "numbers") {
    return Object.entries(value ?? {}).map(([name, number]) => `${name}=${number}`).join(",") || "true"
  }
  return Array.isArray(value) ? value.join(",") : String(value)
}
