import { Predicate, Result } from "effect"
import { readShape, type SchemaFault } from "../../core/domain/data/read-shape.ts"

type Schema = Readonly<Record<string, unknown>>

/**
 * A schema as its clients write it (zod, pydantic) in the subset that Gleaner reads: without `$schema`, defaults and
 * `additionalProperties`, and with a type instead of `anyOf` with null. Anything else stays, and is refused.
 */
const plainSchema = (schema: Schema, depth = 0): Schema => {
  if (depth > maxDepth) return schema
  const { additionalProperties: _, anyOf, default: __, ...rest } = schema
  const { $schema: ___, ...kept } = rest
  const only = onlyBesideNull(anyOf)
  const plain = only === undefined ? { ...kept, ...(anyOf === undefined ? {} : { anyOf }) } : { ...only, ...kept }
  return Object.fromEntries(
    Object.entries(plain).map(([name, value]) => {
      if (name === "items" && isSchema(value)) return [name, plainSchema(value, depth + 1)]
      return [name, named.has(name) && isSchema(value) ? plainParts(value, depth) : value]
    })
  )
}

const plainParts = (parts: Schema, depth: number): Schema =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, isSchema(part) ? plainSchema(part, depth + 1) : part])
  )

/** Deeper schemas are refused. */
const maxDepth = 20
const named: ReadonlySet<string> = new Set(["properties", "$defs"])

const onlyBesideNull = (anyOf: unknown): Schema | undefined => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined
  const [only, ...others] = anyOf.filter((one) => !(isSchema(one) && one["type"] === "null"))
  return others.length === 0 && isSchema(only) ? only : undefined
}

const isSchema = (value: unknown): value is Schema => Predicate.isObject(value) && !Array.isArray(value)

/** The schema of the format `json`, or undefined for another format and for one without a schema. */
export const schemaOf = (format: unknown): Schema | undefined =>
  Predicate.hasProperty(format, "type") && format.type === "json" && Predicate.hasProperty(format, "schema")
    && isSchema(format.schema)
    ? plainSchema(format.schema)
    : undefined

/** Parts of the schema of a format that cannot be read. */
export const schemaFaults = (schema: Schema): ReadonlyArray<SchemaFault> =>
  Result.match(readShape(schema), { onFailure: (faults) => faults, onSuccess: () => [] })
