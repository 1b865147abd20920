import { Predicate, type SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"
import { type FieldError, InvalidRequest } from "../../../contract/api/Problems.ts"
import { isListInQuery } from "../../../contract/api/query-options.ts"
import { unknownOption } from "../../../core/domain/options/unknown-option.ts"
import { type ReportUnknown, unknownField, wrongFields } from "../../../core/domain/options/wrong-fields.ts"
import { pointerStep } from "../../../core/kernel/json-pointer.ts"
import { nameOfField } from "./name-of-field.ts"

type RequestPart = "Payload" | "Query" | "Params" | "Headers"

/**
 * The problem of a request that does not fit its schemas. It names all wrong fields at once. One more than are listed
 * shows that there are more. `input`: the decoded value.
 */
export const invalidRequest = (
  part: HttpApiError.HttpApiSchemaError["kind"],
  issue: SchemaIssue.Issue,
  input: unknown
) =>
  invalidFields(distinct(
    wrongFields(issue, {
      max: maxErrors + 1,
      reportUnknown: part === "Query" && hasCutUrl(input) ? unknownAfterUrl : unknownOption,
      input,
      ...(part === "Query" ? { isRepeated: isRepeatedIn(input) } : {})
    }).map(({ detail, path }) => fieldError(part, path, detail))
  ))

export const invalidFields = (wrong: ReadonlyArray<FieldError>): InvalidRequest => {
  const errors = wrong.slice(0, maxErrors)
  return new InvalidRequest({ detail: firstOf(wrong), errors })
}

const isRepeatedIn = (query: unknown) => ([name, ...rest]: ReadonlyArray<PropertyKey>): boolean =>
  typeof name === "string" && rest.length === 0 && !isListInQuery(name)
  && Predicate.hasProperty(query, name) && Array.isArray(query[name])

/** `?url=http://x/?a=1&b=2` gives `b` to us: the `&` of a URL in a query is `%26`. */
const hasCutUrl = (query: unknown): boolean =>
  Predicate.hasProperty(query, "url") && typeof query.url === "string" && query.url.includes("?")

const unknownAfterUrl: ReportUnknown = (name, known) =>
  `${unknownOption(name, known)}; if it belongs to url, percent-encode url, where & becomes %26`

/** Many clients show only `detail`, which therefore repeats the first errors. */
const firstOf = (wrong: ReadonlyArray<FieldError>): string => {
  const all = wrong.map((error) => `${nameOfField(error)}: ${error.detail}`)
  let length = 0
  const shown = all.filter((fault, index) => (length += fault.length) <= maxDetail || index === 0)
  const text = shown.join("; ")
  const cut = text.length > maxDetail ? `${text.slice(0, maxDetail).toWellFormed()}...` : text
  if (wrong.length > maxErrors) return `${cut}; in all, more than ${maxErrors} fields are wrong`
  return shown.length === all.length ? cut : `${cut}; and ${all.length - shown.length} more, see errors`
}

/** Characters of `detail`: a few errors, on one line of a log. */
const maxDetail = 500

/** Two wrong values of one list in a query are one fault of the parameter. */
const distinct = (wrong: ReadonlyArray<FieldError>): ReadonlyArray<FieldError> => [
  ...new Map(wrong.map((error) => [`${nameOfField(error)} ${error.detail}`, error])).values()
]

/** No person sends more wrong fields; thousands of them, each with its nearest name, would delay all other requests. */
const maxErrors = 100

/** A query parameter that the route does not know. */
export const unknownParameter = (name: string, known: ReadonlyArray<string>): FieldError => ({
  parameter: name,
  detail: unknownField(name, known)
})

/** Names a field of the body by its JSON Pointer (RFC 6901), and a field of query, path or header by its name. */
const fieldError = (part: string, path: ReadonlyArray<PropertyKey>, detail: string): FieldError => {
  const isOf = (name: RequestPart) => part === name
  if (isOf("Headers")) return { header: String(path[0] ?? ""), detail }
  if (isOf("Query") || isOf("Params")) return { parameter: String(path[0] ?? ""), detail }
  return { pointer: path.map((segment) => pointerStep(String(segment))).join(""), detail }
}
