import { SchemaIssue } from "effect"
import { nearestName } from "./nearest-name.ts"

/** A value that does not fit its schema: where it stands, and what is wrong with it. */
export interface WrongField {
  readonly path: ReadonlyArray<PropertyKey>
  readonly detail: string
}

/** Everything that is wrong in an input. At most `most` are told of each list. */
export const wrongFields = (
  issue: SchemaIssue.Issue,
  most: number,
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<WrongField> => {
  switch (issue._tag) {
    case "Pointer":
      return wrongFields(issue.issue, most, [...path, ...issue.path])
    case "Encoding":
      return wrongFields(issue.issue, most, path)
    case "Composite":
    case "AnyOf":
      return issue.issues.length === 0
        ? leaf(issue, path)
        : issue.issues.slice(0, most).flatMap((one) => wrongFields(one, most, path))
    case "UnexpectedKey":
      return [{ path, detail: unknownField(String(path.at(-1)), namesOf(issue)) }]
    default:
      return leaf(issue, path)
  }
}

/** What to say of a name that is not known here. */
export const unknownField = (name: string, known: ReadonlyArray<string>): string => {
  const nearest = nearestName(name, known)
  return nearest === undefined
    ? "is unknown here; leave it out"
    : `is unknown here; the nearest known name is ${nearest}`
}

const formatted = SchemaIssue.makeFormatterStandardSchemaV1()

const leaf = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<WrongField> =>
  formatted(issue).issues.map(({ message, path: rest }) => ({
    path: [...path, ...(rest ?? []).map((segment) => typeof segment === "object" ? segment.key : segment)],
    detail: message
  }))

const namesOf = ({ ast }: SchemaIssue.UnexpectedKey): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []
