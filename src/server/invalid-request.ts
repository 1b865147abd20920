import { SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"
import { type FieldError, InvalidRequest } from "../api/Problems.ts"
import { nearestName } from "../domain/nearest-name.ts"

type Part = "Payload" | "Query" | "Params" | "Headers"

/** The problem of a request that does not fit its schemas. It names all wrong fields at once. */
export const invalidRequest = (part: HttpApiError.HttpApiSchemaError["kind"], issue: SchemaIssue.Issue) =>
  invalidFields(wrongIn(issue, []).map(({ detail, path }) => fieldError(part, path, detail)))

export const invalidFields = (wrong: ReadonlyArray<FieldError>): InvalidRequest => {
  const errors = wrong.slice(0, mostErrors)
  const more = wrong.length > errors.length ? `, and more than these ${mostErrors},` : ""
  return new InvalidRequest({ detail: `Change ${errors.map(nameOf).join(", ")}${more} as the errors say.`, errors })
}

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

interface Wrong {
  readonly path: ReadonlyArray<PropertyKey>
  readonly detail: string
}

const formatted = SchemaIssue.makeFormatterStandardSchemaV1()

const wrongIn = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Wrong> => {
  switch (issue._tag) {
    case "Pointer":
      return wrongIn(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return wrongIn(issue.issue, path)
    case "Composite":
    case "AnyOf":
      if (issue.issues.length === 0) return leaf(issue, path)
      // One more than are told shows that there are more.
      return issue.issues.slice(0, mostErrors + 1).flatMap((one) => wrongIn(one, path))
    case "UnexpectedKey":
      return [{ path, detail: unknownField(String(path.at(-1)), namesOf(issue)) }]
    default:
      return leaf(issue, path)
  }
}

const leaf = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<Wrong> =>
  formatted(issue).issues.map(({ message, path: rest }) => ({
    path: [...path, ...(rest ?? []).map((segment) => typeof segment === "object" ? segment.key : segment)],
    detail: message
  }))

const namesOf = ({ ast }: SchemaIssue.UnexpectedKey): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

const unknownField = (name: string, known: ReadonlyArray<string>): string => {
  const nearest = nearestName(name, known)
  return nearest === undefined
    ? "is unknown here; leave it out"
    : `is unknown here; the nearest known name is ${nearest}`
}
