import { Predicate, Schema } from "effect"
import { briefOptions } from "./brief-options.ts"

export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The JSON Schema of a tool's arguments as the list of tools has it. Agents read the whole list in every conversation, so
 * it has names, types and short descriptions. The limits are checked in a call, whose refusal names them.
 */
export const briefSchema = (
  schema: Schema.Top,
  { briefs, listed }: {
    /** Fields in the list. Default: all. */
    readonly listed?: ReadonlyArray<string> | undefined
    /** Descriptions of fields. Default: those of the options, else of the schema. */
    readonly briefs?: Briefs | undefined
  } = {}
): JsonSchema => {
  const { schema: root } = Schema.toJsonSchemaDocument(schema, {
    onExcessProperty: "error",
    // Some clients do not follow references.
    referencePolicy: () => undefined
  })
  const { properties, required } = root as { readonly properties?: Members; readonly required?: ReadonlyArray<string> }
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties ?? {}).filter(([name]) => listed === undefined || listed.includes(name))
        .map(([name, member]) => [name, briefMember(name, member, { ...briefOptions, ...briefs })])
    ),
    ...(required === undefined ? {} : { required }),
    ...(listed === undefined ? { additionalProperties: false } : {})
  }
}

/** Undefined: the name and the type say it all. */
export type Briefs = Readonly<Record<string, string | undefined>>
type Members = Readonly<Record<string, JsonSchema>>

const briefMember = (name: string, { description, ...schema }: JsonSchema, briefs: Briefs): JsonSchema => {
  const own = Object.hasOwn(briefs, name) ? briefs[name] : description
  return { ...typeOf(schema), ...(own === undefined ? {} : { description: own }) }
}

/** The type and the values of a schema. A choice of schemas has none, and its description names them. */
const typeOf = ({ enum: values, items, type }: JsonSchema): JsonSchema => {
  if (type === "array") return { type, items: Predicate.isObject(items) ? typeOf(items as JsonSchema) : {} }
  if (Array.isArray(values) && values.length <= maxValues) return { type, enum: values }
  return type === undefined ? {} : { type }
}

/** More values than these are a list to look up, such as the fields of a Document. */
const maxValues = 8

/** Members of an object by name. A type with a question mark is that of a member that may be absent. */
export type MemberTypes = Readonly<Record<string, MemberType | `${MemberType}?`>>
type MemberType = "string" | "integer" | "array" | "object" | "any"

export const schemaOfMembers = (members: MemberTypes): JsonSchema => {
  const types = Object.entries(members)
  const required = types.filter(([, type]) => !type.endsWith("?")).map(([name]) => name)
  return {
    type: "object",
    properties: Object.fromEntries(
      types.map(([name, type]) => [name, type.startsWith("any") ? {} : { type: type.replace("?", "") }])
    ),
    ...(required.length === 0 ? {} : { required })
  }
}
