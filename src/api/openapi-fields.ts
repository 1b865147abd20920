type Part = Record<string, unknown>

const whole = "#/components/schemas/Document"
const some = "DocumentFields"

/** Schema of a Document in answers to requests with `fields`. */
const documentFields = (document: Part): Part => ({
  type: "object",
  description: "A Document with the keys that `fields` names, and no others.",
  properties: document["properties"],
  additionalProperties: false,
  minProperties: 1
})

/**
 * The document with both forms wherever a Document stands, the whole one first. `fields` is no part of the type of an
 * answer, because the request decides.
 */
export const withDocumentFields = (spec: Part, schemas: Part): Part => {
  const { [nameOf(whole)]: document, ...others } = schemas
  const both = { anyOf: [{ $ref: whole }, { $ref: `#/components/schemas/${some}` }] }
  const doubled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(doubled)
    if (typeof value !== "object" || value === null) return value
    if ("$ref" in value && value.$ref === whole) return both
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, doubled(part)]))
  }
  return {
    ...spec,
    paths: doubled(spec["paths"]),
    components: {
      ...spec["components"] as Part, // made by the generator
      schemas: { ...doubled(others) as Part, [nameOf(whole)]: document, [some]: documentFields(document as Part) }
    }
  }
}

const nameOf = (reference: string): string => reference.split("/").at(-1) ?? ""
