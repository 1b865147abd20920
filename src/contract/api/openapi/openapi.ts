import { type JsonObject, textField } from "./describe-answer.ts"
import { examples } from "./examples.ts"

const isPart = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const partOf = (value: unknown): JsonObject => isPart(value) ? value : {}

/** Adds short names, real bounds, headers, and an example of every body, which schemas cannot express. */
export const completed = (generated: JsonObject): JsonObject => {
  const spec = renamed(generated)
  const schemas = partOf(partOf(spec["components"])["schemas"])
  for (const schema of Object.values(schemas)) bound(schema)
  for (const item of Object.values(partOf(spec["paths"]))) {
    for (const operation of Object.values(partOf(item))) complete(partOf(operation), schemas)
  }
  return spec
}

/** Removes `Encoded` and numbers from schema names. When a schema has two forms, the plain one stays. */
const renamed = (spec: JsonObject): JsonObject => {
  const plain = (name: string) => name.replace(/(?:Encoded|_\d+)$/, "")
  const whole = JSON.parse(
    JSON.stringify(spec).replaceAll(
      /"#\/components\/schemas\/([^"]+)"/g,
      (_, name: string) => `"#/components/schemas/${plain(name)}"`
    )
  ) as JsonObject // its own text
  const components = partOf(whole["components"])
  const all = Object.entries(partOf(components["schemas"]))
  const suffixed = all.filter(([name]) => plain(name) !== name).map(([name, schema]) => [plain(name), schema] as const)
  components["schemas"] = Object.fromEntries([...suffixed, ...all.filter(([name]) => plain(name) === name)])
  return whole
}

/**
 * Every integer of this API counts something, so it starts at 0. An object without declared properties may have any;
 * generators take one without a word about them for an empty object.
 */
const bound = (value: unknown): void => {
  if (Array.isArray(value)) return value.forEach(bound)
  if (!isPart(value)) return
  if (value["type"] === "integer") {
    if (value["maximum"] === Number.MAX_SAFE_INTEGER) delete value["maximum"]
    if (value["minimum"] === Number.MIN_SAFE_INTEGER) value["minimum"] = 0
  }
  if (value["type"] === "object" && value["properties"] === undefined) value["additionalProperties"] ??= true
  for (const part of Object.values(value)) bound(part)
}

const complete = (operation: JsonObject, schemas: JsonObject): void => {
  for (const parameter of Array.isArray(operation["parameters"]) ? operation["parameters"].map(partOf) : []) {
    const schema = partOf(parameter["schema"])
    parameter["description"] ??= schema["description"]
    parameter["example"] ??= exampleIn(schema, schemas)
  }
  const requestBody = partOf(operation["requestBody"])
  exampleOf(requestBody, schemas)
  for (const media of Object.values(partOf(requestBody["content"]))) {
    for (const name of refsOf(partOf(partOf(media)["schema"]))) {
      withOptionalDefaults(partOf(partOf(schemas[name])["properties"]))
    }
  }
  for (const [status, response] of Object.entries(partOf(operation["responses"]))) {
    const part = partOf(response)
    exampleOf(part, schemas)
    part["headers"] = { ...partOf(part["headers"]), ...headersOf(status) }
  }
}

/** The first example of a schema, of its parts or of the schema that it refers to. */
const exampleIn = (schema: JsonObject, schemas: JsonObject): unknown => {
  const { allOf, examples } = schema
  if (Array.isArray(examples)) return examples[0]
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...refsOf(schema).map((name) => schemas[name])]
  return parts.map((part) => exampleIn(partOf(part), schemas)).find((example) => example !== undefined)
}

const exampleOf = (holder: JsonObject, schemas: JsonObject): void => {
  for (const [type, content] of Object.entries(partOf(holder["content"]))) {
    const media = partOf(content)
    const names = refsOf(partOf(media["schema"]))
    if (type === "application/problem+json") {
      const problems = names.map((name) => [name, problemOf(partOf(schemas[name]))] as const)
      media["examples"] = Object.fromEntries(problems.map(([name, value]) => [name, { value }]))
      holder["description"] = `${[...new Set(problems.map(([, { title }]) => title))].join("; ")}.`
    } else if (type === "application/json") media["example"] = examples[names[0] ?? ""]
    else if (type.startsWith("text/x-diff")) media["example"] = diffExample
    else if (type.startsWith("text/plain;")) media["example"] = "gleaner_scrapes_in_flight 2\n"
  }
}

const diffExample =
  "--- https://example.com/tides\n+++ https://example.com/tides\n@@ -1,1 +1,1 @@\n-High water: 14:05\n+High water: 14:12\n"

const refsOf = (schema: JsonObject): ReadonlyArray<string> => {
  const own = schema["$ref"]
  if (typeof own === "string") return [own.split("/").at(-1) ?? ""]
  return Array.isArray(schema["anyOf"]) ? schema["anyOf"].flatMap((part) => refsOf(partOf(part))) : []
}

/** The members of a problem that never change. */
const problemOf = (schema: JsonObject): JsonObject => {
  const constant = (property: unknown) => (partOf(property)["enum"] as ReadonlyArray<unknown> | undefined)?.[0]
  const fixed = Object.entries(partOf(schema["properties"])).flatMap(([name, property]) => {
    const value = constant(property)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(fixed), detail: "The cause, and what to do about it." }
}

const retryAfter = {
  description: "Seconds to wait before the next try.",
  schema: { type: "integer", minimum: 1 },
  example: 2
}

const headersOf = (status: string): JsonObject => ({
  "X-Request-Id": textField(
    "The id of the request in the log: the caller's own, or one of the service.",
    "order-66.retry-1"
  ),
  "RateLimit": textField("Requests that this key has left in this minute.", "\"per-key\";r=119;t=60"),
  "RateLimit-Policy": textField("Requests per minute for each key.", "\"per-key\";q=120;w=60"),
  ...(status === "401" ? { "WWW-Authenticate": textField("The ways to send a key.", "Bearer realm=\"gleaner\"") } : {}),
  ...(["429", "503", "504"].includes(status) ? { "Retry-After": retryAfter } : {})
})

/**
 * Puts the default of an option one level down. openapi-typescript makes a property with a default a required one, which
 * holds for answers and not for requests.
 */
const withOptionalDefaults = (properties: Record<string, unknown>): void => {
  for (const [name, property] of Object.entries(properties)) {
    const { description, ...schema } = property as JsonObject // a schema
    if ("default" in schema) properties[name] = { description, allOf: [schema] }
  }
}
