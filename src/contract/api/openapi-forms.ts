import { maxSelectorLength } from "../../core/domain/document/Selector.ts"
import { jobIdPattern } from "../../core/domain/job/job-id-pattern.ts"
import type { Part } from "./describe-answer.ts"

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

/** A date of day, or no text. */
const date: Part = { pattern: "^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$" }
const nextCursor: Part = { anyOf: [{ type: "string", ...cursor }, { type: "null" }] }

/** Forms of the properties of named schemas. */
const propertyForms: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  Document: { fetched_at: { format: "date-time" }, published_date: date },
  Metadata: { modified_date: date },
  Record: { currency: { pattern: "^(?:[A-Z]{3})?$" } },
  Job: { id: jobId },
  JobWithDocuments: { id: jobId },
  CrawlOptions: { since: jobId },
  CrawlRequest: { since: jobId },
  BatchRequest: { since: jobId },
  JobList: { next_cursor: nextCursor },
  JobDocuments: { next_cursor: nextCursor },
  Ledger: { next_cursor: nextCursor },
  FieldError: { pointer: { format: "json-pointer" } }
}

/** Adds these forms, which code checks, so that the schemas do not have them. */
export const addForms = (schemas: Part): void => {
  for (const [name, forms] of Object.entries(propertyForms)) {
    for (const [property, form] of Object.entries(forms)) Object.assign(propertyOf(schemas[name], property), form)
  }
  Object.assign(schemas["Selector"] ?? {}, { minLength: 1, maxLength: maxSelectorLength })
}

const propertyOf = (schema: unknown, name: string): object => {
  const { properties } = schema as { readonly properties: Readonly<Record<string, object>> } // of a struct
  return properties[name] ?? {}
}

/**
 * Puts the default of an option one level down. openapi-typescript makes a property with a default a required one, which
 * holds for answers and not for requests.
 */
export const withOptionalDefaults = (properties: Record<string, unknown>): void => {
  for (const [name, property] of Object.entries(properties)) {
    const { description, ...schema } = property as Part // a schema
    if ("default" in schema) properties[name] = { description, allOf: [schema] }
  }
}
