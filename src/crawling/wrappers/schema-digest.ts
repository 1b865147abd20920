import { Predicate } from "effect"
import { createHash } from "node:crypto"

/** The same for equal JSON Schemas: the order of keys does not count. */
export const schemaDigest = (schema: unknown): string =>
  createHash("sha256").update(JSON.stringify(sorted(schema))).digest("base64url")

/** A schema of a request has a limited depth. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => one < other ? -1 : 1).map(([key, part]) => [key, sorted(part)])
  )
}
