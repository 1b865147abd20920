import { maxSelectorLength } from "../domain/document/Selector.ts"
import { jobIdPattern } from "../domain/job/job-id-pattern.ts"

/** A part of an OpenAPI document: JSON of unknown shape. */
type Part = Record<string, unknown>

const jobId: Part = { pattern: jobIdPattern.source }
/** Base64url without padding. */
const cursor: Part = { pattern: "^[A-Za-z0-9_-]+$" }
const selector: Part = { $ref: "#/components/schemas/Selector" }
const selectors: Part = { anyOf: [selector, { type: "array", items: selector }] }

/** Forms of parameters that are checked by code, so that their schemas do not have them. */
export const parameterForms: Readonly<Record<string, Part>> = {
  id: jobId,
  after: cursor,
  include_selectors: selectors,
  exclude_selectors: selectors,
  fields: {
    anyOf: [
      { type: "string", pattern: "^[a-z_]+(?:,[a-z_]+)*$" },
      { type: "array", items: { $ref: "#/components/schemas/DocumentField" } }
    ]
  }
}

/** The same of named schemas. */
export const addForms = (schemas: Part): void => {
  for (const name of ["Job", "JobWithDocuments"]) Object.assign(propertyOf(schemas[name], "id"), jobId)
  Object.assign(schemas["Selector"] ?? {}, { minLength: 1, maxLength: maxSelectorLength })
}

const propertyOf = (schema: unknown, name: string): object => {
  const { properties } = schema as { readonly properties: Readonly<Record<string, object>> } // of a struct
  return properties[name] ?? {}
}
