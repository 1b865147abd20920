import { Schema } from "effect"
import { jobIdPattern } from "./job-id-pattern.ts"

type JsonSchemaForm = Readonly<Record<string, string | number | ReadonlyArray<string>>>

/**
 * Adds keywords to the JSON Schema of a schema, which other code enforces: a check that JSON Schema cannot express, or
 * the place that makes the value. This check itself always passes.
 */
export const documentedAs = (form: JsonSchemaForm) =>
  Schema.makeFilter<unknown>(() => true, { toJsonSchema: () => form })

/** The status code of a response of a site, 0 without a response. */
export const HttpStatus = Schema.Int.check(documentedAs({ minimum: 0, maximum: 999 }))

/** A day as YYYY-MM-DD, or the empty string. */
export const DayOrEmpty = Schema.String.check(documentedAs({ pattern: "^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$" }))

/** 128 random bits in lower-case hexadecimal, so ids cannot be guessed. */
export const RandomId = Schema.String.check(documentedAs({ pattern: jobIdPattern.source }))
