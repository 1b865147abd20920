import { Schema, SchemaTransformation } from "effect"
import { documentFieldNames } from "../../core/domain/document/DocumentField.ts"
import { selectorForm } from "../../core/domain/document/Selector.ts"
import {
  formOf,
  modeIn,
  namesIn,
  numberIn,
  numbersIn,
  type OptionForm
} from "../../core/domain/options/option-forms.ts"
import { type OptionName, requestOptions } from "../../core/domain/options/RequestOptions.ts"
import { optionFields } from "../../core/domain/options/RouteOptions.ts"
import { isOption } from "../../core/domain/options/unknown-option.ts"
import { documentedAs } from "../../core/domain/schema/json-schema-form.ts"
import { Flag, isOn } from "./fields.ts"

type Fields = ReturnType<typeof optionFields<"scrape">>

/** The options of a scrape that fit into a query. JSON does not, and secrets would end up in logs. */
type InQuery = Exclude<keyof Fields, "extract" | "schema" | "headers" | "cookies">

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
        fromText(name).annotate({ description: about, ...exampleOf(name) }).pipe(
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

/** Whether a parameter of a query may be repeated. */
export const isListInQuery = (name: string): boolean => isOption(name) && isList(formOf(name))

const fromText = (name: OptionName): Schema.Codec<unknown, unknown> => {
  const form = formOf(name)
  if (form === "switch") {
    return Flag
  }
  const { alone = Schema.String, inList = Schema.String } = texts[name] ?? {}
  return isList(form) ? Schema.Union([alone, Schema.Array(inList)]) : alone
}

const selector = Schema.String.check(documentedAs(selectorForm))

/** One text, and the texts of a list, as the schema of the option checks them. */
const texts: Readonly<Partial<Record<OptionName, { readonly alone: Schema.String; readonly inList: Schema.String }>>> =
  {
    fields: {
      alone: Schema.String.check(documentedAs({ pattern: "^[a-z_]+(?:,[a-z_]+)*$" })),
      inList: Schema.String.check(documentedAs({ enum: documentFieldNames }))
    },
    include_selectors: { alone: selector, inList: selector },
    exclude_selectors: { alone: selector, inList: selector }
  }

const exampleOf = (name: OptionName): { readonly examples?: readonly [string] } => {
  const example = examples[name]
  return example === undefined ? {} : { examples: [example] }
}

const examples: Readonly<Partial<Record<OptionName, string>>> = {
  use_cache: "true",
  include_html: "false",
  fields: "url,title,markdown",
  chunks: "max_tokens=400,overlap=50",
  query: "high water",
  max_tokens: "2000",
  include_selectors: "main",
  exclude_selectors: "nav",
  links: "text",
  wait_for: ".price",
  timeout_seconds: "10"
}

const isList = (form: OptionForm): boolean => form === "texts" || form === "names"

/** Text that is not a number stays text, which the schema of the option refuses. */
const readers: Readonly<Partial<Record<OptionForm, (value: unknown) => unknown>>> = {
  switch: isOn,
  mode: modeIn,
  number: numberIn,
  numbers: (value) => numbersIn(String(value)),
  text: (value) => value,
  choice: (value) => value,
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
