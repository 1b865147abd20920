import { escaped } from "./markdown.ts"

/** A part of an OpenAPI document: JSON of unknown shape. */
export type Part = Readonly<Record<string, unknown>>

export const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const partOf = (value: unknown): Part => isPart(value) ? value : {}

export const partsOf = (value: unknown): ReadonlyArray<Part> => Array.isArray(value) ? value.filter(isPart) : []

/** The name of the schema that this one refers to. */
export const refName = (schema: unknown): string | undefined => {
  const ref = partOf(schema)["$ref"]
  return typeof ref === "string" ? ref.split("/").at(-1) : undefined
}

interface Field {
  readonly name: string
  readonly schema: unknown
  readonly required: boolean
}

/** The fields of an object, including those of anonymous objects in it, such as `limits.max_pages`. */
export const fieldsOf = (schema: Part, prefix = ""): ReadonlyArray<Field> => {
  const required = Array.isArray(schema["required"]) ? schema["required"] as ReadonlyArray<unknown> : []
  return Object.entries(partOf(schema["properties"])).flatMap(([name, own]) => [
    { name: prefix + name, schema: own, required: required.includes(name) },
    ...fieldsOf(partOf(own), `${prefix}${name}.`)
  ])
}

/** The only schema that another one consists of, or that one itself. */
const inner = (value: unknown): Part => {
  const schema = partOf(value)
  return partsOf(schema["allOf"])[0] ?? schema
}

/** Describes the type of a value, with links to named schemas. */
export const typeOf = (value: unknown): string => {
  const schema = inner(value)
  const name = refName(schema)
  if (name !== undefined) return `<a href="#${name}">${name}</a>`
  if (Array.isArray(schema["enum"])) {
    return schema["enum"].map((one) => `<code>${escaped(String(one))}</code>`).join(" or ")
  }
  const choices = [...partsOf(schema["anyOf"]), ...partsOf(schema["oneOf"])]
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(" or ")
  if (schema["type"] === "array") return `list of ${typeOf(schema["items"])}`
  if (schema["type"] === "object") {
    const values = schema["additionalProperties"]
    if (isPart(values)) return `object of ${typeOf(values)}`
    const fields = Object.keys(partOf(schema["properties"]))
    return fields.length === 0
      ? "object"
      : `object with ${fields.map((field) => `<code>${escaped(field)}</code>`).join(", ")}`
  }
  return escaped(String(schema["type"] ?? "anything"))
}

/** Bounds and default, in words. */
export const factsOf = (value: unknown): string => {
  const schema = inner(value)
  const of = (key: string, words: (bound: string) => string) =>
    schema[key] === undefined ? [] : [words(escaped(JSON.stringify(schema[key])))]
  const facts = [
    ...of("minimum", (bound) => `at least ${bound}`),
    ...of("exclusiveMinimum", (bound) => `more than ${bound}`),
    ...of("maximum", (bound) => `at most ${bound}`),
    ...of("maxLength", (bound) => `at most ${bound} characters`),
    ...of("maxItems", (bound) => `at most ${bound} of them`),
    ...of("default", (bound) => `default <code>${bound}</code>`)
  ]
  return facts.length === 0 ? "" : `<span class="note">(${facts.join(", ")})</span>`
}
