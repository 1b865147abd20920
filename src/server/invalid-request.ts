import type { SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"
import { type FieldError, InvalidRequest } from "../api/Problems.ts"
import { unknownOption } from "../domain/unknown-option.ts"
import { unknownField, wrongFields } from "../domain/wrong-fields.ts"

type Part = "Payload" | "Query" | "Params" | "Headers"

/**
 * The problem of a request that does not fit its schemas. It names all wrong fields at once. One more than are told
 * shows that there are more. `input`: what was decoded.
 */
export const invalidRequest = (
  part: HttpApiError.HttpApiSchemaError["kind"],
  issue: SchemaIssue.Issue,
  input: unknown
) =>
  invalidFields(distinct(
    wrongFields(issue, { most: mostErrors + 1, tellUnknown: unknownOption, input }).map(({ detail, path }) =>
      fieldError(part, path, detail)
    )
  ))

export const invalidFields = (wrong: ReadonlyArray<FieldError>): InvalidRequest => {
  const errors = wrong.slice(0, mostErrors)
  const more = wrong.length > errors.length ? `, and more than these ${mostErrors},` : ""
  const names = [...new Set(errors.map(nameOf))]
  return new InvalidRequest({ detail: `Change ${names.join(", ")}${more} as the errors say.`, errors })
}

/** Two wrong values of one list in a query are one fault of the parameter. */
const distinct = (wrong: ReadonlyArray<FieldError>): ReadonlyArray<FieldError> => [
  ...new Map(wrong.map((error) => [`${nameOf(error)} ${error.detail}`, error])).values()
]

/** No person sends more wrong fields; thousands of them, each with its nearest name, would hold up everybody else. */
const mostErrors = 100

/** A query parameter that the route does not know. */
export const unknownParameter = (name: string, known: ReadonlyArray<string>): FieldError => ({
  parameter: name,
  detail: unknownField(name, known)
})

const nameOf = ({ header, parameter, pointer }: FieldError): string =>
  parameter ?? header ?? (pointer === undefined || pointer === "" ? "the body" : pointer)

/** Names a field of the body by its JSON Pointer (RFC 6901), and a field of query, path or header by its name. */
const fieldError = (part: string, path: ReadonlyArray<PropertyKey>, detail: string): FieldError => {
  const isOf = (name: Part) => part === name
  if (isOf("Headers")) return { header: String(path[0] ?? ""), detail }
  if (isOf("Query") || isOf("Params")) return { parameter: String(path[0] ?? ""), detail }
  return { pointer: path.map((segment) => `/${escapePointer(String(segment))}`).join(""), detail }
}

/** RFC 6901 section 3: `~` and `/` inside a segment. */
const escapePointer = (segment: string): string => segment.replaceAll("~", "~0").replaceAll("/", "~1")
